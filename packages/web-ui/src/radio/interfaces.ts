/** Interfaces that a CCU can have, in the order in which a form offers them. */
export const KNOWN_INTERFACES = ['HmIP-RF', 'BidCos-RF', 'VirtualDevices', 'BidCos-Wired', 'CUxD'] as const;

/** Interfaces that every CCU runs by default. */
export const USUAL_INTERFACES: readonly string[] = ['HmIP-RF', 'BidCos-RF', 'VirtualDevices'];

/** Radio interfaces: writes on them cost duty cycle. */
export const RADIO_INTERFACES: ReadonlySet<string> = new Set(['HmIP-RF', 'BidCos-RF']);

/** Interfaces whose devices can be moved between radio gateways. */
export const RECEIVER_INTERFACES: ReadonlySet<string> = new Set(['BidCos-RF']);
