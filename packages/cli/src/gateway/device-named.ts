import type { CallAnswer } from '@ccu-gateway/client';
import { parseAddress } from '../terminal/address.js';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import { didYouMean, folded } from '../terminal/nearest.js';
import type { Device } from './every-device.js';
import type { Rest } from './rest.js';

/** A device, or a channel of it. */
export interface Place {
  readonly device: string;
  readonly channel: number | undefined;
  /** The CCU of a device that was found by its name; undefined for an address. */
  readonly central?: string | undefined;
}

/** A channel of a device. */
export interface ChannelPlace extends Place {
  readonly channel: number;
}

type ChannelsOf = NonNullable<CallAnswer<'getSnapshot'>['device_channels']>[number];
/** The devices with their channels. */
export interface House {
  readonly devices: readonly Device[];
  readonly channels: readonly ChannelsOf[];
}

/** Capitals and digits are an address; only for other text the gateway is asked for names. */
const ADDRESS = /^(?=.*\d)[A-Z0-9_-]{6,64}$/;
/** Text that may be the address of a device that the gateway does not list. */
const LIKE_AN_ADDRESS = /^[A-Z0-9_*-]+$/;

/** Devices and channels of all CCUs or of one. */
export async function houseOf(rest: Rest, central: string | undefined): Promise<House> {
  const { devices = [], device_channels = [] } = await rest.call('getSnapshot', {
    query: { include: 'channels', central },
  });
  const isMeant = (entry: { readonly central?: string | undefined }) =>
    central === undefined || entry.central === undefined || entry.central === central;
  return { devices: devices.filter(isMeant), channels: device_channels.filter(isMeant) };
}

/**
 * The device or channel of DEVICE or DEVICE:CHANNEL, by address or by the name of a device or a channel. The names are
 * requested only for a text that is no address. @throws CliError as `placeIn`
 */
export async function deviceNamed(rest: Rest, text: string, central: string | undefined): Promise<Place> {
  const { head, channel } = partsOf(text);
  return ADDRESS.test(head) ? { device: head, channel } : placeIn(await houseOf(rest, central), text);
}

/**
 * The same for commands of a channel: for a device it is the only channel that people operate. @throws CliError as `placeIn`, and where
 * a device has several such channels or none
 */
export async function channelNamed(rest: Rest, text: string, central: string | undefined): Promise<ChannelPlace> {
  const { head, channel } = partsOf(text);
  if (ADDRESS.test(head) && channel !== undefined) return { device: head, channel };
  const house = await houseOf(rest, central);
  const found = placeIn(house, text, 'channel');
  return found.channel === undefined ? operatedChannel(house, found) : { ...found, channel: found.channel };
}

/**
 * The same, with loaded devices and channels. An exact match comes first, then a match in any case.
 *
 * @throws CliError that lists the candidates for a name of several, and the nearest name for one of none
 */
export function placeIn(house: House, text: string, wanted: 'device' | 'channel' = 'device'): Place {
  const { head, channel } = partsOf(text);
  if (ADDRESS.test(head) || house.devices.some(({ address }) => address === head)) return { device: head, channel };
  const candidates = candidatesOf(house, text, wanted);
  const [first, ...others] = candidates;
  if (others.length > 0) throw ambiguous(text, candidates);
  if (first !== undefined) return first;
  // Nothing is known of a name before the search. A text that cannot be an address is no name to search for either.
  if (!/[:/\s]/.test(head)) {
    const place = parseAddress(text);
    if (LIKE_AN_ADDRESS.test(head)) return { device: place.device, channel: place.channel };
  }
  throw unknown(house, text);
}

interface Candidate extends Place {
  /** Its kind, for people. */
  readonly label: string;
}

function candidatesOf(house: House, text: string, wanted: 'device' | 'channel'): readonly Candidate[] {
  const { head, channel } = partsOf(text);
  for (const isSame of [exactly, inAnyCase]) {
    const devices = house.devices.filter(({ name }) => isSame(name, head));
    const channels = channelsCalled(house, (name) => isSame(name, text));
    // With a number behind the name it is the device that has the name.
    const ofDevices = devices.map((device) => candidate(device, channel));
    if (channel !== undefined && ofDevices.length > 0) return ofDevices;
    const isOf = (place: Place, { device, central }: Place) => place.device === device && place.central === central;
    // A device and a channel of it often have the same name: they are one thing, of which the command takes the part that it needs.
    const found =
      wanted === 'channel'
        ? [...channels, ...ofDevices.filter((device) => !channels.some((place) => isOf(place, device)))]
        : [...ofDevices, ...channels.filter((place) => !ofDevices.some((device) => isOf(place, device)))];
    if (found.length > 0) return found;
  }
  return [];
}

function candidate({ address, central, model }: Device, channel: number | undefined): Candidate {
  return { device: address, channel, central, label: [model, central].filter(Boolean).join(', ') || '-' };
}

function channelsCalled(house: House, isSame: (name: string | undefined) => boolean): readonly Candidate[] {
  return house.channels.flatMap(({ device_address, central, channels }) => {
    const of = house.devices.find((device) => device.address === device_address && device.central === central);
    return channels.flatMap(({ name, number, type_label, type }) =>
      isSame(name)
        ? [
            {
              device: device_address,
              channel: number,
              central,
              label: [of?.name, type_label ?? type, central].filter(Boolean).join(', '),
            },
          ]
        : [],
    );
  });
}

/** The channel that people operate, where a device has only one. */
function operatedChannel(house: House, { device, central }: Place): ChannelPlace {
  const found = house.channels.filter(
    (each) => each.device_address === device && (central === undefined || each.central === central),
  );
  if (found.length > 1) throw ambiguous(device, found.map(placeOf));
  const [known] = found;
  const channels = known?.channels.filter(({ number }) => number > 0) ?? [];
  const primary = channels.filter((each) => each.is_custom_dp_primary === true);
  // A device whose channels are not grouped, such as a thermostat, marks none of them.
  const operated = primary.length > 0 ? primary : channels.filter((each) => each.custom_dp_name !== undefined);
  const [channel, ...others] = operated;
  if (known !== undefined && channel !== undefined && others.length === 0) {
    return { device, channel: channel.number, central: known.central };
  }
  const shown = (operated.length > 0 ? operated : channels).map(
    ({ address, name, type }) => `${address} (${name || type || '-'})`,
  );
  const which = shown.length === 0 ? '' : `; ${device} has: ${listOf(shown)}`;
  throw usageError(`this needs DEVICE:CHANNEL${which}`, 'give one of these channels in place of the device');
}

function placeOf({ device_address, central }: ChannelsOf): Candidate {
  return { device: device_address, channel: undefined, central, label: central ?? '-' };
}

function ambiguous(text: string, candidates: readonly Candidate[]): CliError {
  const shown = candidates.map(
    ({ device, channel, label }) => `${device}${channel === undefined ? '' : `:${channel}`} (${label})`,
  );
  const addresses = new Set(candidates.map(({ device, channel }) => `${device}:${channel}`));
  return new CliError(EXIT.usage, 'name_ambiguous', `"${text}" is the name of ${listOf(shown)}`, {
    fix: addresses.size > 1 ? 'give the address in place of the name' : 'name the CCU with --central',
  });
}

const MOST_SHOWN = 10;

const listOf = (texts: readonly string[]) =>
  texts.length > MOST_SHOWN
    ? `${texts.slice(0, MOST_SHOWN).join(', ')} and ${texts.length - MOST_SHOWN} more`
    : texts.join(', ');

function unknown(house: House, text: string): CliError {
  const names = [
    ...house.devices.flatMap(({ address, name }) => [name, address]),
    ...house.channels.flatMap(({ channels }) => channels.map(({ name }) => name)),
  ].filter((name): name is string => name !== undefined && name !== '');
  const message = `no device or channel has the name "${text}"${didYouMean(text, names)}`;
  return new CliError(EXIT.notFound, 'device_unknown', message, { fix: 'ccu-gateway devices list TEXT' });
}

function partsOf(text: string) {
  const [, head = '', number] = /^(.*?)(?::(\d{1,4}))?$/s.exec(text) ?? [];
  if (head.trim() === '') throw usageError('a device is its address or its name', 'ccu-gateway devices list');
  return { head, channel: number === undefined ? undefined : Number(number) };
}

const exactly = (name: string | undefined, text: string) => name?.normalize('NFC') === text.normalize('NFC');
const inAnyCase = (name: string | undefined, text: string) => name !== undefined && folded(name) === folded(text);
