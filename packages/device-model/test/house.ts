import type {
  CcuEvent,
  ConnectionState,
  DeviceDescription,
  InterfaceName,
  ParameterDescription,
  ParamsetDescription,
  WireValue,
} from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { createHouseModel, type HouseModel, type HouseModelOptions, type ModelEvent } from '../src/index.js';

/** A day in the life of the tests: 2026-01-01T12:00:00Z. */
export const NOON = Date.UTC(2026, 0, 1, 12);

type Kind = ParameterDescription['TYPE'];

export function parameter(
  type: Kind,
  operations: number,
  more: Partial<ParameterDescription> = {},
): ParameterDescription {
  return { TYPE: type, OPERATIONS: operations, FLAGS: 1, ...more };
}

export interface ChannelSpec {
  readonly type: string;
  readonly values?: ParamsetDescription;
  readonly master?: ParamsetDescription;
  readonly more?: Partial<DeviceDescription>;
}

export interface DeviceSpec {
  readonly address: string;
  readonly type: string;
  readonly channels: readonly ChannelSpec[];
  readonly more?: Partial<DeviceDescription>;
  readonly master?: ParamsetDescription;
}

type Described = Extract<CcuEvent, { type: 'devices_described' }>;

export function described(
  specs: readonly DeviceSpec[],
  options: {
    readonly central?: string;
    readonly interfaceName?: InterfaceName;
    readonly complete?: boolean;
    readonly source?: Described['source'];
  } = {},
): Described {
  const devices: DeviceDescription[] = [];
  const paramsets: Record<string, Record<string, ParamsetDescription>> = {};
  for (const spec of specs) {
    devices.push({
      ADDRESS: spec.address,
      TYPE: spec.type,
      PARENT: '',
      CHILDREN: spec.channels.map((_, index) => `${spec.address}:${index}`),
      PARAMSETS: ['MASTER'],
      FIRMWARE: '1.0.0',
      ...spec.more,
    });
    if (spec.master !== undefined) paramsets[spec.address] = { MASTER: spec.master };
    spec.channels.forEach((channel, index) => {
      const address = `${spec.address}:${index}`;
      devices.push({
        ADDRESS: address,
        TYPE: channel.type,
        PARENT: spec.address,
        PARENT_TYPE: spec.type,
        INDEX: index,
        PARAMSETS: ['MASTER', 'VALUES'],
        ...channel.more,
      });
      paramsets[address] = { VALUES: channel.values ?? {}, ...(channel.master ? { MASTER: channel.master } : {}) };
    });
  }
  return {
    type: 'devices_described',
    central: options.central ?? 'ccu1',
    interfaceName: options.interfaceName ?? 'HmIP-RF',
    at: NOON,
    source: options.source ?? 'NEW',
    complete: options.complete ?? true,
    devices,
    paramsets,
  };
}

export function connectionState(
  state: ConnectionState,
  options: { readonly central?: string; readonly interfaceName?: InterfaceName; readonly pingMs?: number } = {},
): CcuEvent {
  const central = options.central ?? 'ccu1';
  const interfaceName = options.interfaceName ?? 'HmIP-RF';
  return {
    type: 'link_state',
    central,
    interfaceName,
    at: NOON,
    previous: 'disconnected',
    status: {
      central,
      interfaceName,
      state,
      connected: state === 'connected',
      ...(options.pingMs === undefined ? {} : { pingMs: options.pingMs }),
    },
  };
}

export function value(
  channelAddress: string,
  parameterName: string,
  wire: WireValue,
  options: { readonly central?: string; readonly interfaceName?: InterfaceName; readonly at?: number } = {},
): CcuEvent {
  return {
    type: 'value',
    central: options.central ?? 'ccu1',
    interfaceName: options.interfaceName ?? 'HmIP-RF',
    at: options.at ?? NOON,
    channelAddress,
    parameter: parameterName,
    value: wire,
  };
}

export function loaded(
  values: readonly (readonly [channelAddress: string, parameter: string, value: WireValue | null])[],
  options: { readonly central?: string; readonly interfaceName?: InterfaceName } = {},
): CcuEvent {
  return {
    type: 'values_loaded',
    central: options.central ?? 'ccu1',
    interfaceName: options.interfaceName ?? 'HmIP-RF',
    at: NOON,
    values: values.map(([channelAddress, parameterName, wire]) => ({
      channelAddress,
      parameter: parameterName,
      value: wire,
    })),
  };
}

export const SWITCH = '0001D3C99C0001';
export const REMOTE = '0001D3C99C0002';

const MAINTENANCE: ChannelSpec = {
  type: 'MAINTENANCE',
  values: {
    UNREACH: parameter('BOOL', 5, { FLAGS: 9 }),
    CONFIG_PENDING: parameter('BOOL', 5, { FLAGS: 9 }),
    LOW_BAT: parameter('BOOL', 5, { FLAGS: 9 }),
    RSSI_DEVICE: parameter('INTEGER', 5, { MIN: -128, MAX: 127 }),
  },
};

/** A switch with its transmitter and three receivers, and a wall key. */
export const SMALL_HOUSE: readonly DeviceSpec[] = [
  {
    address: SWITCH,
    type: 'HmIP-BSM',
    channels: [
      MAINTENANCE,
      { type: 'KEY_TRANSCEIVER', values: { PRESS_SHORT: parameter('ACTION', 4), PRESS_LONG: parameter('ACTION', 4) } },
      { type: 'KEY_TRANSCEIVER', values: { PRESS_SHORT: parameter('ACTION', 4) } },
      { type: 'SWITCH_TRANSMITTER', values: { STATE: parameter('BOOL', 5), PROCESS: parameter('ENUM', 5) } },
      ...[4, 5, 6].map(
        (): ChannelSpec => ({
          type: 'SWITCH_VIRTUAL_RECEIVER',
          values: {
            STATE: parameter('BOOL', 7),
            ON_TIME: parameter('FLOAT', 2, { MIN: 0, MAX: 8580000, UNIT: 's' }),
          },
        }),
      ),
      {
        type: 'ENERGIE_METER_TRANSMITTER',
        values: { POWER: parameter('FLOAT', 5, { MIN: '0.0', MAX: '80000.0', UNIT: 'W' }) },
      },
    ],
  },
  {
    address: REMOTE,
    type: 'HmIP-WRC2',
    more: { RX_MODE: 24, FIRMWARE: '1.0.0', AVAILABLE_FIRMWARE: '1.2.0', FIRMWARE_UPDATE_STATE: 'READY_FOR_UPDATE' },
    channels: [MAINTENANCE, { type: 'KEY_TRANSCEIVER', values: { PRESS_SHORT: parameter('ACTION', 4) } }],
  },
];

/** A model with one CCU, one interface, the small installation loaded and connected. */
export function readyHouse(
  options: HouseModelOptions & { readonly specs?: readonly DeviceSpec[]; readonly interfaceName?: InterfaceName } = {},
): { readonly house: HouseModel; readonly events: readonly ModelEvent[] } {
  const house = createHouseModel({ now: () => NOON + 5000, ...options });
  const interfaceName = options.interfaceName ?? 'HmIP-RF';
  const events = [
    ...house.addCentral('ccu1', { host: '192.0.2.1', interfaces: [factsOf(interfaceName)] }),
    ...house.apply(connectionState('loading', { interfaceName })),
    ...house.apply(described(options.specs ?? SMALL_HOUSE, { interfaceName })),
    ...house.apply(loaded([], { interfaceName })),
    ...house.apply(connectionState('connected', { interfaceName })),
  ];
  return { house, events };
}

export const typesOf = (events: readonly ModelEvent[]): readonly string[] => events.map((event) => event.type);
