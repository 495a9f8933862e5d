import type { MatterExposure, MatterExposureUpdate, MatterFabric } from '@ccu-gateway/contract/types';

/** Something that the bridge could show, as a row. */
export interface Thing {
  readonly id: string;
  readonly name: string;
  /** Of its channel: things of one device may have one name. */
  readonly address: string;
  /** Matter device type, such as `DimmableLight`. */
  readonly type: string;
  readonly room: string;
  readonly isExposed: boolean;
  /** Chosen and not exposed, because the system of the home has no room for it. */
  readonly isOverLimit: boolean;
  readonly canBeShown: boolean;
  /** The kind it is shown as, where that can be chosen. */
  readonly kind: 'plug' | 'light' | undefined;
  /**
   * Reason why it cannot be exposed, or the parts left out: a code with a text in `remarkTexts`, and the text of the
   * gateway.
   */
  readonly reason: { readonly code: string; readonly text: string; readonly leftOut: readonly string[] } | undefined;
  /** Why it is not shown unless it is chosen, as a code. */
  readonly heldBack: string | undefined;
  /** Request that changes a setting of it. */
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

/** True for a thing that matches the search. */
export function isFound({ name, address, type, room }: Thing, search: string): boolean {
  return `${name} ${address} ${type} ${room}`.toLowerCase().includes(search.trim().toLowerCase());
}

/** Display name of a home; empty where it has none. */
export function homeName({ label, vendor_name: vendor }: Pick<MatterFabric, 'label' | 'vendor_name'>): string {
  return label || vendor || '';
}
