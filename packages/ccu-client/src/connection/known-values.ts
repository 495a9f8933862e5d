import type { WireValue } from '../model/model.js';

/** The last value of every data point of an interface, as the CCU told it. */
export interface KnownValues {
  get(channelAddress: string, parameter: string): WireValue | undefined;
  set(channelAddress: string, parameter: string, value: WireValue): void;
}

/** More data points than any house has; what an endless stream of invented ones must not exceed. */
const MAX_VALUES = 500_000;

export function createKnownValues(limit = MAX_VALUES): KnownValues {
  const values = new Map<string, WireValue>();
  return {
    get: (channelAddress, parameter) => values.get(`${channelAddress}.${parameter}`),
    set(channelAddress, parameter, value) {
      const key = `${channelAddress}.${parameter}`;
      if (values.size < limit || values.has(key)) values.set(key, value);
    },
  };
}
