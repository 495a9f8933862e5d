import { type Hole, holesOf } from './holes.js';
import type { Series, ValueHistory } from './series.js';

/** A state and its time, in milliseconds since 1970. */
export interface Band {
  readonly state: number;
  readonly from: number;
  readonly to: number;
}

/** States of a series in the range of its history: each holds until the next one, and none where nothing was recorded. */
export function bandsOf(
  { from, to, gaps }: Pick<ValueHistory, 'from' | 'to' | 'gaps'>,
  series: Pick<Series, 'at' | 'values' | 'before' | 'unknown'>,
): readonly Band[] {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const { at, values, before } = series;
  const holes = holesOf({ gaps }, series);
  const starts = [
    ...(before === undefined ? [] : [{ at: begin, state: before.value }]),
    ...at.map((each, index) => ({ at: Math.max(begin, each), state: values[index]! })),
  ];
  const bands: Band[] = [];
  for (const [index, { at: start, state }] of starts.entries()) {
    for (const part of without({ from: start, to: starts[index + 1]?.at ?? end }, holes)) {
      const last = bands.at(-1);
      if (last !== undefined && last.state === state && last.to === part.from) {
        bands[bands.length - 1] = { ...last, to: part.to };
      } else bands.push({ ...part, state });
    }
  }
  return bands;
}

/** The parts of a time outside the holes, which are sorted by their beginning. */
function without(
  { from, to }: Pick<Band, 'from' | 'to'>,
  holes: readonly Hole[],
): readonly Pick<Band, 'from' | 'to'>[] {
  const parts: Pick<Band, 'from' | 'to'>[] = [];
  let start = from;
  for (const { from: begin, to: end } of holes) {
    if (begin > start && begin < to) parts.push({ from: start, to: begin });
    if (begin < to) start = Math.max(start, end);
  }
  if (start < to) parts.push({ from: start, to });
  return parts;
}
