import type { KnownInterfaceName as InterfaceName } from '@ccu-gateway/ccu-client';

export type { InterfaceName };

/** Every interface a simulated CCU may have. */
const INTERFACES: Readonly<Record<InterfaceName, true>> = {
  'HmIP-RF': true,
  'BidCos-RF': true,
  'BidCos-Wired': true,
  VirtualDevices: true,
  CUxD: true,
};

export function isInterfaceName(name: string): name is InterfaceName {
  return Object.hasOwn(INTERFACES, name);
}
