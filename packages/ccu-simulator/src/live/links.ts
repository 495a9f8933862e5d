import type { DefinedLink, DeviceDescription, InterfaceName } from '../house/types.js';

/** Direct connections between a sender and a receiver. */
export interface LinkBook {
  all(interfaceName?: InterfaceName): readonly DefinedLink[];
  find(sender: string, receiver: string): DefinedLink | undefined;
  /** Links in which a device or channel takes part; every link when the address is empty. */
  touching(interfaceName: InterfaceName, address: string): readonly DefinedLink[];
  put(link: DefinedLink): void;
  remove(sender: string, receiver: string): boolean;
  forgetDevice(address: string): readonly DefinedLink[];
  /** Puts another device at the ends of the links of a device; each link as it was, and as it is now. */
  move(oldAddress: string, newAddress: string): readonly (readonly [before: DefinedLink, now: DefinedLink])[];
}

export function createLinkBook(seed: readonly DefinedLink[]): LinkBook {
  const key = (sender: string, receiver: string) => `${sender}|${receiver}`;
  const links = new Map(seed.map((link) => [key(link.sender, link.receiver), link]));
  const touches = (link: DefinedLink, address: string) =>
    [link.sender, link.receiver].some((end) => end === address || end.startsWith(`${address}:`));
  return {
    all: (interfaceName) =>
      [...links.values()].filter((link) => interfaceName === undefined || link.interfaceName === interfaceName),
    find: (sender, receiver) => links.get(key(sender, receiver)),
    touching: (interfaceName, address) =>
      [...links.values()].filter(
        (link) => link.interfaceName === interfaceName && (address === '' || touches(link, address)),
      ),
    put: (link) => void links.set(key(link.sender, link.receiver), link),
    remove: (sender, receiver) => links.delete(key(sender, receiver)),
    forgetDevice(address) {
      const gone = [...links.values()].filter((link) => touches(link, address));
      for (const link of gone) links.delete(key(link.sender, link.receiver));
      return gone;
    },
    move(oldAddress, newAddress) {
      const moved = (end: string) => movedAddress(end, oldAddress, newAddress);
      return [...links.values()]
        .filter((link) => touches(link, oldAddress))
        .map((before) => {
          const now = { ...before, sender: moved(before.sender), receiver: moved(before.receiver) };
          links.delete(key(before.sender, before.receiver));
          links.set(key(now.sender, now.receiver), now);
          return [before, now] as const;
        });
    },
  };
}

/** The same device or channel at another device; any other address as it is. */
export function movedAddress(address: string, oldAddress: string, newAddress: string): string {
  if (address === oldAddress) return newAddress;
  return address.startsWith(`${oldAddress}:`) ? newAddress + address.slice(oldAddress.length) : address;
}

/** True when a sender may be linked with a receiver: directions, both with a LINK paramset, and one role in common. */
export function linkable(sender: DeviceDescription, receiver: DeviceDescription): boolean {
  if (sender.DIRECTION !== 1 || receiver.DIRECTION !== 2) return false;
  if (!sender.PARAMSETS?.includes('LINK') || !receiver.PARAMSETS?.includes('LINK')) return false;
  const offered = new Set(roles(sender.LINK_SOURCE_ROLES));
  return roles(receiver.LINK_TARGET_ROLES).some((role) => offered.has(role));
}

function roles(text: string | undefined): readonly string[] {
  return (text ?? '').split(' ').filter((role) => role !== '');
}

/**
 * How often values of a channel are used, as clients and the CCU's own programs report it. The interface process makes a
 * link between the channel and itself while anything is used; the device acts on it once the link has reached it.
 */
export interface ValueUsageBook {
  report(channelAddress: string, valueId: string, count: number): void;
  /** By value; undefined when nothing was ever reported. */
  of(channelAddress: string): Readonly<Record<string, number>> | undefined;
  /** Sends the device the current use of the channel. */
  transmit(channelAddress: string): void;
  /** True when the device has a link with the CCU. */
  isLinked(channelAddress: string): boolean;
  forgetDevice(address: string): void;
}

export function createValueUsageBook(): ValueUsageBook {
  const counts = new Map<string, Readonly<Record<string, number>>>();
  const linked = new Set<string>();
  return {
    report: (channelAddress, valueId, count) =>
      void counts.set(channelAddress, { ...counts.get(channelAddress), [valueId]: count }),
    of: (channelAddress) => counts.get(channelAddress),
    transmit(channelAddress) {
      const isUsed = Object.values(counts.get(channelAddress) ?? {}).some((count) => count > 0);
      if (isUsed) linked.add(channelAddress);
      else linked.delete(channelAddress);
    },
    isLinked: (channelAddress) => linked.has(channelAddress),
    forgetDevice(address) {
      for (const channelAddress of [...counts.keys()]) {
        if (!channelAddress.startsWith(`${address}:`)) continue;
        counts.delete(channelAddress);
        linked.delete(channelAddress);
      }
    },
  };
}
