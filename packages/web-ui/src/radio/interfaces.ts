/** Interfaces that a CCU can have, in the order in which a form offers them. */
export const KNOWN_INTERFACES = ['HmIP-RF', 'BidCos-RF', 'VirtualDevices', 'BidCos-Wired', 'CUxD'] as const;

/** Those that every CCU runs from the start. */
export const USUAL_INTERFACES: readonly string[] = ['HmIP-RF', 'BidCos-RF', 'VirtualDevices'];

/** Those that send by radio: writing costs duty cycle. */
export const RADIO_INTERFACES: ReadonlySet<string> = new Set(['HmIP-RF', 'BidCos-RF']);
