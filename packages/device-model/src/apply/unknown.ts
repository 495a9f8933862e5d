import { parseAddress } from '../model/address.js';
import type { CentralRecord, Channel, Device, HouseRecords, InterfaceRecord } from '../model/state.js';
import type { UnknownKind } from '../model/unknown.js';

/** Names in all; further ones are counted by interface and kind. */
const MAX_NAMES = 256;
const OTHERS = '…';
/** Interfaces tell these of their radio modules, under serial numbers that no device has. */
const OF_MODULES: ReadonlySet<string> = new Set(['CONNECTED', 'DUTY_CYCLE', 'CARRIER_SENSE']);

interface Heard {
  readonly device: Device | undefined;
  readonly channel: Channel | undefined;
  readonly incoming: { readonly channelAddress: string; readonly parameter: string; readonly at: number };
}

/** Counts a value of a device, channel or parameter that was never described. */
export function noteUnknownValue(
  house: HouseRecords,
  iface: InterfaceRecord,
  { device, channel, incoming }: Heard,
): void {
  const { channelAddress, parameter, at } = incoming;
  if (device === undefined) {
    const isModule = !channelAddress.includes(':') && OF_MODULES.has(parameter);
    const address = parseAddress(channelAddress)?.device ?? channelAddress;
    if (!isModule) note(house, iface, { kind: 'device', name: address, at });
  } else if (channel === undefined) {
    note(house, iface, { kind: 'channel', name: channelAddress, at });
  } else if (!Object.hasOwn(channel.paramsets.get('VALUES') ?? {}, parameter)) {
    note(house, iface, { kind: 'parameter', name: `${channelAddress} ${parameter}`, at });
  }
}

/** Counts a description that describes no device and no channel of one. */
export function noteUnusable(house: HouseRecords, iface: InterfaceRecord, address: unknown, at: number): void {
  note(house, iface, { kind: 'description', name: typeof address === 'string' ? address : typeof address, at });
}

function note(
  house: HouseRecords,
  iface: InterfaceRecord,
  { kind, name, at }: { readonly kind: UnknownKind; readonly name: string; readonly at: number },
): void {
  const { central } = iface.status;
  const keyOf = (of: string) => JSON.stringify([iface.id, kind, of]);
  const isListed = house.unknown.has(keyOf(name)) || house.unknown.size < MAX_NAMES;
  const key = keyOf(isListed ? name : OTHERS);
  const count = (house.unknown.get(key)?.count ?? 0) + 1;
  const shown = isListed ? name : OTHERS;
  house.unknown.set(key, { central, interfaceName: iface.name, kind, name: shown, count, at });
}

/** The devices are described now: their unknown parts are known. */
export function forgetUnknown(house: HouseRecords, central: CentralRecord, devices: ReadonlySet<Device>): void {
  if (house.unknown.size === 0) return;
  for (const [key, { central: of, kind, name }] of house.unknown) {
    if (of !== central.name) continue;
    const address = kind === 'parameter' ? name.slice(0, name.lastIndexOf(' ')) : name;
    const parsed = parseAddress(address);
    const device = central.devices.get(parsed?.device ?? '');
    if (device === undefined || !devices.has(device)) continue;
    if (parsed?.channel === undefined || isKnown(device, parsed.channel, kind, name)) house.unknown.delete(key);
  }
}

function isKnown(device: Device, number: number, kind: UnknownKind, name: string): boolean {
  const channel = device.channels.get(number);
  if (kind !== 'parameter') return channel !== undefined;
  return Object.hasOwn(channel?.paramsets.get('VALUES') ?? {}, name.slice(name.lastIndexOf(' ') + 1));
}
