import type { DeviceSummary } from '@ccu-gateway/contract/types';
import type { Topics } from '../topics/tree.js';

/** Content of the level of a device. */
export type Addressing = 'address' | 'name';

/** Names of the levels below a CCU. */
export interface Naming {
  device(device: Pick<DeviceSummary, 'address' | 'name' | 'central'>): string;
  /** The same, where only the address is at hand. */
  at(place: { readonly central: string; readonly address: string }): string;
}

/**
 * Devices by address, or by name where it is unique at its CCU: a topic never belongs to two devices.
 *
 * @example
 * createNaming('name', devices).device(device); // 'Lamp'
 */
export function createNaming(
  addressing: Addressing,
  devices: readonly Pick<DeviceSummary, 'address' | 'name' | 'central'>[],
): Naming {
  if (addressing === 'address') return { device: ({ address }) => address, at: ({ address }) => address };
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  // A name that is the address of another device means that one.
  const addresses = new Set(devices.map(({ central = '', address }) => `${central}\n${address}`));
  for (const device of devices) {
    const { central = '', address, name } = device;
    counts.set(placeOf(device), (counts.get(placeOf(device)) ?? 0) + 1);
    names.set(`${central}\n${address}`, name);
  }
  const nameOf = (device: Parameters<Naming['device']>[0]) =>
    device.name !== '' && counts.get(placeOf(device)) === 1 && !addresses.has(placeOf(device))
      ? device.name
      : device.address;
  return {
    device: nameOf,
    at: ({ central, address }) => nameOf({ central, address, name: names.get(`${central}\n${address}`) ?? '' }),
  };
}

const placeOf = ({ central, name }: { readonly central?: string | undefined; readonly name: string }) =>
  `${central ?? ''}\n${name}`;

/** How the tree is written: its topics, its names and its values. */
export interface TreeStyle {
  readonly topics: Topics;
  readonly naming: Naming;
  readonly style: 'json' | 'plain';
}
