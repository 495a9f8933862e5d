import type { GroupBook } from '../live/hub.js';
import type { LiveDevice, LiveMessage } from '../live/types.js';
import { type ReGaContext, refusal, rows, type ScriptHandlers } from './context.js';
import { meetsChannel, meetsPoint, named, type ScriptReach } from './reach.js';

type Names =
  | 'names'
  | 'rename'
  | 'groups'
  | 'group_create'
  | 'group_rename'
  | 'group_delete'
  | 'group_assign'
  | 'values'
  | 'point'
  | 'inbox'
  | 'inbox_accept'
  | 'service_messages'
  | 'alarm_messages'
  | 'message_ack';

/** Scripts about devices, rooms, functions, values and messages. */
export function houseScripts({ state }: ReGaContext): ScriptHandlers<Names> {
  const { registry, messages, store, hub } = state;
  const ready = () => registry.all().filter((device) => device.ready);
  const groups = (kind: 'rooms' | 'functions'): GroupBook => state[kind];
  function metChannel(address: string, reach: ScriptReach) {
    const channel = registry.channel(address);
    return channel !== undefined && meetsChannel(channel.description, reach) ? channel : undefined;
  }
  const idRow = (id: number | undefined) => (id === undefined ? refusal('not_found') : rows({ id }));

  /** A message about one of several states is called after its number too. */
  function stateOf(channelAddress: string, parameter: string): string {
    if (state.describe(channelAddress)[parameter]?.TYPE !== 'ENUM') return '';
    return `-${store.value(channelAddress, parameter)?.value ?? 0}`;
  }

  function serviceRow(message: LiveMessage) {
    const { id, channelAddress = '', parameter = '', count, quittable, firstAt, lastAt } = message;
    return {
      id,
      name: `AL-${channelAddress}.${parameter}${stateOf(channelAddress, parameter)}`,
      deviceName: registry.owner(channelAddress)?.name ?? '',
      counter: count,
      quittable,
      firstAt,
      lastAt,
    };
  }

  /** The receipt of a sticky state is none to the interface, where the state stays on until it is written. */
  function acknowledge(message: LiveMessage, { resetsPoint }: ScriptReach): void {
    const { kind, channelAddress = '', parameter = '', variable = '', quittable } = message;
    if (kind === 'alarm') hub.setVariable(variable, false);
    else if (quittable && (resetsPoint || !parameter.startsWith('STICKY_'))) {
      state.speak({ channelAddress, parameter, value: false });
    }
  }

  return {
    names: (_, reach) => rows(...ready().flatMap((device) => nameRows(device, reach))),
    rename: ({ address, name }, reach) => {
      const object = registry.device(address) ?? metChannel(address, reach);
      if (object === undefined) return refusal('not_found');
      return rows({ id: object.id, name: registry.rename(address, name) ?? '' });
    },
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
      const channel = metChannel(channelAddress, reach);
      if (channel !== undefined) groups(kind).assign(channelAddress, ids);
      return idRow(channel?.id);
    },
    values: ({ interfaceName, from, count }, reach) => {
      const devices = ready().filter((device) => device.interfaceName === interfaceName);
      const page = devices.slice(from, from + count).flatMap((device) =>
        metChannels(device, reach).flatMap(({ description: { ADDRESS } }) =>
          [...store.values(ADDRESS)]
            .filter(([parameter, { setAt }]) => setAt > 0 && meetsPoint(state.describe(ADDRESS)[parameter], reach))
            .map(([parameter, { value, setAt }]) => ({
              point: `${interfaceName}.${ADDRESS}.${parameter}`,
              value: typeof value === 'object' ? undefined : value,
              changedAt: setAt,
            })),
        ),
      );
      return from + count < devices.length ? { rows: page, next: from + count } : { rows: page };
    },
    point: ({ point }) => {
      const [, channelAddress = '', parameter = ''] = /^[^.]+\.([^.]+)\.(.+)$/.exec(point) ?? [];
      const found = store.value(channelAddress, parameter);
      if (found === undefined) return refusal('not_found');
      return rows({ value: typeof found.value === 'object' ? undefined : found.value, changedAt: found.setAt });
    },
    inbox: () =>
      rows(
        ...registry
          .all()
          .filter((device) => !device.ready)
          .map(({ id, name, interfaceName, description: { ADDRESS, TYPE } }) => ({
            id,
            address: ADDRESS,
            type: TYPE,
            interfaceName,
            name,
          })),
      ),
    inbox_accept: ({ address }) =>
      state.acceptDevice(address) ? idRow(registry.device(address)?.id) : refusal('not_found'),
    service_messages: () =>
      rows(
        ...messages
          .all()
          .filter(({ kind }) => kind === 'service')
          .map(serviceRow),
      ),
    alarm_messages: () =>
      rows(
        ...messages
          .all()
          .filter(({ kind }) => kind === 'alarm')
          .map(({ id, variable = '', count, firstAt, lastAt }) => ({
            id,
            name: variable,
            description: hub.variable(variable)?.description ?? '',
            counter: count,
            firstAt,
            lastAt,
          })),
      ),
    message_ack: ({ id }, reach) => {
      const message = messages.byId(id);
      if (message === undefined) return refusal('not_found');
      acknowledge(message, reach);
      return rows({ id });
    },
  };
}

const metChannels = ({ channels }: LiveDevice, reach: ScriptReach) =>
  channels.filter(({ description }) => meetsChannel(description, reach));

function nameRows(device: LiveDevice, reach: ScriptReach) {
  const { id, name, interfaceName, description } = device;
  return [
    { kind: 'D', id, address: description.ADDRESS, name, interfaceName },
    ...metChannels(device, reach).map((channel) => ({
      kind: 'C',
      id: channel.id,
      address: channel.description.ADDRESS,
      name: channel.name,
      interfaceName,
    })),
  ];
}
