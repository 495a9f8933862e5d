import { inventedHouse } from './invented.js';
import type { DefinedDevice, DeviceDescription, HouseDefinition, InterfaceName } from './types.js';

/** Format of the addresses of copies, by interface; as long as the real ones. */
const ADDRESSES: Readonly<Partial<Record<InterfaceName, (copy: number) => string>>> = {
  'HmIP-RF': (copy) => `00F1C0FF${copy.toString(16).toUpperCase().padStart(6, '0')}`,
  'BidCos-RF': (copy) => `SIL${String(copy).padStart(7, '0')}`,
  VirtualDevices: (copy) => `INT${String(copy).padStart(7, '0')}`,
};

/**
 * An installation of this many devices: the default one, and copies of its devices under new addresses.
 *
 * @example
 * const ccu = await startSimulator({ house: largeHouse(400) });
 */
export function largeHouse(deviceCount: number): HouseDefinition {
  const house = inventedHouse();
  const originals = house.devices.filter(
    (device) =>
      ADDRESSES[device.interfaceName] !== undefined && ((device.description.FLAGS ?? 0) & 8) === 0 && !device.inInbox,
  );
  const devices = house.devices.slice(0, deviceCount);
  for (let copy = 0; devices.length < deviceCount; copy += 1) {
    const original = originals[copy % originals.length] as DefinedDevice;
    const address = ADDRESSES[original.interfaceName]?.(1000 + copy) as string;
    devices.push(copyOf(original, address, copy + 1));
  }
  return { ...house, name: `House of ${deviceCount} devices`, devices };
}

/** Descriptions of parameters are shared with the original: thousands of copies cost little. */
function copyOf(original: DefinedDevice, address: string, number: number): DefinedDevice {
  const from = original.description.ADDRESS;
  const moved = (text: string) => text.replace(from, address);
  const describe = (description: DeviceDescription): DeviceDescription => ({
    ...description,
    ADDRESS: moved(description.ADDRESS),
    ...(description.PARENT ? { PARENT: address } : {}),
    ...(description.CHILDREN ? { CHILDREN: description.CHILDREN.map(moved) } : {}),
  });
  const byAddress = <T>(table: Readonly<Record<string, T>> | undefined) =>
    Object.fromEntries(Object.entries(table ?? {}).map(([key, value]) => [moved(key), value]));
  return {
    ...original,
    name: `${original.name} ${number}`,
    channelNames: undefined,
    description: describe(original.description),
    channels: original.channels.map(describe),
    paramsets: byAddress(original.paramsets),
    values: byAddress(original.values),
    master: byAddress(original.master),
  };
}
