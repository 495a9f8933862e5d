import type { Series } from './series.js';

interface Span {
  readonly from: string;
  readonly to: string;
}

/** The values of a series at equal distances, as a small picture draws them; where nothing was recorded there is no number. */
export function evenly(
  {
    at,
    values,
    before,
    unknown = [],
    multiplier = 1,
  }: Pick<Series, 'at' | 'values' | 'before' | 'unknown' | 'multiplier'>,
  { from, to, gaps }: Span & { readonly gaps: readonly Span[] },
  count: number,
): readonly number[] {
  const begin = Date.parse(from);
  const step = (Date.parse(to) - begin) / count;
  const holes = [...gaps, ...unknown].map((gap) => [Date.parse(gap.from), Date.parse(gap.to)] as const);
  let next = 0;
  let current = before?.value ?? Number.NaN;
  return Array.from({ length: count }, (_, index) => {
    const end = begin + (index + 1) * step;
    while (next < at.length && at[next]! <= end) {
      current = values[next]!;
      next += 1;
    }
    return holes.some(([start, stop]) => end > start && end <= stop) ? Number.NaN : current * multiplier;
  });
}
