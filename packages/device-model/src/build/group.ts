import type { Channel, ChannelGroup, Device } from '../model/state.js';

const DIMMER = 'DIMMER';
const RECEIVER = /^(?<stem>.+)_VIRTUAL_RECEIVER$/;

/**
 * Finds the channels that people use as one. HmIP actors have a transmitter (the true state) followed by receivers of
 * the same kind, and writes go to the first of them; BidCos dimmers have virtual dimmers behind the real one. Behind
 * several real ones the relation of a virtual one is unknown, so that each stands for itself.
 */
export function assignGroups(device: Device): void {
  const channels = [...device.channels.values()].sort((a, b) => a.number - b.number);
  const dimmers = channels.filter(({ description }) => description.TYPE === DIMMER).length;
  let index = 0;
  while (index < channels.length) {
    const first = channels[index] as Channel;
    const members = standsAlone(device, first, dimmers) ? [first] : groupAt(channels, index);
    const group = members.length > 1 ? toGroup(members) : undefined;
    for (const member of members) member.group = group;
    index += members.length;
  }
}

/** Dimmers with virtual ones that are used one by one, although there is only one real one. */
const ONE_BY_ONE: ReadonlySet<string> = new Set(['HM-LC-DIM1T-DR']);

const standsAlone = (device: Device, { description }: Channel, dimmers: number): boolean =>
  description.TYPE === DIMMER && (dimmers > 1 || ONE_BY_ONE.has(device.description.TYPE.toUpperCase()));

function groupAt(channels: readonly Channel[], start: number): readonly Channel[] {
  const first = channels[start] as Channel;
  const stem = stemOf(first.description.TYPE);
  if (stem === undefined) return [first];
  const members = [first];
  for (let index = start + 1; index < channels.length; index += 1) {
    const next = channels[index] as Channel;
    if (next.number !== first.number + members.length || !follows(first.description.TYPE, stem, next.description.TYPE))
      break;
    members.push(next);
  }
  return members;
}

function stemOf(type: string): string | undefined {
  if (type === DIMMER) return 'VIRTUAL_DIMMER';
  if (type.endsWith('_TRANSMITTER')) return type.slice(0, -'_TRANSMITTER'.length);
  return RECEIVER.exec(type)?.groups?.stem;
}

function follows(firstType: string, stem: string, type: string): boolean {
  if (firstType === DIMMER) return type === stem;
  return type === `${stem}_VIRTUAL_RECEIVER`;
}

function toGroup(members: readonly Channel[]): ChannelGroup {
  const master = members.find((member) => !member.description.TYPE.endsWith('_TRANSMITTER')) ?? (members[0] as Channel);
  return { master: master.number, members: members.map((member) => member.number) };
}
