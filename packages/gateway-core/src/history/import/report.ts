import type { ImportFormat } from './reader.js';

/** State of an import. `checked`: a file was read and nothing stored. */
export type ImportState = 'checked' | 'receiving' | 'storing' | 'done' | 'cancelled' | 'failed' | 'interrupted';

/** Values of one data point in a file. */
export interface ImportedSeries {
  /** As the file names it. */
  readonly point: string;
  readonly values: number;
  readonly from: string;
  readonly to: string;
  /** Why it has no place here. Absent where it has one. */
  readonly unknown?: string;
}

/** An import and its outcome, as it is shown and kept. */
export interface ImportReport {
  readonly state: ImportState;
  readonly started_at: string;
  readonly ended_at?: string;
  readonly format?: ImportFormat;
  readonly bytes: number;
  readonly lines: number;
  /** Values of known data points. */
  readonly values: number;
  /** Of all data points of the file. */
  readonly series_count: number;
  /** The first of them, those without a place here before others. */
  readonly series: readonly ImportedSeries[];
  readonly refused: number;
  /** The first of the refused lines. */
  readonly refusals: readonly { readonly line: number; readonly reason: string }[];
  readonly stored: {
    readonly hours: number;
    readonly values: number;
    /** Hours and values for which there is something already. */
    readonly known: number;
    /** Values before the time for which hours are kept. */
    readonly too_old: number;
  };
  /** Of storing. */
  readonly percent?: number;
  readonly error?: string;
}

export const NOTHING_STORED: ImportReport['stored'] = { hours: 0, values: 0, known: 0, too_old: 0 };
