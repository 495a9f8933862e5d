import type { WireValue } from '../model/model.js';
import type { Inbound } from './inbound.js';

type InboundValue = Extract<Inbound, { kind: 'value' }>;

/** What the CCU said before its devices were known. */
export interface Held {
  readonly values: readonly InboundValue[];
  /** Descriptions as they were sent. */
  readonly devices: readonly WireValue[];
  /** More values arrived than are held. */
  readonly overflowed: boolean;
}

/** Holds calls of the CCU until its devices are known. */
export interface EarlyCalls {
  /** False once the devices are known: then nothing is held any more. */
  holdValue(value: InboundValue): boolean;
  holdDevices(devices: readonly WireValue[]): boolean;
  /** The devices are known. Later calls give nothing. */
  release(): Held;
}

/** More than that, and values are read again instead. */
const MAX_EARLY_CALLS = 20_000;
const NOTHING: Held = { values: [], devices: [], overflowed: false };

export function createEarlyCalls(limit = MAX_EARLY_CALLS): EarlyCalls {
  let held: { values: InboundValue[]; devices: WireValue[]; overflowed: boolean } | undefined = {
    values: [],
    devices: [],
    overflowed: false,
  };
  return {
    holdValue(value) {
      if (held === undefined) return false;
      if (held.values.length < limit) held.values.push(value);
      else held.overflowed = true;
      return true;
    },
    holdDevices(devices) {
      if (held === undefined) return false;
      for (const device of devices) held.devices.push(device);
      // Seldom, so that many short lists do not copy a long one each.
      if (held.devices.length > 2 * limit) held.devices = held.devices.slice(-limit);
      return true;
    },
    release() {
      const released = held ?? NOTHING;
      held = undefined;
      return { ...released, devices: released.devices.slice(-limit) };
    },
  };
}
