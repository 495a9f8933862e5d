import type { SysvarSummary } from '@ccu-gateway/contract/types';

/** A counter that the logic layer of a CCU keeps for a channel, over resets of the device. */
export interface CcuCounter {
  /** `ADDRESS:CHANNEL`. */
  readonly channel: string;
  /** Watt-hours of one of its units. */
  readonly unitWh: number;
}

/** `svEnergyCounter_1234_0001D3C99C0001:6`; variables of earlier values have another end. */
const NAME = /^svEnergyCounter(?<kind>IEC)?_\d+(?:_(?<channel>[^_:]+:\d+))?$/;

/**
 * The counter of consumption that a system variable is; undefined for any other variable.
 *
 * @example
 * ccuCounterOf({ name: 'svEnergyCounter_1234_0001D3C99C0001:6' }); // { channel: '0001D3C99C0001:6', unitWh: 1 }
 */
export function ccuCounterOf({
  name,
  channel: owner,
}: Pick<SysvarSummary, 'name' | 'channel'>): CcuCounter | undefined {
  const found = NAME.exec(name);
  const channel = found?.groups?.channel ?? owner;
  if (found === null || channel === undefined) return undefined;
  return { channel, unitWh: found.groups?.kind === undefined ? 1 : 1_000 };
}

/**
 * True for the name of such a counter.
 *
 * @example
 * isCcuCounter('svEnergyCounter_1234_0001D3C99C0001:6'); // true
 */
export const isCcuCounter = (name: string): boolean => NAME.test(name);
