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
