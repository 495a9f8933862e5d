import type { GroupBook } from '../live/hub.js';
import type { LiveDevice } from '../live/types.js';
import { idRow, type ReGaContext, refusal, rows, type ScriptHandlers } from './context.js';
import { channelsMetBy, findMet, meetsPoint, named, type ScriptReach } from './reach.js';

type DeviceNames =
  | 'com_test_start'
  | 'com_test_result'
  | 'names'
  | 'rename'
  | 'values'
  | 'recent_values'
  | 'point'
  | 'inbox'
  | 'inbox_accept';

/** Scripts about devices, their names and values. */
export function deviceScripts({ state, switches, now }: ReGaContext): ScriptHandlers<DeviceNames> {
  const { registry, store } = state;
  const known = () => registry.all().filter(({ description }) => !switches.unknownDevices.has(description.ADDRESS));
  /** Time of the last test that each device answered. */
  const tests = new Map<string, string>();
  const ready = () => known().filter((device) => device.ready);

  /** Every data point of these devices; one without a report has no value, and changed at 0. */
  const told = (interfaceName: string, devices: readonly LiveDevice[], reach: ScriptReach) =>
    devices.flatMap((device) =>
      channelsMetBy(device, reach).flatMap(({ description: { ADDRESS } }) =>
        [...store.values(ADDRESS)]
          .filter(([parameter]) => meetsPoint(state.describe(ADDRESS)[parameter], reach))
          .map(([parameter, { value, setAt }]) => ({
            point: `${interfaceName}.${ADDRESS}.${parameter}`,
            value: typeof value === 'object' || setAt === 0 ? undefined : value,
            changedAt: setAt,
          })),
      ),
    );

  return {
    names: (_, reach) => rows(...ready().flatMap((device) => nameRows(device, reach))),
    rename: ({ address, name }, reach) => {
      const object = registry.device(address) ?? findMet(registry, address, reach);
      if (object === undefined) return refusal('not_found');
      return rows({ id: object.id, name: registry.rename(address, name) ?? '' });
    },
    values: ({ interfaceName, from, count }, reach) => {
      const devices = ready().filter((device) => device.interfaceName === interfaceName);
      const page = told(interfaceName, devices.slice(from, from + count), reach);
      return from + count < devices.length ? { rows: page, next: from + count } : { rows: page };
    },
    recent_values: ({ interfaceName, from, count, seconds }, reach) => {
      const devices = ready().filter((device) => device.interfaceName === interfaceName);
      const ago = (at: number) => Math.floor(now() / 1000) - Math.floor(at / 1000);
      const recent = told(interfaceName, devices.slice(from, from + count), reach)
        .map(({ changedAt, ...row }) => ({ ...row, ago: ago(changedAt) }))
        .filter((row) => row.ago >= 0 && row.ago <= seconds);
      return rows(...recent, { point: '', value: undefined, ago: devices.length });
    },
    point: ({ point }) => {
      const [, channelAddress = '', parameter = ''] = /^[^.]+\.([^.]+)\.(.+)$/.exec(point) ?? [];
      const found = store.value(channelAddress, parameter);
      if (found === undefined) return refusal('not_found');
      return rows({ value: typeof found.value === 'object' ? undefined : found.value, changedAt: found.setAt });
    },
    inbox: () =>
      rows(
        ...known()
          .filter((device) => !device.ready)
          .map(({ id, name, interfaceName, description: { ADDRESS, TYPE } }) => ({
            id,
            address: ADDRESS,
            type: TYPE,
            interfaceName,
            name,
          })),
      ),
    com_test_start: ({ address }) => {
      const device = registry.device(address);
      if (device === undefined) return refusal('not_found');
      // A device out of reach does not answer, and a sleeping one only after it woke up.
      const answers = !switches.refusedDevices.has(address) && !switches.refuseAllWrites;
      const done = () => {
        tests.set(address, started);
        state.speak({ channelAddress: `${address}:0`, parameter: 'UNREACH', value: false });
      };
      const started = secondsOf(now());
      const waiting = switches.asleep.get(address);
      if (waiting !== undefined) switches.asleep.set(address, [...waiting, done]);
      else if (answers) done();
      return rows({ started });
    },
    com_test_result: ({ address }) => rows({ completed: tests.get(address) ?? '1970-01-01 00:00:00' }),
    inbox_accept: ({ address }) =>
      state.acceptDevice(address) ? idRow(registry.device(address)?.id) : refusal('not_found'),
  };
}

/** As the logic layer writes a time; it has whole seconds. */
const secondsOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

function nameRows(device: LiveDevice, reach: ScriptReach) {
  const { id, name, interfaceName, description } = device;
  return [
    { kind: 'D', id, address: description.ADDRESS, name, interfaceName },
    ...channelsMetBy(device, reach).map((channel) => ({
      kind: 'C',
      id: channel.id,
      address: channel.description.ADDRESS,
      name: channel.name,
      interfaceName,
    })),
  ];
}

type GroupNames = 'groups' | 'group_create' | 'group_rename' | 'group_delete' | 'group_assign';

/** Scripts about rooms and functions. */
export function groupScripts({ state }: ReGaContext): ScriptHandlers<GroupNames> {
  const { registry } = state;
  const groups = (kind: 'rooms' | 'functions'): GroupBook => state[kind];

  return {
    groups: ({ kind }) => rows(...groups(kind).all()),
    group_create: ({ kind, name }, reach) => {
      if (named(groups(kind).all(), name, reach) !== undefined) return refusal('conflict');
      return idRow(groups(kind).create(name));
    },
    group_rename: ({ kind, id, name }, { looksForName }) => {
      const before = groups(kind)
        .all()
        .find((group) => group.id === id);
      if (before === undefined) return refusal('not_found');
      if (groups(kind).rename(id, name) === name || !looksForName) return rows({ id });
      groups(kind).rename(id, before.name);
      return refusal('conflict');
    },
    group_delete: ({ kind, id }) => (groups(kind).remove(id) ? rows({ id }) : refusal('not_found')),
    group_assign: ({ kind, channelAddress, ids }, reach) => {
      const channel = findMet(registry, channelAddress, reach);
      if (channel !== undefined) groups(kind).assign(channelAddress, ids);
      return idRow(channel?.id);
    },
  };
}
