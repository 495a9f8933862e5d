import type { HistorySample } from '../../ports/history.js';
import type { RollUp } from '../../ports/roll-ups.js';

/** The samples of one series as an answer shows them: columns of equal length. */
export interface FoldedSeries {
  /** 0 where every sample is there; otherwise the milliseconds of which each point stands for the last value. */
  readonly resolution_ms: number;
  /** The last value before the range. */
  readonly before?: { readonly at: number; readonly value: number };
  readonly at: readonly number[];
  readonly values: readonly number[];
  /** Of the samples that a point stands for; only where points stand for several. */
  readonly min?: readonly number[];
  readonly max?: readonly number[];
  /** Mean by time; only where hours or days were read. */
  readonly mean?: readonly number[];
}

interface Bucket {
  at: number;
  value: number;
  min: number;
  max: number;
  mean: number;
  /** Milliseconds of which the mean is known. */
  covered: number;
}

type Moment = Pick<HistorySample, 'at' | 'value'>;

/** Takes the samples of one series in any order; its memory does not grow beyond `maxPoints`. */
export interface SeriesFold {
  add(sample: Moment): void;
  /** Those of hours or days, which belong to the part of the range in which their middle lies. */
  addPart(part: Omit<RollUp, 'series'>): void;
  result(): FoldedSeries;
}

/**
 * Keeps every sample as long as there are no more than `maxPoints`, and from then on the lowest, the highest and the last of
 * each of as many parts of the range. `unit` is the length of hours or days, of which parts are made then.
 */
export function createSeriesFold(
  range: { readonly from: number; readonly to: number },
  maxPoints: number,
  unit = 0,
): SeriesFold {
  const width = partWidth(range, maxPoints, unit);
  let samples: Moment[] | undefined = [];
  let before: Moment | undefined;
  const buckets = new Map<number, Bucket>();

  function fold({ at, value }: Moment): void {
    put(at, { at, value, min: value, max: value, mean: value, covered: 0 });
  }

  function put(moment: number, more: Bucket): void {
    const key = Math.floor((moment - range.from) / width);
    const bucket = buckets.get(key);
    if (bucket === undefined) {
      buckets.set(key, more);
      return;
    }
    bucket.min = Math.min(bucket.min, more.min);
    bucket.max = Math.max(bucket.max, more.max);
    const share = more.covered === 0 ? 0 : more.covered / (bucket.covered + more.covered);
    bucket.mean = bucket.mean * (1 - share) + more.mean * share;
    bucket.covered += more.covered;
    if (more.at < bucket.at) return;
    bucket.at = more.at;
    bucket.value = more.value;
  }

  function foldAll(): void {
    for (const sample of samples ?? []) fold(sample);
    samples = undefined;
  }

  const byTime = <T extends { readonly at: number }>(points: readonly T[]) =>
    [...points].sort((one, other) => one.at - other.at);
  const columns = (points: readonly Moment[]) => ({
    at: points.map(({ at }) => at),
    values: points.map(({ value }) => value),
  });

  return {
    add({ at, value }) {
      if (at < range.from) {
        if (before === undefined || at >= before.at) before = { at, value };
        return;
      }
      if (samples === undefined) return fold({ at, value });
      samples.push({ at, value });
      if (samples.length > maxPoints) foldAll();
    },
    addPart({ from, to, last, min, max, mean, covered }) {
      foldAll();
      // The value stood at the end of the part.
      const at = to - 1;
      if (at < range.from) before = { at, value: last };
      else put(Math.max(range.from, (from + to) / 2), { at, value: last, min, max, mean, covered });
    },
    result() {
      const start = before === undefined ? {} : { before };
      if (samples !== undefined) return { resolution_ms: 0, ...start, ...columns(byTime(samples)) };
      const points = byTime([...buckets.values()]);
      return {
        resolution_ms: width,
        ...start,
        ...columns(points),
        min: points.map(({ min }) => min),
        max: points.map(({ max }) => max),
        ...(unit > 0 && { mean: points.map(({ mean, value, covered }) => (covered > 0 ? shortened(mean) : value)) }),
      };
    },
  };
}

/**
 * Length of the parts of a range: a multiple of `unit`, where there is one.
 *
 * @example
 * partWidth({ from: 0, to: 86_400_000 }, 300); // 288_000
 */
export function partWidth(range: Span, maxPoints: number, unit = 0): number {
  const width = Math.max(1, Math.ceil((range.to - range.from) / maxPoints));
  return unit === 0 ? width : Math.ceil(width / unit) * unit;
}

const MEAN_DIGITS = 5;

/** As much of a mean as a picture shows. */
const shortened = (mean: number) => Number(mean.toPrecision(MEAN_DIGITS));

/** A part of a range. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Takes the moments at which a value became unknown, and those of its values, in the order of their times. */
export interface GapFold {
  begin(at: number): void;
  end(at: number): void;
  result(): readonly Span[];
}

/** The parts of the range in which a value was unknown; the newest of them, where there are more than `max`. */
export function createGapFold(range: Span, max: number): GapFold {
  const gaps: Span[] = [];
  let since: number | undefined;

  function add(to: number): void {
    const from = Math.max(since ?? to, range.from);
    since = undefined;
    if (from < to) gaps.push({ from, to });
    if (gaps.length > max) gaps.shift();
  }

  return {
    begin(at) {
      since ??= at;
    },
    end: add,
    result: () =>
      since === undefined ? gaps : [...gaps, { from: Math.max(since, range.from), to: range.to }].slice(-max),
  };
}
