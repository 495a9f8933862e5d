/** Result of a changing statement. */
export interface Changes {
  readonly changes: number;
}

/** A prepared statement. Blobs come as `Buffer`, NULL as null, numbers as number. */
export interface Statement<Parameters extends unknown[] = unknown[], Row = unknown> {
  /** True when it can change nothing. */
  readonly readonly: boolean;
  run(...parameters: Parameters): Changes;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  /** From now on rows are the value of their first column. */
  pluck(): this;
}

/** Work that is done whole or not at all. */
export interface Transaction<Arguments extends unknown[], Answer> {
  (...args: Arguments): Answer;
  /** The same, taking the lock for writing before it begins: a lock that is taken refuses it before it has done anything. */
  immediate(...args: Arguments): Answer;
}

/** One connection to a file of SQLite. Everything throws an error with SQLite's name as its `code`, `SQLITE_…`. */
export interface Connection {
  /** Path of the file. */
  readonly name: string;
  readonly open: boolean;
  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(
    source: string,
  ): Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row>;
  transaction<Arguments extends unknown[], Answer>(
    work: (...args: Arguments) => Answer,
  ): Transaction<Arguments, Answer>;
  /** The rows that a pragma answers, or the first value of the first one. */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  exec(source: string): unknown;
  close(): unknown;
}

/** Options for opening a database file. */
export interface OpenOptions {
  /**
   * Time for which a statement waits for the lock of another process; the program stands still meanwhile. Milliseconds.
   */
  readonly timeout?: number;
  readonly fileMustExist?: boolean;
}

/** One way of using SQLite from Node. Both ways pass the same tests. */
export interface SqliteDriver {
  readonly name: SqliteDriverName;
  /** Bound of the journal of each file. Default 16 MiB, and 64 MiB under constant writes. */
  readonly journalBytes?: number;
  /** Pages that each connection keeps in memory, in KiB. Default 2 000. */
  readonly cacheKib?: number;
  open(file: string, options?: OpenOptions): Connection;
  /** Reads the file as it is, without taking a lock or making a file beside it; its journal is ignored. */
  openUnchanged(file: string): Connection;
  /**
   * Copies a file as it is at one moment, with the contents of its journal, while others go on writing. A few pages are
   * copied a turn. `to` is a file that is there and empty.
   */
  copy(file: string, to: string): Promise<void>;
}

/** `node`: the driver of Node itself from 22.13 on. */
export type SqliteDriverName = 'better-sqlite3' | 'node';
