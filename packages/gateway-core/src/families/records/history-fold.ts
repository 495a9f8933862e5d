import type { HistorySample } from '../../ports/history.js';

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
}

interface Bucket {
  at: number;
  value: number;
  min: number;
  max: number;
}

type Moment = Pick<HistorySample, 'at' | 'value'>;

/** Takes the samples of one series in any order; its memory does not grow beyond `maxPoints`. */
export interface SeriesFold {
  add(sample: Moment): void;
  result(): FoldedSeries;
}

/**
 * Keeps every sample as long as there are no more than `maxPoints`, and from then on the lowest, the highest and the last of
 * each of as many parts of the range.
 */
export function createSeriesFold(range: { readonly from: number; readonly to: number }, maxPoints: number): SeriesFold {
  const width = Math.max(1, Math.ceil((range.to - range.from) / maxPoints));
  let samples: Moment[] | undefined = [];
  let before: Moment | undefined;
  const buckets = new Map<number, Bucket>();

  function fold({ at, value }: Moment): void {
    const key = Math.floor((at - range.from) / width);
    const bucket = buckets.get(key);
    if (bucket === undefined) {
      buckets.set(key, { at, value, min: value, max: value });
      return;
    }
    bucket.min = Math.min(bucket.min, value);
    bucket.max = Math.max(bucket.max, value);
    if (at < bucket.at) return;
    bucket.at = at;
    bucket.value = value;
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
      if (samples.length <= maxPoints) return;
      for (const sample of samples) fold(sample);
      samples = undefined;
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
      };
    },
  };
}

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
