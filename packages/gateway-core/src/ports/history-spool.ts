import type { HistorySample } from './history.js';

/** Samples of one series that wait for their place. */
export interface SpooledSeries {
  readonly series: string;
  /** Without those that came several times. */
  readonly count: number;
  /** Milliseconds since the Unix epoch, of the first and the last. */
  readonly from: number;
  readonly to: number;
}

/** Sorts samples of any number and order on the disk. Every call rejects when the disk refuses. */
export interface HistorySpool {
  /** Of two samples of one series and moment the first counts. */
  add(samples: readonly HistorySample[]): Promise<void>;
  /** In order of their names. */
  series(): Promise<readonly SpooledSeries[]>;
  /** The samples of a series within a time, its end not included, in order of time. */
  read(series: string, from: number, to: number): Promise<readonly HistorySample[]>;
  /** Removes everything. Calling it again does nothing. */
  close(): void;
}

/** Makes spools; there is one at a time. A spool of an earlier life is removed. */
export type OpenHistorySpool = () => Promise<HistorySpool>;
