import type { InterfaceOptions } from './interface-options.js';
import type { InterfaceName } from './model.js';

/** The interfaces that a CCU has by itself, and CUxD, by the names CCUs use. */
export const INTERFACE_NAMES = ['HmIP-RF', 'BidCos-RF', 'BidCos-Wired', 'VirtualDevices', 'CUxD'] as const;
/** An interface that a CCU has by itself, or CUxD. */
export type KnownInterfaceName = (typeof INTERFACE_NAMES)[number];
/**
 * True for one of `INTERFACE_NAMES`. Other names are those of generic servers.
 *
 * @example
 * isKnownInterface('HmIP-RF'); // true
 * isKnownInterface('CCU-Jack'); // false
 */
export function isKnownInterface(name: string): name is KnownInterfaceName {
  return INTERFACE_NAMES.some((each) => each === name);
}

/** Well-known servers that are no part of a CCU, by the names under which their ports are known. */
export const SERVER_NAMES = ['CCU-Jack', 'Homegear'] as const;

/** Features of an interface process and details of its protocol. All differences between interfaces are here. */
export interface InterfaceProfile {
  /** XML-RPC over HTTP, or BIN-RPC over TCP. */
  readonly protocol: 'xml' | 'bin';
  /**
   * A server with nothing known but its protocol: it supports the methods that it lists, and a missing method is no
   * fault.
   */
  readonly generic: boolean;
  /** In which calls are written; answers are read as they say. */
  readonly encoding: 'latin1' | 'utf8';
  /** TCP port without TLS. */
  readonly port: number;
  /** TCP port with TLS. Absent: no TLS, not even when the CCU has it. */
  readonly tlsPort?: number;
  /** Path of the URL that calls go to. */
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
  /** The CCU's firewall needs an explicit entry for the port. */
  readonly namedInFirewall: boolean;
  /** A restart of the daemon loses its clients, without any report. */
  readonly forgetsClients: boolean;
  /** Strings, such as names of links, may be UTF-8 that was read as Latin-1 on the way. */
  readonly doubleUtf8: boolean;
  /** `getParamset(…, VALUES)` works. */
  readonly valuesParamset: boolean;
  /**
   * The members of one `putParamset(…, VALUES)` reach the device together. Others set them in alphabetical order, a
   * level before the time it is meant to last, and always answer success.
   */
  readonly valuesTogether: boolean;
  /** Devices have direct links. */
  readonly links: boolean;
  /** Support of `reportValueUsage`: unknown, effective, or effective and readable. */
  readonly valueUsage: 'none' | 'taken' | 'readable';
  /** Keys report their presses only while `reportValueUsage` declares them used. */
  readonly silentKeys: boolean;
  /** `rssiInfo` works. */
  readonly rssi: boolean;
  /** `getServiceMessages` works. */
  readonly serviceMessages: boolean;
  /** `suppressServiceMessages` works. */
  readonly suppressMessages: boolean;
  /**
   * Way of pairing in install mode: `serial` for a single device by its serial number, `whitelist` by its SGTIN and
   * key. `none`: there is no install mode.
   */
  readonly installMode: 'serial' | 'whitelist' | 'none';
  /** Devices are found by a search on the wired bus: `searchDevices` works. */
  readonly busSearch: boolean;
  /** It has radio modules: `listBidcosInterfaces` works. */
  readonly radio: boolean;
  /** A device can be moved to another one of its radio modules: `setBidcosInterface` works. */
  readonly receivers: boolean;
  /** Lengths of its radio messages. Undefined: writes use no sending time. */
  readonly airtime: RadioFrames | undefined;
  /** `getMetadata` and `setMetadata` work. */
  readonly metadata: boolean;
  /** `determineParameter` works. */
  readonly determine: boolean;
  /** Channels form teams, as smoke detectors do: `setTeam` works. */
  readonly teams: boolean;
  /** Devices say in `CONFIG_PENDING` that their configuration is on its way. */
  readonly configPending: boolean;
  /** The communication with a device can be tested. */
  readonly communicationTest: boolean;
  /** By which method a device takes its new firmware; `install`: only after the image was transferred to it. */
  readonly firmware: 'update' | 'install' | 'none';
  /** Its devices represent devices of other interfaces: heating groups. */
  readonly groups: boolean;
  /** `deleteDevice`, `replaceDevice`, `listReplaceableDevices` and `clearConfigCache` work. */
  readonly deletable: boolean;
  /** `restoreConfigToDevice` works. */
  readonly restorable: boolean;
  /** Descriptions of one type are the same for every device of it. */
  readonly sharedDescriptions: boolean;
  /** Manufacturer of its devices, unless the type of a device has another one. Undefined for several. */
  readonly manufacturer: string | undefined;
  /**
   * Product groups by the beginning of a device's type; the first that fits counts, else the name of the interface. `isWired`:
   * not reached over the air although the interface has a radio module.
   */
  readonly productGroups: readonly { readonly prefix: string; readonly group: string; readonly isWired?: true }[];
  /**
   * Use of the address of the CCU's own radio module as the serial number of the CCU: `always`, or `alone`, only where
   * the CCU has no other module.
   */
  readonly serialOfModule: 'always' | 'alone' | 'never';
  /** Events name the interface instead of the id under which the client registered. */
  readonly eventsByName: boolean;
  /**
   * Values have a time stamp before their first report: only the time of the previous update proves that there was one.
   */
  readonly stampsUntold: boolean;
}

/** Lengths of the frames that a radio module sends, at ten kilobit per second. Estimates. */
export interface RadioFrames {
  /** Milliseconds of a frame: preamble, addresses and checksum. */
  readonly frameMs: number;
  /** Milliseconds of one more parameter. */
  readonly parameterMs: number;
  /** Parameters of a configuration that fit into a frame. */
  readonly parametersPerFrame: number;
  /** Frames of a configuration beside those with its parameters. */
  readonly configurationFrames: number;
  /** Milliseconds of the signal that wakes a device: the module sends until the device has listened once. */
  readonly wakeMs: number;
}

/** Facts about an interface at any address: its profile without the parts that depend on the address. */
export type InterfaceFacts = Omit<InterfaceProfile, 'port' | 'tlsPort' | 'path' | 'encoding'> & {
  readonly name: InterfaceName;
};

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
  valueUsage: 'none',
  silentKeys: false,
  rssi: false,
  serviceMessages: false,
  suppressMessages: false,
  installMode: 'none',
  busSearch: false,
  radio: false,
  receivers: false,
  airtime: undefined,
  metadata: false,
  determine: false,
  teams: false,
  configPending: false,
  communicationTest: false,
  firmware: 'none',
  groups: false,
  deletable: false,
  restorable: false,
  sharedDescriptions: true,
  manufacturer: 'eQ-3',
  productGroups: [],
  serialOfModule: 'never',
  eventsByName: false,
  stampsUntold: false,
  generic: false,
  encoding: 'latin1',
} as const;

/** The profiles of the interfaces that CCUs have by themselves, and of CUxD. `profileOf` has those of generic servers too. */
export const INTERFACE_PROFILES: Readonly<Record<KnownInterfaceName, InterfaceProfile>> = {
  'BidCos-RF': {
    ...NOTHING,
    protocol: 'xml',
    port: 2001,
    tlsPort: 42001,
    plainCallbacks: true,
    doubleUtf8: true,
    links: true,
    valueUsage: 'taken',
    rssi: true,
    serviceMessages: true,
    installMode: 'serial',
    radio: true,
    receivers: true,
    airtime: { frameMs: 20, parameterMs: 1.6, parametersPerFrame: 7, configurationFrames: 2, wakeMs: 360 },
    metadata: true,
    determine: true,
    teams: true,
    communicationTest: true,
    firmware: 'update',
    deletable: true,
    restorable: true,
    serialOfModule: 'alone',
  },
  'BidCos-Wired': {
    ...NOTHING,
    protocol: 'xml',
    port: 2000,
    tlsPort: 42000,
    plainCallbacks: true,
    doubleUtf8: true,
    links: true,
    valueUsage: 'taken',
    busSearch: true,
    communicationTest: true,
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
    valueUsage: 'readable',
    silentKeys: true,
    rssi: true,
    serviceMessages: true,
    suppressMessages: true,
    installMode: 'whitelist',
    radio: true,
    airtime: { frameMs: 30, parameterMs: 3.2, parametersPerFrame: 8, configurationFrames: 1, wakeMs: 360 },
    metadata: true,
    configPending: true,
    communicationTest: true,
    firmware: 'install',
    deletable: true,
    restorable: true,
    productGroups: [{ prefix: 'HmIPW-', group: 'HmIP-Wired', isWired: true }],
    serialOfModule: 'always',
  },
  VirtualDevices: {
    ...NOTHING,
    protocol: 'xml',
    port: 9292,
    tlsPort: 49292,
    path: '/groups',
    groups: true,
    pongPatience: 2,
    doubleUtf8: true,
    valuesTogether: true,
    stampsUntold: true,
  },
  CUxD: {
    ...NOTHING,
    protocol: 'bin',
    port: 8701,
    namedInFirewall: true,
    forgetsClients: true,
    valuesParamset: false,
    sharedDescriptions: false,
    manufacturer: undefined,
    productGroups: [{ prefix: '', group: 'unknown' }],
    eventsByName: true,
  },
};

/**
 * One value per call, descriptions of its own for every device, clients lost at a restart, the rest from its list of
 * methods.
 */
const GENERIC = {
  ...NOTHING,
  path: '/RPC2',
  protocol: 'xml',
  generic: true,
  encoding: 'utf8',
  pongPatience: 2,
  forgetsClients: true,
  sharedDescriptions: false,
  links: true,
  rssi: true,
  serviceMessages: true,
  metadata: true,
  deletable: true,
  restorable: true,
} as const;

/** Where well-known servers listen when no port is given. */
const USUAL_PORTS: Readonly<
  Record<(typeof SERVER_NAMES)[number], Pick<InterfaceProfile, 'port' | 'tlsPort' | 'path'>>
> = {
  'CCU-Jack': { port: 2121, tlsPort: 2122, path: '/RPC3' },
  Homegear: { port: 2001, tlsPort: 2002, path: '/' },
};

/** A name that can be part of ids and paths. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,30}[A-Za-z0-9])?$/;

/**
 * The profile of an interface. A name that CCUs do not have gets that of a generic server, which supports the methods
 * that it lists. Undefined for an impossible name, or an unknown port.
 *
 * @example
 * profileOf({ name: 'HmIP-RF' })?.port; // 2010
 * profileOf({ name: 'Other' }); // undefined: no port is given, and none is known
 */
export function profileOf({ name, port, encoding }: InterfaceOptions): InterfaceProfile | undefined {
  if (isKnownInterface(name)) return INTERFACE_PROFILES[name];
  const server = SERVER_NAMES.find((each) => each === name);
  const usual = server === undefined ? undefined : USUAL_PORTS[server];
  const own = port ?? usual?.port;
  if (!NAME.test(name) || own === undefined) return undefined;
  return { ...GENERIC, tlsPort: own, ...usual, port: own, encoding: encoding ?? GENERIC.encoding };
}

/**
 * Facts about an interface of that name. A name that CCUs do not have has the facts of a generic server.
 *
 * @example
 * factsOf('HmIP-RF').installMode; // 'whitelist'
 * factsOf('Other').generic; // true
 */
export function factsOf(name: InterfaceName): InterfaceFacts {
  return { name, ...(isKnownInterface(name) ? INTERFACE_PROFILES[name] : GENERIC) };
}

/**
 * The interfaces of a CCU of which something holds, in the order of `INTERFACE_NAMES`.
 *
 * @example
 * interfacesWhere(({ installMode }) => installMode === 'serial'); // ['BidCos-RF']
 */
export function interfacesWhere(holds: (facts: InterfaceFacts) => boolean): readonly KnownInterfaceName[] {
  return INTERFACE_NAMES.filter((name) => holds(factsOf(name)));
}

/**
 * The TCP ports of a CCU that belong to no interface: JSON-RPC is served by its web server, scripts by the logic layer.
 *
 * @example
 * ccuPorts(true); // { jsonRpc: 443, scripts: 48181 }
 */
export function ccuPorts(tls: boolean): { readonly jsonRpc: number; readonly scripts: number } {
  return tls ? { jsonRpc: 443, scripts: 48181 } : { jsonRpc: 80, scripts: 8181 };
}

/**
 * True when the port of a server of that name is known, so that a configuration may leave it out.
 *
 * @example
 * hasUsualPort('CCU-Jack'); // true
 * hasUsualPort('Other'); // false
 */
export function hasUsualPort(name: string): boolean {
  return isKnownInterface(name) || SERVER_NAMES.some((each) => each === name);
}

/**
 * Address of an interface, with the use of TLS: its own settings before those of its CCU.
 *
 * @example
 * const name = 'HmIP-RF';
 * placeOf({ name }, INTERFACE_PROFILES[name], { host: 'ccu.local', tls: true });
 * // { host: 'ccu.local', port: 42010, tls: true, path: '/' }
 */
export function placeOf(
  spec: InterfaceOptions,
  profile: InterfaceProfile,
  ccu: { readonly host: string; readonly tls: boolean },
): { readonly host: string; readonly port: number; readonly tls: boolean; readonly path: string } {
  const tls = (spec.tls ?? ccu.tls) && profile.tlsPort !== undefined;
  return {
    host: spec.host ?? ccu.host,
    port: spec.port ?? (tls ? (profile.tlsPort ?? profile.port) : profile.port),
    tls,
    path: spec.path ?? profile.path,
  };
}
