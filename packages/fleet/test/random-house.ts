import type { DeviceDescription, InterfaceName, ParamsetDescription, WireValue } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { HouseModel } from '@ccu-gateway/device-model';
import fc from 'fast-check';
import {
  connectionState,
  type DeviceSpec,
  described,
  loaded,
  NOON,
  parameter,
  SMALL_HOUSE,
  SWITCH,
  value,
} from '../../device-model/test/house.js';

/** Devices of one interface, with their descriptions. */
export interface Described {
  readonly interfaceName: InterfaceName;
  readonly devices: readonly DeviceDescription[];
  readonly paramsets: Readonly<Record<string, Readonly<Record<string, ParamsetDescription>>>>;
}

const LEVEL = parameter('FLOAT', 7, { MIN: 0, MAX: 1.01, UNIT: '100%' });
const BLIND: DeviceSpec = {
  address: '0001D3C99C0031',
  type: 'XY-BLIND',
  channels: [
    { type: 'MAINTENANCE', values: { UNREACH: parameter('BOOL', 5), LOW_BAT: parameter('BOOL', 5) } },
    {
      type: 'BLIND_TRANSMITTER',
      values: {
        LEVEL,
        LEVEL_2: LEVEL,
        ACTIVITY_STATE: parameter('ENUM', 5, { VALUE_LIST: ['UNKNOWN', 'UP', 'DOWN', 'STABLE'] }),
      },
    },
    {
      type: 'BLIND_VIRTUAL_RECEIVER',
      values: { LEVEL, LEVEL_2: LEVEL, COMBINED_PARAMETER: parameter('STRING', 2) },
      master: { POWERUP_LEVEL: LEVEL, CHANNEL_OPERATION_MODE: parameter('ENUM', 3, { VALUE_LIST: ['A', 'B'] }) },
    },
  ],
};

/** The small installation and a blind, as one interface describes them. */
export const MADE_UP: Described = (() => {
  const { devices, paramsets, interfaceName } = described([...SMALL_HOUSE, BLIND]);
  return { devices, paramsets: paramsets as Described['paramsets'], interfaceName };
})();

/** One change of the model. */
export type Step = (house: HouseModel, time: { now: number }) => void;

const CENTRAL = 'ccu1';

export function begin(house: HouseModel, interfaces: readonly InterfaceName[]): void {
  house.addCentral(CENTRAL, { host: '192.0.2.1', interfaces: interfaces.map(factsOf), ids: 'awaited' });
}

/** Changes of a model with these devices. */
export function steps(kinds: readonly Described[]): fc.Arbitrary<Step> {
  const of = fc.constantFrom(...kinds);
  const places = of.chain((kind) =>
    fc.constantFrom(...kind.devices).map(({ ADDRESS }) => ({ ...kind, address: ADDRESS })),
  );
  const points = places
    .filter(({ address, paramsets }) => Object.keys(paramsets[address]?.VALUES ?? {}).length > 0)
    .chain((place) =>
      fc.constantFrom(...Object.keys(place.paramsets[place.address]?.VALUES ?? {})).map((name) => ({ ...place, name })),
    );
  const worth: fc.Arbitrary<WireValue> = fc.oneof(
    fc.boolean(),
    fc.integer({ min: 0, max: 4 }),
    fc.constantFrom(0.1, 0.5, 1, 21.5, ''),
  );
  const said = fc.tuple(points, worth).map(
    ([{ interfaceName, address, name }, wire]): Step =>
      (house, time) => {
        house.apply(value(address, name, wire, { interfaceName, at: time.now }));
      },
  );
  return fc.oneof(
    { weight: 8, arbitrary: said },
    passing(),
    links(of),
    configured(places),
    asked(points, worth),
    hub(),
  );
}

const passing = (): fc.Arbitrary<Step> =>
  fc.integer({ min: 1, max: 4000 }).map(
    (ms): Step =>
      (_, time) => {
        time.now += ms;
      },
  );

const links = (of: fc.Arbitrary<Described>): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.tuple(of, fc.constantFrom('loading', 'connected', 'disconnected', 'suspect', 'stopped')).map(
      ([{ interfaceName }, state]): Step =>
        (house) => {
          house.apply(connectionState(state as 'connected', { interfaceName, pingMs: 7 }));
        },
    ),
    fc.tuple(of, fc.boolean(), fc.constantFrom('CACHE', 'NEW', 'REFRESH'), fc.nat(3)).map(
      ([{ interfaceName, devices, paramsets }, complete, source, left]): Step =>
        (house, time) => {
          const roots = devices.filter(({ ADDRESS }) => !ADDRESS.includes(':'));
          const gone = roots.slice(0, left % Math.max(roots.length, 1)).map(({ ADDRESS }) => ADDRESS);
          const some = devices.filter(({ ADDRESS }) => !gone.includes(ADDRESS.split(':')[0] ?? ''));
          const from = { central: CENTRAL, interfaceName, at: time.now } as const;
          house.apply({
            ...from,
            type: 'devices_described',
            source: source as 'NEW',
            complete,
            devices: some,
            paramsets,
          });
        },
    ),
    fc.tuple(of, fc.integer({ min: 1, max: 5 })).map(
      ([{ interfaceName, devices, paramsets }, known]): Step =>
        (house) => {
          const all = devices.flatMap(({ ADDRESS }) =>
            Object.entries(paramsets[ADDRESS]?.VALUES ?? {}).map(
              // Of some data points the CCU has no value.
              ([name, { DEFAULT }], index) => [ADDRESS, name, index % known === 1 ? null : (DEFAULT ?? 1)] as const,
            ),
          );
          house.apply(loaded(all, { interfaceName }));
        },
    ),
    of.chain(({ interfaceName, devices }) =>
      fc.constantFrom(...devices).map(
        ({ ADDRESS }): Step =>
          (house, time) => {
            const from = { central: CENTRAL, interfaceName, at: time.now };
            house.apply({ ...from, type: 'devices_removed', addresses: [ADDRESS] });
          },
      ),
    ),
  );

const configured = (places: fc.Arbitrary<Described & { readonly address: string }>): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.tuple(places, fc.nat(2)).map(
      ([{ address, paramsets }, to]): Step =>
        (house, time) => {
          const names = Object.keys(paramsets[address]?.MASTER ?? {}).slice(0, 20);
          const values = Object.fromEntries(names.map((name) => [name, to]));
          house.applyConfiguration({ address, values, at: time.now });
        },
    ),
    fc.tuple(places, fc.boolean()).map(
      ([{ address }, hidden]): Step =>
        (house) => {
          const [device = '', channel = '0'] = address.split(':');
          house.setChannelFlags({ address: device, channel: Number(channel) }, hidden ? { hidden } : { locked: true });
        },
    ),
    fc.constantFrom(['LEVEL:MASTER@:all'], ['*'], ['POWERUP_LEVEL:MASTER@all:all', 'RSSI_DEVICE', '!']).map(
      (patterns): Step =>
        (house, time) => {
          house.visibility.set(CENTRAL, patterns, { at: time.now, by: 'somebody' });
        },
    ),
    fc.tuple(places, places).map(
      ([from, to]): Step =>
        (house, time) => {
          const [address = ''] = from.address.split(':');
          const found = [{ sender: from.address, receiver: to.address, name: 'n' }];
          house.links.take({ central: CENTRAL, address, links: found, at: time.now });
        },
    ),
    fc.array(places, { maxLength: 4 }).map(
      (named): Step =>
        (house, time) => {
          const channelAddresses = named.map(({ address }) => address);
          house.apply({
            type: 'names_loaded',
            central: CENTRAL,
            at: time.now,
            names: channelAddresses.map((address, index) => ({ address, name: `Thing ${index}`, iseId: 1000 + index })),
            rooms: [{ name: 'Kitchen', channelAddresses }],
            functions: [{ name: 'Light', channelAddresses: channelAddresses.slice(1) }],
          });
        },
    ),
    fc.boolean().map(
      (group): Step =>
        (house) => {
          house.setBehaviour(CENTRAL, {
            resumesLights: !group,
            groupCoverState: group,
            listsInternalPrograms: group,
            offersFirmware: !group,
            holdsNewDevices: group,
          });
        },
    ),
  );

type Point = Described & { readonly address: string; readonly name: string };

const asked = (points: fc.Arbitrary<Point>, worth: fc.Arbitrary<WireValue>): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.tuple(points, worth, fc.boolean()).map(
      ([point, wire, fails]): Step =>
        (house) => {
          const write = { central: CENTRAL, channelAddress: point.address, parameter: point.name, value: wire };
          const end = house.markPending(write);
          if (fails) end();
        },
    ),
    // Ended by the function returned for it, after another request.
    fc.tuple(points, worth, worth).map(
      ([point, wire, other]): Step =>
        (house) => {
          const write = { central: CENTRAL, channelAddress: point.address, parameter: point.name, value: wire };
          const end = house.markPending(write);
          house.markPending({ ...write, value: other });
          end();
        },
    ),
    fc.constantFrom('L2=20,L=90', 'L2=20', 'L=0').map(
      (value): Step =>
        (house) => {
          const place = { central: CENTRAL, channelAddress: `${BLIND.address}:2`, parameter: 'COMBINED_PARAMETER' };
          house.markPending({ ...place, value });
        },
    ),
    points.map(
      ({ interfaceName, address, name }): Step =>
        (house, time) => {
          const from = { central: CENTRAL, interfaceName, at: time.now, channelAddress: address, parameter: name };
          house.apply({ ...from, type: 'write_rolled_back', paramsetKey: 'VALUES', reason: 'timeout' });
        },
    ),
    fc.tuple(points, worth).map(
      ([{ interfaceName, address, name }, wire]): Step =>
        (house, time) => {
          const from = { central: CENTRAL, interfaceName, at: time.now, channelAddress: address, parameter: name };
          house.apply({ ...from, type: 'write_waiting', value: wire });
        },
    ),
    fc.tuple(points, worth).map(
      ([{ interfaceName, address, name }, wire]): Step =>
        (house) => {
          const known = { interfaceName, channelAddress: address, parameter: name, value: wire, setAt: NOON - 60_000 };
          house.memory.restoreValues(CENTRAL, [known]);
        },
    ),
  );

const hub = (): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.tuple(fc.nat(3), fc.boolean()).map(
      ([count, active]): Step =>
        (house, time) => {
          house.applyHub(CENTRAL, {
            at: time.now,
            programs: Array.from({ length: count }, (_, id) => ({
              ...{ id, name: `Program ${id}`, description: '', active, visible: true, internal: id === 1 },
              lastExecutedAt: time.now,
            })),
            sysvars: Array.from({ length: count }, (_, id) => ({
              ...{ id, name: `Variable ${id}`, description: '', type: 'NUMBER' as const, unit: '', value: count },
              ...{
                visible: true,
                internal: false,
                logged: false,
                valueList: [],
                valueName0: '',
                valueName1: '',
                channelAddress: '',
                changedAt: 0,
              },
            })),
            installModes: [{ interfaceName: 'HmIP-RF', active, seconds: count }],
          });
        },
    ),
    fc.boolean().map(
      (success): Step =>
        (house) =>
          void house.programExecuted(CENTRAL, '0', { success }),
    ),
    fc.boolean().map(
      (away): Step =>
        (house) =>
          void house.setHubAway(CENTRAL, away),
    ),
    fc.boolean().map(
      (absent): Step =>
        (house) =>
          house.setHubAbsent(CENTRAL, absent),
    ),
    fc.constant<Step>((house) => void house.settleIdentity(CENTRAL)),
    fc.constant<Step>((house) => void house.setCentralInformation(CENTRAL, { serial: '3014F711A0001F0000000001' })),
    fc.constant<Step>((house) =>
      house.memory.restoreChannelFlags(CENTRAL, [{ address: `${SWITCH}:4`, hidden: true, locked: false }]),
    ),
  );
