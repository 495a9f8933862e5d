import type { Device, DeviceKey } from '../../store/points.js';

/** Groupings of the tiles; the first is the default. */
export const GROUPINGS = ['room', 'function', 'ccu'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface TileGroup {
  readonly kind: 'favourites' | 'named' | 'rest';
  /** Of a room, function or CCU; empty for the others. */
  readonly name: string;
  readonly devices: readonly DeviceKey[];
}

export function groupingOf(text: string | undefined): Grouping {
  return GROUPINGS.find((each) => each === text) ?? GROUPINGS[0];
}

/** Favourites first in their own order, then the groups by name, then devices without a group; in those, unreachable devices come first. */
export function groupDevices(
  devices: readonly Device[],
  grouping: Grouping,
  favourites: ReadonlySet<DeviceKey>,
  compare: (a: string, b: string) => number,
): readonly TileGroup[] {
  const sorted = [...devices].sort(
    (a, b) => Number(a.summary.available) - Number(b.summary.available) || compare(a.summary.name, b.summary.name),
  );
  const named = new Map<string, DeviceKey[]>();
  for (const device of sorted) {
    const names = namesOf(device, grouping);
    for (const name of names.length === 0 ? [''] : names) {
      const list = named.get(name) ?? [];
      list.push(device.key);
      named.set(name, list);
    }
  }
  const rest = named.get('');
  named.delete('');
  const known = new Set(devices.map(({ key }) => key));
  const marked = [...favourites].filter((key) => known.has(key));
  return [
    ...(marked.length === 0 ? [] : [{ kind: 'favourites', name: '', devices: marked } as const]),
    ...[...named]
      .sort(([a], [b]) => compare(a, b))
      .map(([name, keys]) => ({ kind: 'named', name, devices: keys }) as const),
    ...(rest === undefined ? [] : [{ kind: 'rest', name: '', devices: rest } as const]),
  ];
}

function namesOf({ summary }: Device, grouping: Grouping): readonly string[] {
  if (grouping === 'ccu') return summary.central === undefined ? [] : [summary.central];
  return (grouping === 'room' ? summary.rooms : summary.functions) ?? [];
}
