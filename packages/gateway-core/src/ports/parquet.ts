/** Columns of a table, all of one length. A missing number is null. */
export interface TableColumns {
  readonly times: readonly TableColumn<number>[];
  readonly texts: readonly TableColumn<string>[];
  readonly numbers: readonly TableColumn<number | null>[];
}

/** One column. Times are milliseconds since the Unix epoch. */
export interface TableColumn<Cell> {
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** Makes files for programs that analyse tables. */
export interface ParquetFiles {
  /** One file of parts with the same columns, each of which becomes a row group. Without a part it has no columns. */
  write(parts: AsyncIterable<TableColumns>): AsyncIterable<Uint8Array>;
}
