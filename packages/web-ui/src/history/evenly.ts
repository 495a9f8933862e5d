import { holesOf } from './holes.js';
import type { Series } from './series.js';

interface Span {
  readonly from: string;
  readonly to: string;
}

/** The values of a series at equal distances, as a small picture draws them; where nothing was recorded there is no number. */
export function evenly(
  series: Pick<Series, 'at' | 'values' | 'before' | 'unknown' | 'multiplier'>,
  { from, to, gaps }: Span & { readonly gaps: readonly Span[] },
  count: number,
): readonly number[] {
  const begin = Date.parse(from);
  const step = (Date.parse(to) - begin) / count;
  const { at, values, before, multiplier = 1 } = series;
  const holes = holesOf({ gaps }, series);
  let next = 0;
  let current = before?.value ?? Number.NaN;
  return Array.from({ length: count }, (_, index) => {
    const end = begin + (index + 1) * step;
    while (next < at.length && at[next]! <= end) {
      current = values[next]!;
      next += 1;
    }
    return holes.some(({ from: start, to: stop }) => end > start && end <= stop) ? Number.NaN : current * multiplier;
  });
}
