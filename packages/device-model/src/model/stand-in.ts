import { parseAddress } from './address.js';
import type { CentralRecord, Channel, Device } from './state.js';

/** The devices that another one stands for. */
export interface Members {
  readonly devices: readonly Device[];
  /**
   * The CCU does not report them: those are devices of the same kind in the same room, or of the whole installation.
   */
  readonly isGuessed: boolean;
}

/**
 * True when the device stands for others: a heating group, or a team of smoke detectors. It has no radio of its own.
 */
export const isStandIn = ({ iface, address }: Device): boolean => iface.facts.groups || address.startsWith('*');

const teamChannels = (device: Device): readonly string[] =>
  [...device.channels.values()].flatMap(({ description }) => textsOf(description.TEAM_CHANNELS));

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** The devices that this one stands for; undefined for one that stands for itself. */
export function membersOf(device: Device): Members | undefined {
  if (!isStandIn(device)) return undefined;
  const told = toldMembers(device);
  const isTold = told.length > 0 || device.central.groups?.has(device.address) === true;
  if (isTold || !device.iface.facts.groups) return { devices: told, isGuessed: false };
  const candidates = heatingOf(device.central);
  const rooms = new Set(device.rooms);
  const near = candidates.filter((each) => each.rooms.some((room) => rooms.has(room)));
  return { devices: near.length > 0 ? near : candidates, isGuessed: true };
}

/** Found once for all groups: a list of devices asks for each of them. */
function heatingOf(central: CentralRecord): readonly Device[] {
  central.heating ??= [...central.devices.values()].filter(isOfHeating);
  return central.heating;
}

/** Members that the CCU reports: those of the group, channels of the team, and ends of links. */
function toldMembers(device: Device): readonly Device[] {
  const grouped = device.central.groups?.get(device.address);
  if (grouped !== undefined) return devicesAt(device, grouped);
  const links = device.central.links.get(device.address) ?? [];
  return devicesAt(device, [...teamChannels(device), ...links.flatMap(({ sender, receiver }) => [sender, receiver])]);
}

function devicesAt(standIn: Device, addresses: readonly string[]): readonly Device[] {
  const found = addresses.map((address) => standIn.central.devices.get(parseAddress(address)?.device ?? ''));
  return [...new Set(found)].filter((each) => each !== undefined && each !== standIn) as Device[];
}

/** Kinds of members of heating groups: thermostats, and contacts of windows beside them. */
const isOfHeating = (device: Device): boolean =>
  device.iface.facts.radio && device.customs.some(({ behaviour }) => behaviour.category === 'climate');

const isThere = ({ reachable, iface }: Device): boolean => reachable && iface.reachable;

/**
 * True when the CCU reaches a device, or any of those that it stands for; independent of the connection of its own
 * interface.
 */
export function isReached(device: Device): boolean {
  if (!isStandIn(device)) return device.reachable;
  const told = toldMembers(device);
  if (told.length > 0) return told.some(isThere);
  // With guessed members, a group that reports no trouble has none.
  if (device.reachable) return true;
  const { devices } = membersOf(device) as Members;
  return devices.length === 0 || devices.some(isThere);
}

/** Members that cannot be reached; of a group with guessed members, only while it reports that one cannot. */
export function unreachableMembers(device: Device): readonly Device[] {
  // Asked for each group whenever a device is lost or found: guessing looks at all devices, so only where it counts.
  if (isStandIn(device) && device.reachable && device.iface.facts.groups && toldMembers(device).length === 0) return [];
  const members = membersOf(device);
  if (members === undefined) return [];
  return members.devices.filter((member) => !isThere(member));
}

/** Their addresses as one text, to be compared. */
export const missingOf = (device: Device): string =>
  unreachableMembers(device)
    .map(({ address }) => address)
    .join('\n');

/** Addresses of the heating groups that the CCU reports this device as a member of. */
export function groupsWith({ central, address }: Device): readonly string[] {
  return [...(central.groups ?? [])].flatMap(([group, members]) => (members.includes(address) ? [group] : []));
}

/** The channel that stands for the team of this one. */
export function teamOf(channel: Channel): Channel | undefined {
  const { TEAM: team } = channel.description;
  if (typeof team !== 'string') return undefined;
  const parsed = parseAddress(team);
  return channel.device.central.devices.get(parsed?.device ?? '')?.channels.get(parsed?.channel ?? -1);
}

/** Parameters in which a team names the member that began. */
const SENDER = /^SENDER_?(ADDRESS|ID|SERIAL)?$/;

/** True when a member has raised the alarm of its team: by its own state, or because the team names it. */
export function hasTriggered(member: Device, team: Device): boolean {
  const own = [...member.channels.values()].some(
    (channel) => teamOf(channel)?.device === team && channel.points.get('STATE')?.value === true,
  );
  return own || senderOf(team) === member;
}

function senderOf(team: Device): Device | undefined {
  for (const channel of team.channels.values()) {
    if (channel.points.get('STATE')?.value !== true) continue;
    for (const { parameter, value } of channel.points.values()) {
      if (!SENDER.test(parameter) || typeof value !== 'string') continue;
      const sender = team.central.devices.get(parseAddress(value.trim())?.device ?? '');
      if (sender !== undefined) return sender;
    }
  }
  return undefined;
}
