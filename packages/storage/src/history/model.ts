/** One value of a series. Times are milliseconds since the Unix epoch. */
export interface HistorySample {
  readonly series: string;
  readonly at: number;
  /** Finite. */
  readonly value: number;
}

/** Bounds of the stored history; the oldest goes first. */
export interface HistoryBounds {
  readonly maxAgeMs: number;
  /** Of the file, without its free pages. */
  readonly maxBytes: number;
}

/** The history of values on disk. Every call rejects with a `StorageError` when the database refuses. */
export interface HistoryStore {
  /** All of them or none. It does not wait for another process: `storage_busy` is tried again by the caller. */
  append(samples: readonly HistorySample[]): Promise<void>;
  /** Slice by slice; `from` is inclusive and `to` is not. */
  read(range: {
    readonly series: readonly string[];
    readonly from: number;
    readonly to: number;
  }): AsyncIterable<readonly HistorySample[]>;
  /** Drops some of the samples beyond the bounds; resolves with true when there are more. */
  prune(bounds: HistoryBounds, now: number): Promise<boolean>;
  extent(): Promise<{ readonly oldestAt?: number; readonly newestAt?: number; readonly bytes: number }>;
}
