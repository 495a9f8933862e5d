import { evenly } from './evenly.js';
import type { Series, ValueHistory } from './series.js';

/** How a value went. */
export interface Course {
  /** At equal distances, the oldest first; no number where nothing was recorded. */
  readonly values: readonly number[];
  /** How long that took: the range that was asked for, or less where recording began later. */
  readonly spanMs: number;
}

/** A small picture has room for so many values. */
const PARTS = 48;
/** Points to ask for: each part needs its last value, and more points than parts keep short changes. */
export const COURSE_POINTS = 96;
export const DAY_MS = 86_400_000;

/** Course of a series in the requested time; undefined where it was constant, or nothing was recorded. */
export function courseIn(
  {
    from,
    to,
    gaps,
    retention,
  }: Pick<ValueHistory, 'from' | 'to' | 'gaps'> & {
    readonly retention: Pick<ValueHistory['retention'], 'oldest_at'>;
  },
  series: Pick<Series, 'at' | 'values' | 'before' | 'unknown' | 'multiplier'>,
): Course | undefined {
  const begin = Math.max(Date.parse(from), Date.parse(retention.oldest_at ?? from));
  const values = evenly(series, { from: new Date(begin).toISOString(), to, gaps }, PARTS);
  if (new Set(values.filter(Number.isFinite)).size < 2) return undefined;
  return { values, spanMs: Date.parse(to) - begin };
}
