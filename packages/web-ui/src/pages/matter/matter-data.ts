import type { MatterExposure, MatterExposureUpdate, MatterFabric } from '@ccu-gateway/contract/types';

/** Something that the bridge could show, as a row. */
export interface Thing {
  readonly id: string;
  readonly name: string;
  /** Of its channel: things of one device may have one name. */
  readonly address: string;
  /** What it is for Matter, such as `DimmableLight`. */
  readonly type: string;
  readonly room: string;
  readonly isExposed: boolean;
  /** What is chosen and not shown finds no place in the home's system. */
  readonly isOverLimit: boolean;
  readonly canBeShown: boolean;
  /** The kind it is shown as, where that can be chosen. */
  readonly kind: 'plug' | 'light' | undefined;
  /** Why it cannot be shown, or what of it is left out: a code that `remarkTexts` may know, and the gateway's own words. */
  readonly reason: { readonly code: string; readonly text: string; readonly leftOut: readonly string[] } | undefined;
  /** Why it is not shown unless it is chosen, as a code. */
  readonly heldBack: string | undefined;
  /** What the gateway is told to change something of it. */
  update(change: Partial<Pick<MatterExposureUpdate, 'enabled' | 'kind'>>): MatterExposureUpdate;
}

/** A thing as the list shows it. */
export function thingOf(exposure: MatterExposure): Thing {
  const { central_name, device_address, channel_no, dp_kind, dp_key, enabled, friendly_name, reason } = exposure;
  const place = { central_name, device_address, channel_no, dp_kind, dp_key };
  return {
    id: Object.values(place).join('/'),
    name: friendly_name || exposure.display_name || `${device_address}:${channel_no}`,
    address: `${device_address}:${channel_no}`,
    type: exposure.device_type_label ?? '',
    room: exposure.room ?? '',
    isExposed: enabled,
    isOverLimit: exposure.reason_code === 'over_limit',
    canBeShown: exposure.mappable !== 'unmappable',
    kind: exposure.kind,
    reason:
      reason === undefined
        ? undefined
        : { code: exposure.reason_code ?? '', text: reason, leftOut: exposure.left_out ?? [] },
    heldBack: exposure.held_back,
    update: (change) => ({ ...place, enabled, ...change }),
  };
}

/** A manual code in groups, as the apps of homes write it. */
export const groupedCode = (code: string): string => code.replace(/^(\d{4})(\d{3})(\d{4})$/, '$1-$2-$3');

/** Whether a thing is found by what is searched for. */
export function isFound({ name, address, type, room }: Thing, search: string): boolean {
  return `${name} ${address} ${type} ${room}`.toLowerCase().includes(search.trim().toLowerCase());
}

/** What people know a home by; empty where it says nothing. */
export function homeName({ label, vendor_name: vendor }: Pick<MatterFabric, 'label' | 'vendor_name'>): string {
  return label || vendor || '';
}
