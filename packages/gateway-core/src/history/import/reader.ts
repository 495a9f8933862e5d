/** A value of a file. */
export interface ImportPoint {
  /** Data point as the file names it: `ADDRESS:CHANNEL:PARAMETER`, or `INTERFACE.ADDRESS:CHANNEL.PARAMETER`. */
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly value: number;
}

/** The values of a line, or the reason against it. */
export type LineResult = readonly ImportPoint[] | { readonly refused: string };

/** Reads the lines of one file, in their order. */
export type LineReader = (line: string) => LineResult;

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

export const NOTHING: readonly ImportPoint[] = [];
export const refused = (reason: string): LineResult => ({ refused: reason });
