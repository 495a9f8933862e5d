import type { Carry, Period, RollUp } from '../../ports/roll-ups.js';
import { KEYFRAME_MS } from '../../use-case/series.js';
import { addUp } from '../../use-case/sums.js';
import { type Counting, riseTo } from './counter.js';

/** A value is written again at each keyframe, which may wait for the next writing: after that it is no longer known. */
const STANDS_MS = KEYFRAME_MS + 1_800_000;

/** A sample, or the moment from which a value is unknown. */
export interface Moment {
  readonly at: number;
  /** Absent: the value is unknown from now on. */
  readonly value?: number;
}

/** Takes the moments of one series, hour after hour. */
export interface SeriesRollUp {
  /** `moments` are those of the hour, in order of time. Undefined for an hour without any value. */
  hour(period: Period, moments: readonly Moment[]): RollUp | undefined;
  /** The last value. Undefined while there was none. */
  carry(): Carry | undefined;
}

interface Tally {
  count: number;
  covered: number;
  first: number;
  min: number;
  max: number;
  mean: number;
  sum: number;
  increments: number;
  resets: number;
}

export function createSeriesRollUp(
  series: string,
  counting: Counting | undefined,
  carried: Carry | undefined,
  /** Milliseconds for which a value stands without another one. */
  standsMs = STANDS_MS,
): SeriesRollUp {
  let last = carried;

  /** Adds the time in which the present value stood. */
  function cover(tally: Tally, since: number, until: number): void {
    if (last === undefined || !last.stands) return;
    const end = Math.min(until, last.at + standsMs);
    const time = end - Math.max(since, last.at);
    if (time > 0) {
      tally.mean = weighed(tally.mean, tally.covered, last.value, time);
      tally.covered += time;
    }
    if (until >= last.at + standsMs) last = { ...last, stands: false };
  }

  function take(tally: Tally, at: number, value: number): void {
    let before: number | undefined;
    if (counting !== undefined && last !== undefined) {
      const rise = riseTo({ value, at }, last, counting);
      tally.increments = addUp(tally.increments, rise.by);
      tally.resets += Number(rise.isReset);
      before = rise.before;
    }
    last = { at, value, stands: true, ...(before !== undefined && { before }) };
    tally.first = tally.count === 0 ? value : tally.first;
    tally.count += 1;
    tally.min = Math.min(tally.min, value);
    tally.max = Math.max(tally.max, value);
    tally.sum = addUp(tally.sum, value);
  }

  return {
    hour({ from, to }, moments) {
      const before = last?.value ?? 0;
      const tally = emptyTally();
      let since = from;
      for (const { at, value } of moments) {
        cover(tally, since, at);
        since = at;
        if (value !== undefined) take(tally, at, value);
        else if (last !== undefined) last = { ...last, stands: false };
      }
      cover(tally, since, to);
      const { first, ...figures } = tally;
      if (figures.count > 0) {
        return { series, from, to, ...figures, last: last?.value ?? 0, mean: meanOf(figures, before, first) };
      }
      if (figures.covered === 0) return undefined;
      return { series, from, to, ...figures, last: before, min: before, max: before, mean: before };
    },
    carry: () => last,
  };
}

const emptyTally = (): Tally => ({
  count: 0,
  covered: 0,
  first: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  mean: 0,
  sum: 0,
  increments: 0,
  resets: 0,
});

/** A weighted mean whose parts cannot exceed the range of numbers. */
function weighed(mean: number, time: number, value: number, added: number): number {
  const share = added / (time + added);
  return mean === value ? value : mean * (1 - share) + value * share;
}

/** The value before the hour may have stood in it. Where no value stood for any time, the first one counts as their mean. */
function meanOf({ mean, covered, min, max }: Omit<Tally, 'first'>, before: number, first: number): number {
  if (covered === 0) return first;
  return Math.min(Math.max(max, before), Math.max(Math.min(min, before), mean));
}

/**
 * One roll-up of several that follow each other: that of a day of those of its hours.
 *
 * @example
 * const day = mergeRollUps(hours, localDay(at));
 */
export function mergeRollUps(parts: readonly RollUp[], period: Period): RollUp | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  return { ...parts.reduce(joined), ...period };
}

function joined(one: RollUp, other: RollUp): RollUp {
  const covered = one.covered + other.covered;
  const together = {
    ...one,
    to: other.to,
    covered,
    mean: other.covered === 0 ? one.mean : weighed(one.mean, one.covered, other.mean, other.covered),
    increments: addUp(one.increments, other.increments),
    resets: one.resets + other.resets,
  };
  // A value that only stood is no sample.
  if (other.count === 0 && one.count > 0) return together;
  const { last, min, max } = other;
  if (one.count === 0) return { ...together, count: other.count, sum: other.sum, last, min, max };
  return {
    ...together,
    count: one.count + other.count,
    sum: addUp(one.sum, other.sum),
    last,
    min: Math.min(one.min, min),
    max: Math.max(one.max, max),
  };
}
