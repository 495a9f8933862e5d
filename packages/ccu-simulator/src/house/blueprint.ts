import { type Dialect, parameters } from './parameters.js';
import type {
  DefinedDevice,
  DeviceDescription,
  HouseParamsetKey,
  InterfaceName,
  ParamsetDescription,
} from './types.js';

/** Kind of channel: its type, its paramsets as tables, and its roles in links. */
export interface ChannelBlueprint {
  readonly type: string;
  readonly values?: string;
  readonly master?: string;
  /** Table of link parameters; an empty text means that LINK exists without parameters. */
  readonly link?: string;
  readonly sourceRoles?: string;
  readonly targetRoles?: string;
  /** Bits: 1 visible, 2 internal, 8 undeletable. Default 1. */
  readonly flags?: number;
}

/** A kind of device. Channel 0 comes first. */
export interface DeviceBlueprint {
  readonly interfaceName: InterfaceName;
  readonly type: string;
  readonly channels: readonly ChannelBlueprint[];
  /** Table of the device's own MASTER paramset. */
  readonly master?: string;
  readonly firmware?: string;
  readonly availableFirmware?: string;
  readonly version?: number;
  /** Bits: 1 always, 2 burst, 4 config, 8 wake-up. Default 1. */
  readonly rxMode?: number;
  readonly flags?: number;
}

/** Address and names of one device of a kind. */
export type Placement = Pick<DefinedDevice, 'name' | 'channelNames' | 'inInbox'> & {
  readonly address: string;
  /** First values by channel index and parameter. */
  readonly values?: Readonly<Record<number, Readonly<Record<string, string | number | boolean>>>>;
  readonly master?: Readonly<Record<number, Readonly<Record<string, string | number | boolean>>>>;
};

const dialects: Readonly<Record<InterfaceName, Dialect>> = {
  'HmIP-RF': 'hmip',
  VirtualDevices: 'hmip',
  'BidCos-RF': 'bidcos',
  'BidCos-Wired': 'bidcos',
  CUxD: 'bidcos',
};

/** Builds the full descriptions of one device from its kind and its address. */
export function place(kind: DeviceBlueprint, where: Placement): DefinedDevice {
  const dialect = dialects[kind.interfaceName];
  const paramsets: Record<string, Partial<Record<HouseParamsetKey, ParamsetDescription>>> = {
    [where.address]: { MASTER: parameters(dialect, kind.master ?? '') },
  };
  const channels = kind.channels.map((channel, index) => {
    const address = `${where.address}:${index}`;
    paramsets[address] = channelParamsets(dialect, kind.interfaceName, channel);
    return describeChannel(dialect, { kind, channel, where, index });
  });
  const byAddress = (table: Placement['values']) =>
    Object.fromEntries(Object.entries(table ?? {}).map(([index, values]) => [`${where.address}:${index}`, values]));
  return {
    interfaceName: kind.interfaceName,
    description: describeDevice(dialect, kind, where.address),
    channels,
    paramsets,
    name: where.name,
    ...(where.channelNames === undefined ? {} : { channelNames: where.channelNames }),
    ...(where.inInbox === undefined ? {} : { inInbox: where.inInbox }),
    values: byAddress(where.values),
    master: byAddress(where.master),
  };
}

function channelParamsets(dialect: Dialect, interfaceName: InterfaceName, channel: ChannelBlueprint) {
  return {
    // CUxD describes VALUES but nothing to configure.
    ...(interfaceName === 'CUxD' ? {} : { MASTER: parameters(dialect, channel.master ?? '') }),
    VALUES: parameters(dialect, channel.values ?? ''),
    ...(channel.link === undefined ? {} : { LINK: parameters(dialect, channel.link) }),
  };
}

function describeDevice(dialect: Dialect, kind: DeviceBlueprint, address: string): DeviceDescription {
  const firmware = kind.firmware ?? (dialect === 'hmip' ? '1.8.6' : '1.4');
  const common = {
    ADDRESS: address,
    TYPE: kind.type,
    PARENT: '',
    CHILDREN: kind.channels.map((_, index) => `${address}:${index}`),
    PARAMSETS: ['MASTER'],
    FIRMWARE: firmware,
    FLAGS: kind.flags ?? 1,
    VERSION: kind.version ?? 4,
    ROAMING: 0,
    RX_MODE: kind.rxMode ?? 1,
    RF_ADDRESS: radioAddress(address),
  };
  if (dialect === 'bidcos') return { ...common, UPDATABLE: false, INTERFACE: 'SIM0000000' };
  const available = kind.availableFirmware ?? firmware;
  return {
    ...common,
    SUBTYPE: kind.type.replace(/^HmIPW?-/, ''),
    INTERFACE: '00F1C0DE0000C0',
    AVAILABLE_FIRMWARE: available,
    FIRMWARE_UPDATE_STATE: available === firmware ? 'UP_TO_DATE' : 'NEW_FIRMWARE_AVAILABLE',
    UPDATABLE: true,
  };
}

interface ChannelPlace {
  readonly kind: DeviceBlueprint;
  readonly channel: ChannelBlueprint;
  readonly where: Placement;
  readonly index: number;
}

function describeChannel(dialect: Dialect, { kind, channel, where, index }: ChannelPlace): DeviceDescription {
  const direction = channel.sourceRoles ? 1 : channel.targetRoles ? 2 : 0;
  return {
    ADDRESS: `${where.address}:${index}`,
    TYPE: channel.type,
    PARENT: where.address,
    PARENT_TYPE: kind.type,
    INDEX: index,
    PARAMSETS: [
      ...(kind.interfaceName === 'CUxD' ? [] : ['MASTER']),
      'VALUES',
      ...(channel.link === undefined ? [] : ['LINK']),
    ],
    FLAGS: channel.flags ?? (index === 0 && dialect === 'bidcos' ? 3 : 1),
    VERSION: kind.version ?? 4,
    AES_ACTIVE: dialect === 'hmip' ? 1 : 0,
    DIRECTION: direction,
    LINK_SOURCE_ROLES: channel.sourceRoles ?? '',
    LINK_TARGET_ROLES: channel.targetRoles ?? '',
  };
}

/** A stable number made from the address, as a radio address is. */
function radioAddress(address: string): number {
  return [...address].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffff, 7);
}
