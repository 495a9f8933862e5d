/** Forms of a file. */
export const IMPORT_FORMATS = ['historian', 'json', 'influx', 'csv'] as const;
/** One of `IMPORT_FORMATS`. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Names of the columns of a table, where they are not the usual ones. */
export interface ImportColumns {
  readonly time?: string | undefined;
  readonly value?: string | undefined;
  readonly point?: string | undefined;
}

/** Facts about a file beside its contents. */
export interface ImportOptions {
  /** Default: recognised by the first line. */
  readonly format?: ImportFormat | undefined;
  /** Of all data points of the file. */
  readonly central?: string | undefined;
  /** The data point of every value: `ADDRESS:CHANNEL:PARAMETER`. */
  readonly point?: string | undefined;
  readonly columns?: ImportColumns | undefined;
}

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

/** A file to import, and what is known about it. */
export interface ImportRequest extends ImportOptions {
  /** Bytes of UTF-8, read once, at the pace of the reader. */
  readonly content: AsyncIterable<Uint8Array>;
  /** True: the file is read and nothing stored. */
  readonly dryRun: boolean;
}

/** Imports into the history. */
export interface HistoryImports {
  /**
   * Reads the file to its end. Resolves with its contents, while the values are being stored; a dry run stores none. Rejects with
   * `conflict` (reason `import_running`), `payload_too_large`, `validation` for a table without the needed columns, and
   * `service_unready` without a store or room on the disk.
   */
  start(request: ImportRequest): Promise<ImportReport>;
  /** The import that runs, or the last one. Undefined where there was none. */
  last(): Promise<ImportReport | undefined>;
  /** Ends the import that runs; the part that is stored stays. False where none runs. */
  cancel(): Promise<boolean>;
}
