import { LIVING_STATES } from '../../store/aspects.js';
import type { Device } from '../../store/points.js';
import type { Facts } from './facts.js';

/** Device with the facts of the table. */
export interface Row {
  readonly device: Device;
  readonly facts: Facts;
  readonly text: string;
  /** Names of the areas of its rooms. */
  readonly areas: readonly string[];
}

/** Facets of devices. The value of a flag is its own name. */
export const FACETS = [
  { id: 'state', valuesOf: ({ facts }: Row): readonly string[] => facts.states },
  { id: 'temperature', valuesOf: ({ facts }: Row) => bandOf(facts.temperature) },
  { id: 'area', valuesOf: ({ areas }: Row) => areas },
  { id: 'room', valuesOf: ({ device }: Row) => orNone(device.summary.rooms) },
  { id: 'function', valuesOf: ({ device }: Row) => orNone(device.summary.functions) },
  { id: 'ccu', valuesOf: ({ device }: Row) => [device.summary.central ?? ''] },
  { id: 'interface', valuesOf: ({ device }: Row) => [device.summary.interface] },
  { id: 'model', valuesOf: ({ device }: Row) => [device.summary.model] },
] as const;

export type FacetId = (typeof FACETS)[number]['id'];
/** Values of the facet `state`. */
export const STATES = [
  'reachable',
  'unreachable',
  'low_battery',
  'config_pending',
  'update',
  'sabotage',
  ...LIVING_STATES,
  'window_closed',
  'locked',
  'light_off',
  'blind_up',
] as const;
export type State = (typeof STATES)[number];

/** Facet value for devices without a room. */
export const NONE = '-';

const orNone = (values: readonly string[] = []): readonly string[] => (values.length === 0 ? [NONE] : values);

/** Values of the facet `temperature`, with the temperature at which each ends. */
const BANDS = [
  { id: 'cold', below: 17 },
  { id: 'cool', below: 20 },
  { id: 'warm', below: 24 },
  { id: 'hot', below: Number.POSITIVE_INFINITY },
] as const;
export const BAND_IDS = BANDS.map(({ id }) => id);

function bandOf(temperature: number | undefined): readonly string[] {
  const band = temperature === undefined ? undefined : BANDS.find(({ below }) => temperature < below);
  return band === undefined ? [] : [band.id];
}

export type Chosen = Readonly<Partial<Record<FacetId, readonly string[]>>>;

export interface FacetCounts {
  readonly id: FacetId;
  /** Number of rows by value, as they would be with only the other facets. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface Filtered {
  readonly rows: readonly Row[];
  readonly facets: readonly FacetCounts[];
}

/** Rows that have one of the chosen values of each facet, and how many rows each value would give. */
export function applyFacets(rows: readonly Row[], chosen: Chosen): Filtered {
  const counts = FACETS.map(({ id }) => ({ id, counts: new Map<string, number>() }));
  const kept: Row[] = [];
  for (const row of rows) {
    const values = FACETS.map(({ valuesOf }): readonly string[] => valuesOf(row));
    const misses = FACETS.map(({ id }, index) => {
      const wanted = chosen[id] ?? [];
      return wanted.length > 0 && !values[index]!.some((value) => wanted.includes(value));
    });
    const missed = misses.filter(Boolean).length;
    if (missed === 0) kept.push(row);
    FACETS.forEach((_, index) => {
      // Counted in a facet when nothing but this facet itself may be in the way.
      if (missed - Number(misses[index]) > 0) return;
      const { counts: own } = counts[index]!;
      for (const value of values[index]!) own.set(value, (own.get(value) ?? 0) + 1);
    });
  }
  // A chosen value without rows stays to be seen, or it could not be taken away.
  counts.forEach(({ id, counts: own }) => {
    for (const value of chosen[id] ?? []) if (!own.has(value)) own.set(value, 0);
  });
  return { rows: kept, facets: counts };
}
