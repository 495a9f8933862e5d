import type { InterfaceName } from './model.js';

/** What an interface process can do and how it likes to be spoken to. All differences between interfaces live here. */
export interface InterfaceProfile {
  readonly protocol: 'xml' | 'bin';
  readonly port: number;
  /** Absent: no TLS, not even when the CCU has it. */
  readonly tlsPort?: number;
  readonly path: string;
  /** Calls at the same time; rfd is one loop and answers one after the other anyway. */
  readonly concurrency: number;
  /** Factor on the time a ping may take: some answer over a slow callback pool. */
  readonly pongPatience: number;
  /**
   * Calls IPv4 addresses only, takes a host name that begins with a digit for an address, and has room for 255 characters of
   * callback URL and id.
   */
  readonly plainCallbacks: boolean;
  /** The CCU's firewall lets the port through only where it is named as an open port. */
  readonly namedInFirewall: boolean;
  /** A restart of the daemon forgets its clients, and nothing says so. */
  readonly forgetsClients: boolean;
  /** Strings may be UTF-8 that was read as Latin-1 on the way. */
  readonly doubleUtf8: boolean;
  /** `getParamset(…, VALUES)` works. */
  readonly valuesParamset: boolean;
  /**
   * The members of one `putParamset(…, VALUES)` reach the device together. Others walk them in alphabetical order, a level
   * before the time it is meant to last, and answer success whatever became of them.
   */
  readonly valuesTogether: boolean;
  readonly links: boolean;
  readonly rssi: boolean;
  readonly serviceMessages: boolean;
  readonly suppressMessages: boolean;
  readonly installMode: 'serial' | 'whitelist' | 'search' | 'none';
  readonly radio: boolean;
  readonly metadata: boolean;
  readonly determine: boolean;
  /** By which method a device takes its new firmware. */
  readonly firmware: 'update' | 'install' | 'none';
  readonly deletable: boolean;
  /** `restoreConfigToDevice` works. */
  readonly restorable: boolean;
  /** Descriptions of one type are the same for every device of it. */
  readonly sharedDescriptions: boolean;
}

const NOTHING = {
  path: '/',
  concurrency: 1,
  pongPatience: 1,
  plainCallbacks: false,
  namedInFirewall: false,
  forgetsClients: false,
  doubleUtf8: false,
  valuesParamset: true,
  valuesTogether: false,
  links: false,
  rssi: false,
  serviceMessages: false,
  suppressMessages: false,
  installMode: 'none',
  radio: false,
  metadata: false,
  determine: false,
  firmware: 'none',
  deletable: false,
  restorable: false,
  sharedDescriptions: true,
} as const;

export const INTERFACE_PROFILES: Readonly<Record<InterfaceName, InterfaceProfile>> = {
  'BidCos-RF': {
    ...NOTHING,
    protocol: 'xml',
    port: 2001,
    tlsPort: 42001,
    plainCallbacks: true,
    links: true,
    rssi: true,
    serviceMessages: true,
    installMode: 'serial',
    radio: true,
    metadata: true,
    determine: true,
    firmware: 'update',
    deletable: true,
    restorable: true,
  },
  'BidCos-Wired': {
    ...NOTHING,
    protocol: 'xml',
    port: 2000,
    tlsPort: 42000,
    plainCallbacks: true,
    links: true,
    installMode: 'search',
    deletable: true,
  },
  'HmIP-RF': {
    ...NOTHING,
    protocol: 'xml',
    port: 2010,
    tlsPort: 42010,
    concurrency: 3,
    pongPatience: 2,
    doubleUtf8: true,
    valuesTogether: true,
    links: true,
    rssi: true,
    serviceMessages: true,
    suppressMessages: true,
    installMode: 'whitelist',
    radio: true,
    metadata: true,
    firmware: 'install',
    deletable: true,
    restorable: true,
  },
  VirtualDevices: {
    ...NOTHING,
    protocol: 'xml',
    port: 9292,
    tlsPort: 49292,
    path: '/groups',
    pongPatience: 2,
    doubleUtf8: true,
    valuesTogether: true,
  },
  CUxD: {
    ...NOTHING,
    protocol: 'bin',
    port: 8701,
    namedInFirewall: true,
    forgetsClients: true,
    valuesParamset: false,
    sharedDescriptions: false,
  },
};
