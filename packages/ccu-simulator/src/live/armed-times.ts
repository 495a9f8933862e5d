import type { InterfaceName, WireValue } from '../house/types.js';

type Writes = Readonly<Record<string, WireValue>>;

const TIMES: ReadonlySet<string> = new Set(['ON_TIME', 'RAMP_TIME']);
const KEEPING: ReadonlySet<InterfaceName> = new Set(['BidCos-RF', 'BidCos-Wired', 'CUxD']);

/**
 * BidCos actors keep a received time until the next command, which uses it up. Returns the effective values of a write;
 * HmIP actors use only the times of the same call.
 */
export function createArmedTimes(): (interfaceName: InterfaceName, channelAddress: string, values: Writes) => Writes {
  const armed = new Map<string, Writes>();
  return (interfaceName, channelAddress, values) => {
    if (!KEEPING.has(interfaceName)) return values;
    const all = { ...armed.get(channelAddress), ...values };
    if ('LEVEL' in values || 'STATE' in values) {
      armed.delete(channelAddress);
      return all;
    }
    armed.set(channelAddress, Object.fromEntries(Object.entries(all).filter(([parameter]) => TIMES.has(parameter))));
    return values;
  };
}
