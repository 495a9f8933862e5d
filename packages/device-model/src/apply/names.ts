import type { CcuEvent } from '@ccu-gateway/ccu-client';
import { metadataChanged } from '../announce/announce.js';
import { parseAddress } from '../model/address.js';
import type { CentralRecord, Channel, Device, Directory } from '../model/state.js';
import type { ModelEvent } from '../requests/events.js';
import { refreshReadiness } from './connection-state.js';

type NamesLoaded = Extract<CcuEvent, { type: 'names_loaded' }>;

/** Takes over names, rooms and functions. Those of an interface's first load are announced by the readiness alone. */
export function applyNames(central: CentralRecord, event: NamesLoaded): readonly ModelEvent[] {
  const shown = [...central.devices.values()].filter((device) => device.iface.loaded);
  const before = new Map(shown.map((device) => [device, signature(device)]));
  central.directory = {
    names: namesOf(central, event),
    rooms: byAddress(event.rooms),
    functions: byAddress(event.functions),
    allRooms: event.rooms.map((room) => room.name),
    allFunctions: event.functions.map((each) => each.name),
  };
  central.namesLoaded = true;
  for (const device of central.devices.values()) nameDevice(device, central.directory);

  const changed = shown.filter((device) => before.get(device) !== signature(device));
  return [...changed.map(metadataChanged), ...refreshReadiness(central)];
}

/**
 * A known device has a name: one that the CCU omitted this time, because its answer broke on a brace in it, keeps the
 * previous one.
 */
function namesOf(central: CentralRecord, { names }: NamesLoaded): Directory['names'] {
  const kept = [...central.directory.names].filter(([address]) => isThere(central, address));
  return new Map([...kept, ...names.map(({ address, name, iseId }) => [address, { name, iseId }] as const)]);
}

function isThere(central: CentralRecord, address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && central.devices.has(parsed.device);
}

export const emptyDirectory = (): Directory => ({
  names: new Map(),
  rooms: new Map(),
  functions: new Map(),
  allRooms: [],
  allFunctions: [],
});

export function nameDevice(device: Device, directory: Directory): void {
  const named = directory.names.get(device.address);
  device.name = named?.name || undefined;
  device.iseId = named?.iseId;
  for (const channel of device.channels.values()) {
    channel.name = directory.names.get(channel.address)?.name || undefined;
    channel.rooms = directory.rooms.get(channel.address) ?? [];
    channel.functions = directory.functions.get(channel.address) ?? [];
  }
  device.rooms = union(directory.rooms.get(device.address), device, (channel) => channel.rooms);
  device.functions = union(directory.functions.get(device.address), device, (channel) => channel.functions);
}

function byAddress(
  groups: readonly { readonly name: string; readonly channelAddresses: readonly string[] }[],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const group of groups) {
    for (const address of group.channelAddresses) {
      const names = found.get(address);
      if (names === undefined) found.set(address, [group.name]);
      else if (!names.includes(group.name)) names.push(group.name);
    }
  }
  return found;
}

function union(
  own: readonly string[] | undefined,
  device: Device,
  of: (channel: Channel) => readonly string[],
): readonly string[] {
  return [...new Set([...(own ?? []), ...[...device.channels.values()].flatMap(of)])].sort();
}

function signature(device: Device): string {
  const channels = [...device.channels.values()].map((channel) => [channel.name, channel.rooms, channel.functions]);
  return JSON.stringify([device.name, device.iseId, device.rooms, device.functions, channels]);
}
