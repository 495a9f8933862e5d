import type { MatterExposure, MatterExposureUpdate, MatterFabric } from '@ccu-gateway/contract/types';

/** Something that the bridge could show, as a row. */
export interface Thing {
  readonly id: string;
  readonly name: string;
  /** What it is for Matter, such as `DimmableLight`. */
  readonly type: string;
  readonly isExposed: boolean;
  readonly canBeShown: boolean;
  /** Why it cannot be shown, or what of it is left out. */
  readonly reason: string;
  /** What the gateway is told to show it, or no longer. */
  readonly turned: MatterExposureUpdate;
}

/** A thing as the list shows it. */
export function thingOf(exposure: MatterExposure): Thing {
  const { central_name, device_address, channel_no, dp_kind, dp_key, enabled, friendly_name } = exposure;
  return {
    id: [central_name, device_address, channel_no, dp_kind, dp_key].join('/'),
    name: friendly_name || exposure.display_name || `${device_address}:${channel_no}`,
    type: exposure.device_type_label ?? '',
    isExposed: enabled,
    canBeShown: exposure.mappable !== 'unmappable',
    reason: exposure.reason ?? '',
    turned: { central_name, device_address, channel_no, dp_kind, dp_key, enabled: !enabled },
  };
}

/** What people know a home by; empty where it says nothing. */
export function homeName({ label, vendor_name: vendor }: Pick<MatterFabric, 'label' | 'vendor_name'>): string {
  return label || vendor || '';
}
