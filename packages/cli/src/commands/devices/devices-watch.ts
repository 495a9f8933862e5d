import type { GatewayEvent } from '@ccu-gateway/client';
import { type Context, command } from '../../context/context.js';
import { houseOf, type Place, placeIn } from '../../gateway/device-named.js';
import type { Device } from '../../gateway/every-device.js';
import { centralArg } from '../../terminal/address.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import { didYouMean } from '../../terminal/nearest.js';
import { printable, value as show } from '../../terminal/text.js';
import { tailArgs, tailEndOf, tailEvents } from '../records/event-tail.js';

type ValueChanged = Extract<GatewayEvent, { readonly type: 'datapoint.value_changed' }>;

/** `devices watch`: values as they change. */
export const watchDevices = command({
  name: 'ccu-gateway devices watch',
  description: 'Print the values of devices as they change, until Ctrl-C; says GAP where some are missing.',
  args: {
    addresses: {
      type: 'positional',
      required: false,
      description: 'DEVICE, DEVICE:CHANNEL or CHANNEL, by address or name, several; all when none',
    },
    room: { type: 'string', valueHint: 'ROOM', description: 'only devices of this room' },
    parameter: { type: 'string', valueHint: 'A,B', description: 'only these parameters, such as LEVEL,STATE' },
    ...centralArg,
    ...tailArgs,
  },
  fields: { seq: true, ts: true, topic: true, type: true, kind: true, payload: true },
  run: async (context, args) => {
    if (args._.length > 0 && args.room !== undefined) {
      throw usageError('--room names the devices already', 'leave --room or the addresses out');
    }
    const parameters = args.parameter?.split(',').map((name) => name.trim().toUpperCase());
    const end = tailEndOf(args);
    const rest = await context.rest({ token: 'required' });
    const { progress } = context.output;
    const house = await progress.during('reading the devices', () => houseOf(rest, args.central));
    const { devices } = house;
    const places = args._.map((text) => placeIn(house, text));
    const chosen = chosenOf(devices, places, args.room);
    const names = new Map(devices.map(({ address, name }) => [address, name]));
    const wanted = (event: object) => {
      const found = event as GatewayEvent;
      if (found.type !== 'datapoint.value_changed') return false;
      const { central, device_address: device, channel, parameter } = found.payload;
      return (
        (args.central === undefined || central === args.central) &&
        (parameters?.includes(parameter) ?? true) &&
        (chosen?.some((place) => place.device === device && (place.channel ?? channel) === channel) ?? true)
      );
    };
    return tailEvents(context, rest, {
      ...end,
      topics: topicsOf(chosen),
      wanted,
      line: (event) => lineOf(event as ValueChanged, names, context),
    });
  },
});

/** Undefined for all. @throws CliError where a device or a room is not there */
function chosenOf(
  devices: readonly Device[],
  places: readonly Place[],
  room: string | undefined,
): readonly Place[] | undefined {
  const known = new Set(devices.map(({ address }) => address));
  const missing = places.find(({ device }) => !known.has(device));
  if (missing !== undefined) {
    throw new CliError(EXIT.notFound, 'device_unknown', `there is no device ${missing.device}`, {
      fix: 'ccu-gateway devices list',
    });
  }
  if (room === undefined) return places.length === 0 ? undefined : places;
  const inRoom = devices.filter(({ rooms = [] }) => rooms.includes(room));
  if (inRoom.length === 0) {
    const hint = didYouMean(
      room,
      devices.flatMap(({ rooms = [] }) => rooms),
    );
    throw new CliError(EXIT.notFound, 'room_unknown', `there is no device in a room "${room}"${hint}`, {
      fix: 'ccu-gateway devices list --fields address,name,rooms',
    });
  }
  return inRoom.flatMap(({ address }) => (address === undefined ? [] : [{ device: address, channel: undefined }]));
}

/** Most topics of one subscription; above it, devices are filtered here. */
const MOST_TOPICS = 32;

function topicsOf(chosen: readonly Place[] | undefined): readonly string[] {
  if (chosen === undefined || chosen.length > MOST_TOPICS) return ['device.+.channels.+.data_points.*'];
  return chosen.map(({ device, channel }) => `device.${device}.channels.${channel ?? '+'}.data_points.*`);
}

function lineOf(
  { ts, payload }: ValueChanged,
  names: ReadonlyMap<string | undefined, string | undefined>,
  { output }: Context,
): string {
  const { device_address: device, channel, parameter, value, previous } = payload;
  const change = `${previous === undefined ? '' : `${show(previous)} → `}${show(value)}`;
  const time = output.forPeople ? new Date(ts).toLocaleTimeString() : ts;
  const cells = [time, `${device}:${channel}`, names.get(device) ?? '-', parameter, change].map(printable);
  return cells.join(output.forPeople ? '  ' : '\t');
}
