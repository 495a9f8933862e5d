import type { ProblemPeriod } from '@ccu-gateway/contract/types';
import { type Device, type DeviceKey, deviceKeyOf } from '../../store/points.js';
import type { Problem } from '../home/problem.js';
import { shownProblem } from '../home/problems.js';
import { CATEGORIES, type Category, categoryOf } from '../problems/inbox.js';

/** A problem in a time, as the page shows it. */
export interface Spell {
  readonly id: string;
  readonly problem: Problem;
  readonly category: Category;
  /** Its device; undefined for problems of a CCU or the gateway. */
  readonly device: DeviceKey | undefined;
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Undefined while it lasts. */
  readonly to: number | undefined;
}

/** All spells of one problem, the first of them first. */
export interface SpellRow {
  readonly id: string;
  readonly problem: Problem;
  readonly category: Category;
  readonly spells: readonly Spell[];
}

export function spellsOf(periods: readonly ProblemPeriod[]): readonly Spell[] {
  return periods.map(({ problem, began_at, ended_at }) => {
    const shown = shownProblem(problem);
    const { central = '', device_address: address } = problem;
    return {
      id: `${problem.id} ${began_at}`,
      problem: shown,
      category: categoryOf(shown),
      device: address === undefined ? undefined : deviceKeyOf(central, address),
      from: Date.parse(began_at),
      to: ended_at === undefined ? undefined : Date.parse(ended_at),
    };
  });
}

/** Rows of a picture: by category in the order of the inbox, then by the time of their first spell. */
export function rowsOf(spells: readonly Spell[]): readonly SpellRow[] {
  const rows = new Map<string, SpellRow>();
  for (const spell of spells.toSorted((a, b) => a.from - b.from)) {
    const { problem, category } = spell;
    const before = rows.get(problem.id);
    rows.set(problem.id, { id: problem.id, problem, category, spells: [...(before?.spells ?? []), spell] });
  }
  return [...rows.values()].sort((a, b) => CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category));
}

/** Place of a spell in a range, as shares of its width; a short one is wide enough to be seen. */
export function placeIn(
  { from, to }: Pick<Spell, 'from' | 'to'>,
  range: { readonly from: number; readonly to: number },
): { readonly start: number; readonly width: number } {
  const length = Math.max(1, range.to - range.from);
  const start = Math.min(1, Math.max(0, (from - range.from) / length));
  const end = Math.min(1, Math.max(start, ((to ?? range.to) - range.from) / length));
  const width = Math.max(0.004, end - start);
  return { start: Math.min(start, 1 - width), width };
}

/** Time of spells in a range, in milliseconds. */
export function lengthIn(
  spells: readonly Pick<Spell, 'from' | 'to'>[],
  range: { readonly from: number; readonly to: number },
): number {
  return spells.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to ?? range.to, range.to) - Math.max(from, range.from)),
    0,
  );
}

/** Devices with a spell, by name. */
export function devicesOf(
  spells: readonly Spell[],
  deviceAt: (key: DeviceKey) => Device | undefined,
  compare: (a: string, b: string) => number,
): readonly (readonly [DeviceKey, string])[] {
  return [...new Set(spells.flatMap(({ device }) => device ?? []))]
    .map((key) => [key, deviceAt(key)?.summary.name ?? key] as const)
    .sort(([, a], [, b]) => compare(a, b));
}
