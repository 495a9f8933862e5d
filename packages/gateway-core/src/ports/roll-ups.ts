import type { HistoryRange } from './history.js';

/** An hour or a local day. Milliseconds since the Unix epoch, the end exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Values of one series in an hour or a day. Every number is finite. */
export interface RollUp extends Period {
  readonly series: string;
  /** Number of samples. 0 where an earlier value stood: it is last, min, max and mean then. */
  readonly count: number;
  /** Milliseconds in which a value was known. */
  readonly covered: number;
  readonly last: number;
  readonly min: number;
  readonly max: number;
  /**
   * By time: each value counts for as long as it stood. To a thousandth of a state, else to a tenth of the last digit or a
   * 250th of the distance between the extremes.
   */
  readonly mean: number;
  /** Of the samples. */
  readonly sum: number;
  /** Rise of a counter since the value before, over resets and wraps. 0 for other series. */
  readonly increments: number;
  /** Number of times that a counter began anew. */
  readonly resets: number;
}

/** The last value of a series at the end of a day, as the next one continues from it. */
export interface Carry {
  readonly at: number;
  readonly value: number;
  /** True while the value is known. */
  readonly stands: boolean;
  /** Of a counter whose last sample is doubtful: its value before. */
  readonly before?: number;
}

/** Some of the parts of the work of a day. */
export interface RollUpStep extends Period {
  /** Number of its first part, from 0. */
  readonly part: number;
  /** Series of the step, each with its last value before the day. */
  readonly series: ReadonlyMap<string, Carry | undefined>;
}

/** Result of a step for one series. */
export interface RolledDay {
  readonly series: string;
  /** Those without a value are left out, and all of a series that is kept by day alone. */
  readonly hours: readonly RollUp[];
  /** Absent where there is no value in the day. */
  readonly day?: RollUp;
  readonly carry: Carry;
}

/** Hours of one series in a local day, from another source than its samples. */
export interface FilledDay extends Period {
  readonly series: string;
  /** In order of time. */
  readonly hours: readonly RollUp[];
}

/** Result of filling days. */
export interface Filled {
  /** Hours that are stored now. */
  readonly added: number;
  /** Hours that were there already. */
  readonly known: number;
}

/** Makes the roll-up of a day of those of its hours. */
export type MergeRollUps = (parts: readonly RollUp[], period: Period) => RollUp | undefined;

/** Bounds of the roll-ups. The oldest beyond one of them are dropped as new ones are stored. */
export interface RollUpBounds {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

/** Extent of the stored roll-ups. */
export interface RollUpExtent {
  /** Begin of the oldest one. Absent while there is none. */
  readonly oldestAt?: number;
  /** End of the last day that is stored whole: later values have no roll-ups yet. */
  readonly until?: number;
  readonly bytes: number;
}

/** Storage of roll-ups, beside the samples of which they are made. Every call rejects when the store refuses. */
export interface RollUpStore {
  /**
   * The next parts of the oldest day that is not stored whole and ended by `until`. `dayOf` is the local day of a time. Samples
   * that arrive for a stored day make that day the next one again.
   */
  next(until: number, dayOf: (at: number) => Period): Promise<RollUpStep | undefined>;
  /** Stores the result of a step, each part and that it is done as one. Stops at a part that is no longer the next one. */
  put(step: RollUpStep, days: readonly RolledDay[], bounds: RollUpBounds): Promise<void>;
  /** Those of hours or days that lie in the range as a whole; slice by slice, those of a series in order of time. */
  read(range: HistoryRange, tier: 'hour' | 'day'): AsyncIterable<readonly RollUp[]>;
  extent(): Promise<RollUpExtent>;
  /**
   * Samples from this time on are rolled up when they arrive; earlier ones never are. Undefined while nothing was rolled up:
   * the first day is that of the first sample.
   */
  openSince(): Promise<number | undefined>;
  /**
   * Stores hours where there is none yet, and makes their days anew; all or none. The days end by `openSince`, or by `until` where
   * that is undefined, which begins there then.
   */
  fill(days: readonly FilledDay[], until: number, merge: MergeRollUps): Promise<Filled>;
}
