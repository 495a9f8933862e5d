import type { RollUpStore } from './roll-ups.js';

/** One value of a series. Booleans are 0 and 1, enumerations their ordinal. */
export interface HistorySample {
  /** Name of the series, as `seriesName` makes it. */
  readonly series: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Finite. It stands until the next one of the series. */
  readonly value: number;
}

/** Bounds of the stored history. Samples beyond one of them are dropped, the oldest first. */
export interface HistoryBounds {
  /** May be kept for two hours longer, since it is dropped in lots. */
  readonly maxAgeMs: number;
  /** Of the store without its roll-ups, as it lies on the disk. */
  readonly maxBytes: number;
  /**
   * True: samples without roll-ups are kept until there is twice as much as `maxBytes`. Default false.
   */
  readonly keepsUnrolled?: boolean;
}

/** Selection of samples to read. */
export interface HistoryRange {
  readonly series: readonly string[];
  /** Inclusive, milliseconds since the Unix epoch. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Extent of the stored history. */
export interface HistoryExtent {
  /** Milliseconds since the Unix epoch; absent while nothing is kept. */
  readonly oldestAt?: number;
  readonly newestAt?: number;
  readonly bytes: number;
}

/** Storage of the history of values. Every call rejects when the store refuses, and has changed nothing then. */
export interface HistoryStore {
  /** All of them or none. Samples need no order. */
  append(samples: readonly HistorySample[]): Promise<void>;
  /**
   * Slice by slice, so that a long history holds up nothing. The samples of a slice belong to their series and range;
   * they come in the order in which they were appended, which is that of their times unless a clock was set back.
   */
  read(range: HistoryRange): AsyncIterable<readonly HistorySample[]>;
  /** Drops some of the samples beyond the bounds at `now`; resolves with true when there is more to drop. */
  prune(bounds: HistoryBounds, now: number): Promise<boolean>;
  extent(): Promise<HistoryExtent>;
  /** Names of the series of which something is kept, in any order. */
  series(): Promise<readonly string[]>;
  /** Hours and days of the samples, which outlive them. */
  readonly rollUps: RollUpStore;
}

/** The recorded values of the installation, and their reading. */
export interface HistoryView extends Pick<HistoryStore, 'read' | 'extent' | 'series'> {
  readonly rollUps: Pick<RollUpStore, 'read' | 'extent'>;
  /** Present bounds of the history. Hours and days are kept for `years`. */
  retention(): {
    readonly enabled: boolean;
    readonly maxDays: number;
    readonly maxBytes: number;
    readonly years: number;
  };
  /** True when the values of this data point are recorded at the moment. */
  isRecorded(place: {
    readonly central: string;
    readonly address: string;
    readonly channel: number;
    readonly parameter: string;
  }): boolean;
}
