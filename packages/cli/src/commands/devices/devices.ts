import { reasonToAsk } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { channelNamed, deviceNamed, houseOf } from '../../gateway/device-named.js';
import { type Device, everyDevice } from '../../gateway/every-device.js';
import { hubList } from '../../gateway/hub-list.js';
import { operatedParameter } from '../../gateway/operated-parameter.js';
import type { Rest } from '../../gateway/rest.js';
import { confirmationOf } from '../../gateway/watch.js';
import { centralArg } from '../../terminal/address.js';
import { confirm } from '../../terminal/ask.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import { didYouMean, folded } from '../../terminal/nearest.js';
import type { Cell } from '../../terminal/table.js';
import { printable, value as show } from '../../terminal/text.js';
import { parseValue } from '../../terminal/value.js';
import { testDevice } from './device-test.js';
import { watchDevices } from './devices-watch.js';

type Item = Readonly<Record<string, unknown>>;

const DEVICE_FIELDS = {
  address: true,
  central: true,
  interface: true,
  interface_id: true,
  ise_id: true,
  model: true,
  model_label: true,
  model_icon: true,
  sub_model: true,
  name: true,
  manufacturer: true,
  product_group: true,
  available: true,
  channels_count: true,
  updatable: true,
  update_available: true,
  update_status: true,
  rooms: true,
  functions: true,
  master_pushes_config_pending: true,
  config_restore_supported: true,
  communication_test_supported: true,
  team_supported: true,
  has_sub_devices: true,
  rx_mode: true,
  paramset_keys: true,
  firmware: true,
  availability: true,
  members: true,
  members_guessed: true,
  member_of: true,
  replaced: true,
  identity_address: true,
} as const satisfies Readonly<Record<keyof Device, true>>;

const list = command({
  name: 'ccu-gateway devices list',
  description: 'List the devices, or those with a text in their name, address, model, room, function or channels.',
  args: {
    text: { type: 'positional', required: false, description: 'what to search for; each of its words must be found' },
    room: { type: 'string', valueHint: 'ROOM', description: 'only of this room' },
    ...centralArg,
  },
  fields: DEVICE_FIELDS,
  run: async (context, args) => {
    if (context.namesDatabase()) return (await import('./devices-offline.js')).devicesInDatabase(context, args);
    const rest = await context.rest({ token: 'required' });
    const { progress } = context.output;
    const all = await progress.during('reading the devices', () => devicesWith(rest, args.text, args.central));
    const { devices, notRead } =
      args.room === undefined ? { devices: all, notRead: [] } : await inRoom(rest, all, args.room, args.central);
    return {
      data: devices,
      notRead,
      table: {
        header: ['ADDRESS', 'NAME', 'MODEL', 'INTERFACE', 'CENTRAL', 'ROOMS', 'REACHABLE'],
        rows: devices.map((device) => [
          text(device.address),
          text(device.name),
          text(device.model),
          text(device.interface),
          text(device.central),
          texts(device.rooms).join(', '),
          device.available === true ? 'yes' : { text: 'no', style: 'bad' },
        ]),
        spare: ['INTERFACE', 'MODEL', 'ROOMS'],
      },
    };
  },
});

/** All devices, or those in which each word of a text is found. */
async function devicesWith(rest: Rest, text: string | undefined, central: string | undefined) {
  if (text === undefined) return everyDevice(rest, central);
  const { devices, channels } = await houseOf(rest, central);
  const words = folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  return devices.filter((device) => {
    const own = channels.find((each) => each.device_address === device.address && each.central === device.central);
    const { address, name, model, model_label: label, rooms = [], functions = [] } = device;
    const said = [
      address,
      name,
      model,
      label,
      ...rooms,
      ...functions,
      ...(own?.channels ?? []).map((each) => each.name),
    ];
    const searched = folded(said.filter((each) => each !== undefined).join('\n'));
    return words.every((word) => searched.includes(word));
  });
}

/** Which rooms a device is in is known where the rooms were read. @throws CliError for a room that there is not */
async function inRoom(rest: Rest, all: readonly Device[], room: string, central: string | undefined) {
  const devices = all.filter(({ rooms }) => texts(rooms).includes(room));
  const { entries, notRead } = await hubList(rest, 'listRooms', { query: { central } });
  if (devices.length > 0 || notRead.length > 0 || entries.some(({ name }) => name === room))
    return { devices, notRead };
  const known = [...new Set(entries.map(({ name }) => name))];
  throw new CliError(
    EXIT.notFound,
    'room_unknown',
    `there is no room "${room}"${didYouMean(room, known)}; there are: ${known.join(', ') || 'none'}`,
    {
      fix: 'ccu-gateway devices list --fields address,name,rooms',
    },
  );
}

const get = command({
  name: 'ccu-gateway devices get',
  description: 'Show a device, the data points of a channel, or one data point.',
  args: {
    address: {
      type: 'positional',
      required: true,
      description: 'DEVICE, DEVICE:CHANNEL or CHANNEL, by address or name',
    },
    parameter: { type: 'positional', required: false, description: 'e.g. LEVEL' },
    ...centralArg,
  },
  run: async (context, args) => {
    const rest = await context.rest({ token: 'required' });
    const isPoint = args.parameter !== undefined;
    const place = await (isPoint ? channelNamed : deviceNamed)(rest, args.address, args.central);
    const { device: addr, channel: no } = place;
    const query = { central: place.central ?? args.central };
    if (no === undefined) {
      const found = await rest.call('getDevice', { path: { addr }, query });
      const channels: readonly Item[] = found.channels ?? [];
      return {
        data: found,
        lines: [`${printable(text(found.address))}  ${printable(text(found.name))}  ${printable(text(found.model))}`],
        table: {
          header: ['CHANNEL', 'TYPE', 'NAME'],
          rows: channels.map((entry) => [text(entry.address), text(entry.type), text(entry.name)]),
        },
      };
    }
    if (args.parameter !== undefined) {
      const found = await rest.call('getDataPoint', { path: { addr, no, param: args.parameter }, query });
      return { data: found, lines: [`${show(found.value)}${unitOf(found)}`] };
    }
    const points = await rest.call('listDataPoints', { path: { addr, no }, query });
    return {
      data: points,
      table: {
        header: ['PARAMETER', 'VALUE', 'AGE', 'WRITABLE'],
        rows: points.map((point): readonly Cell[] => [
          text(point.parameter),
          `${show(point.value)}${unitOf(point)}`,
          typeof point.value_age_seconds === 'number' ? `${point.value_age_seconds} s` : '-',
          point.operations?.write === true ? 'yes' : 'no',
        ]),
      },
    };
  },
});

/** Questions at the terminal before a value is sent. */
export const QUESTIONS: Readonly<Record<ReturnType<typeof reasonToAsk> & string, string>> = {
  unlock: 'This opens a lock',
  open: 'This moves a gate, garage door or window',
  alarm: 'This concerns an alarm',
  water: 'This lets water run',
  access: 'This changes who may come in',
};

const set = command({
  name: 'ccu-gateway devices set',
  description: 'Set a data point.',
  args: {
    address: {
      type: 'positional',
      required: true,
      description: 'DEVICE:CHANNEL or CHANNEL, by address or name; DEVICE where people operate only one channel of it',
    },
    parameter: {
      type: 'positional',
      required: false,
      description: 'e.g. LEVEL; by default the one that people operate, such as STATE or LEVEL',
    },
    value: { type: 'positional', required: true, description: 'true, 0.4, 40%, the name of an enum value, …' },
    wait: { type: 'boolean', description: 'until the CCU confirms it; fails when it does not' },
    ...centralArg,
  },
  run: async (context, args) => {
    const rest = await context.rest({ token: 'required' });
    const { device: addr, channel: no, central } = await channelNamed(rest, args.address, args.central);
    const query = { central: central ?? args.central };
    const parameter = args.parameter || (await operatedParameter(rest, { addr, no }, query));
    const at = { path: { addr, no, param: parameter }, query };
    const read = () => rest.call('getDataPoint', at);
    const point = await read();
    const wanted = parseValue(args.value, point);
    const reason = reasonToAsk(point, wanted);
    if (
      reason !== undefined &&
      !(await confirm(context.io, `${QUESTIONS[reason]}: ${parameter} of ${addr}:${no}?`, context.yes))
    ) {
      throw new CliError(EXIT.usage, 'cancelled', 'nothing was sent');
    }
    const write = () => rest.call('setDataPointValue', { ...at, body: { value: wanted } });
    const data = { address: `${addr}:${no}`, parameter, value: wanted, previous: point.value };
    if (args.wait !== true) {
      await write();
      return { data: { ...data, confirmed: false }, lines: [`sent ${show(wanted)} (was ${show(point.value)})`] };
    }
    const topic = `device.${addr}.channels.${no}.data_points.${parameter}`;
    const watched = { topic, read, lastSeenAt: point.last_seen_at };
    const confirmation = await confirmationOf(rest, write, watched, context.io.signal);
    if (!confirmation.ok) {
      throw new CliError(EXIT.failed, 'not_confirmed', `sent, but the CCU did not confirm it: ${confirmation.reason}`, {
        fix: `ccu-gateway devices get ${addr}:0`,
      });
    }
    const { value, afterMs } = confirmation;
    return {
      data: { ...data, confirmed: true, confirmed_value: value, after_ms: afterMs },
      lines: [
        `sent ${show(wanted)}, confirmed by the CCU as ${show(value)} after ${afterMs} ms (was ${show(point.value)})`,
      ],
    };
  },
});

/** `get` and `set`, which people type most, also stand first. */
export const getCommand = get;
export const setCommand = set;

export const deviceCommands = group('ccu-gateway devices', 'Devices and their data points.', {
  list,
  get,
  set,
  watch: watchDevices,
  test: testDevice,
});

function unitOf(point: Item): string {
  return typeof point.unit === 'string' && point.unit !== '' ? ` ${printable(point.unit)}` : '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '-';
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
