import type { Device, DeviceKey } from '../../store/points.js';

/** Groupings of the tiles; the first is the default. */
export const GROUPINGS = ['room', 'function', 'ccu'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface TileGroup {
  readonly kind: 'favourites' | 'named' | 'rest';
  /** Of a room, function or CCU; empty for the others. */
  readonly name: string;
  readonly devices: readonly DeviceKey[];
  /** Name of the area of a room; empty without one. */
  readonly area: string;
}

export function groupingOf(text: string | undefined): Grouping {
  return GROUPINGS.find((each) => each === text) ?? GROUPINGS[0];
}

/** Position and name of the area of each room. */
export type AreasOfRooms = ReadonlyMap<string, { readonly name: string; readonly position: number }>;

/** Favourites first in their own order, then the groups by area and name, then devices without a group; in those, unreachable devices come first. */
export function groupDevices(
  devices: readonly Device[],
  grouping: Grouping,
  favourites: ReadonlySet<DeviceKey>,
  compare: (a: string, b: string) => number,
  areas: AreasOfRooms = new Map(),
): readonly TileGroup[] {
  const areaOf = (name: string) => (grouping === 'room' ? areas.get(name) : undefined);
  const place = (name: string) => areaOf(name)?.position ?? Number.POSITIVE_INFINITY;
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
    ...(marked.length === 0 ? [] : [{ kind: 'favourites', name: '', area: '', devices: marked } as const]),
    ...[...named]
      .sort(([a], [b]) => (place(a) === place(b) ? compare(a, b) : place(a) - place(b)))
      .map(([name, keys]) => ({ kind: 'named', name, area: areaOf(name)?.name ?? '', devices: keys }) as const),
    ...(rest === undefined ? [] : [{ kind: 'rest', name: '', area: '', devices: rest } as const]),
  ];
}

function namesOf({ summary }: Device, grouping: Grouping): readonly string[] {
  if (grouping === 'ccu') return summary.central === undefined ? [] : [summary.central];
  return (grouping === 'room' ? summary.rooms : summary.functions) ?? [];
}
