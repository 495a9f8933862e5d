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

export const NOTHING: readonly ImportPoint[] = [];
export const refused = (reason: string): LineResult => ({ refused: reason });
