import type { CallAnswer } from '@ccu-gateway/client';

type ValueHistory = CallAnswer<'readHistory'>;
type Series = ValueHistory['series'][number];

/** A time without a value, in milliseconds since 1970. */
export interface Hole {
  readonly from: number;
  readonly to: number;
}

/**
 * Times without a value of a series, sorted by their beginning: it was unknown, or the gateway recorded nothing. An import fills the
 * time from its first to its last value, which the gateway itself did not record.
 */
export function holesOf(
  { gaps }: Pick<ValueHistory, 'gaps'>,
  { at, unknown = [] }: Pick<Series, 'at' | 'unknown'>,
): readonly Hole[] {
  const unrecorded = timesOf(gaps).flatMap(({ from, to }) => {
    const first = at.find((each) => each >= from && each < to);
    const last = at.findLast((each) => each >= from && each < to);
    if (first === undefined || last === undefined) return [{ from, to }];
    return [
      { from, to: first },
      { from: last, to },
    ];
  });
  return [...unrecorded, ...timesOf(unknown)].filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
}

const timesOf = (spans: ValueHistory['gaps']): readonly Hole[] =>
  spans.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
