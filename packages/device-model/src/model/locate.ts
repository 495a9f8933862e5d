import type { ConfigurationScope, Scope } from '../requests/requests.js';
import { type CentralRequired, type Found, type NotFound, notFound, ok } from '../requests/result.js';
import { parseAddress } from './address.js';
import type { CentralRecord, Channel, DataPoint, Device, HouseRecords } from './state.js';

/** The centrals a request is about: the named one, or all. */
export function centralsIn(house: HouseRecords, central: string | undefined): readonly CentralRecord[] {
  if (central === undefined) return [...house.centrals.values()];
  const found = house.centrals.get(central);
  return found === undefined ? [] : [found];
}

/** The devices of a selection. Named ones are found by their address, without a walk over all devices. */
export function devicesIn(house: HouseRecords, scope: ConfigurationScope): readonly Device[] {
  const { central, interfaceName, devices } = scope;
  return centralsIn(house, central).flatMap((each) => {
    const some =
      devices === undefined
        ? [...each.devices.values()]
        : [...devices].flatMap((address) => each.devices.get(address) ?? []);
    return interfaceName === undefined ? some : some.filter(({ iface }) => iface.name === interfaceName);
  });
}

export function locateCentral(house: HouseRecords, name: string | undefined): Found<CentralRecord> {
  if (name !== undefined) {
    const named = house.centrals.get(name);
    return named === undefined ? notFound('central', `no central ${name}`) : ok(named);
  }
  const all = [...house.centrals.values()];
  if (all.length === 1) return ok(all[0] as CentralRecord);
  return all.length === 0 ? notFound('central', 'no central is configured') : centralRequired(all, 'several centrals');
}

/** Takes a device address; a channel address finds its device. */
export function locateDevice(house: HouseRecords, address: string, { central }: Scope = {}): Found<Device> {
  const parsed = parseAddress(address);
  if (central !== undefined) {
    const named = house.centrals.get(central);
    if (named === undefined) return notFound('central', `no central ${central}`);
    const device = parsed && named.devices.get(parsed.device);
    return device === undefined ? missingDevice(address) : ok(device);
  }
  if (parsed === undefined) return missingDevice(address);
  const found: Device[] = [];
  for (const { devices } of house.centrals.values()) {
    const device = devices.get(parsed.device);
    if (device !== undefined) found.push(device);
  }
  const [first] = found;
  if (first === undefined) return missingDevice(address);
  if (found.length === 1) return ok(first);
  return centralRequired(
    found.map((device) => device.central),
    `device ${parsed.device} exists on several centrals`,
  );
}

export function locateChannel(house: HouseRecords, address: string, number: number, scope: Scope = {}): Found<Channel> {
  const device = locateDevice(house, address, scope);
  if (!device.ok) return device;
  const channel = device.value.channels.get(number);
  return channel === undefined
    ? notFound('channel', `device ${device.value.address} has no channel ${number}`)
    : ok(channel);
}

/** Takes `DEVICE:n`. */
export function locateChannelAddress(house: HouseRecords, address: string, scope: Scope = {}): Found<Channel> {
  const parsed = parseAddress(address);
  if (parsed?.channel === undefined) return notFound('channel', `${address} is not the address of a channel`);
  return locateChannel(house, parsed.device, parsed.channel, scope);
}

export function locatePoint(channel: Channel, parameter: string): Found<DataPoint> {
  const point = channel.points.get(parameter);
  return point === undefined
    ? notFound('parameter', `channel ${channel.address} has no parameter ${parameter}`)
    : ok(point);
}

function missingDevice(address: string): NotFound {
  return notFound('device', `no device ${address}`);
}

function centralRequired(centrals: readonly CentralRecord[], why: string): CentralRequired {
  const names = centrals.map((central) => central.name);
  return {
    ok: false,
    code: 'conflict',
    reason: 'central_required',
    centrals: names,
    message: `${why}: say which one with central=${names.join(' or ')}`,
  };
}
