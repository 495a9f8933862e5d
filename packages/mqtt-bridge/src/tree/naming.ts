import type { DeviceSummary } from '@ccu-gateway/contract/types';
import type { Topics } from '../topics/tree.js';

/** What a level that names a device holds. */
export type Addressing = 'address' | 'name';

/** What the levels below a CCU are called. */
export interface Naming {
  device(device: Pick<DeviceSummary, 'address' | 'name' | 'central'>): string;
}

/**
 * Devices by address, or by name where it is the only one of that name at its CCU: a topic never stands for two devices.
 *
 * @example
 * createNaming('name', devices).device(device); // 'Lamp'
 */
export function createNaming(
  addressing: Addressing,
  devices: readonly Pick<DeviceSummary, 'address' | 'name' | 'central'>[],
): Naming {
  if (addressing === 'address') return { device: ({ address }) => address };
  const counts = new Map<string, number>();
  for (const device of devices) {
    const place = placeOf(device);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return {
    device: (device) => (device.name !== '' && counts.get(placeOf(device)) === 1 ? device.name : device.address),
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
