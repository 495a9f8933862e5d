import type { WireValue } from '../model/model.js';

/** The last value of every data point of an interface, as the CCU told it. */
export interface KnownValues {
  get(channelAddress: string, parameter: string): WireValue | undefined;
  /** What was read. `null`: the CCU does not know it. */
  set(channelAddress: string, parameter: string, value: WireValue | null): void;
  /** What an event told. */
  heard(channelAddress: string, parameter: string, value: WireValue): void;
  /** Whether an event told it since the last registration; the logic layer may have been away at that moment. */
  isHeard(channelAddress: string, parameter: string): boolean;
  /** The interface is registered with anew: events before that prove nothing any more. */
  renew(): void;
}

/** More data points than any house has; what an endless stream of invented ones must not exceed. */
const MAX_VALUES = 500_000;

export function createKnownValues(limit = MAX_VALUES): KnownValues {
  const values = new Map<string, WireValue>();
  const heard = new Set<string>();
  const keep = (key: string, value: WireValue): boolean => {
    if (values.size >= limit && !values.has(key)) return false;
    values.set(key, value);
    return true;
  };
  return {
    get: (channelAddress, parameter) => values.get(`${channelAddress}.${parameter}`),
    set(channelAddress, parameter, value) {
      const key = `${channelAddress}.${parameter}`;
      if (value === null) values.delete(key);
      else keep(key, value);
    },
    heard(channelAddress, parameter, value) {
      const key = `${channelAddress}.${parameter}`;
      if (keep(key, value)) heard.add(key);
    },
    isHeard: (channelAddress, parameter) => heard.has(`${channelAddress}.${parameter}`),
    renew: () => heard.clear(),
  };
}
