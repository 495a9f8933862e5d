export type Value = string | number | boolean | null | readonly string[];

/** Statements, with texts of any characters. */
export interface Queries {
  rows<Row extends object>(text: string, values?: readonly Value[]): Promise<readonly Row[]>;
  /** How many rows it has written. */
  count(text: string, values?: readonly Value[]): Promise<number>;
}
