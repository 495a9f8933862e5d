/** One event as a log keeps it. */
export interface LogRecord {
  readonly seq: number;
  readonly topic: string;
  /** Only where a segment of the topic holds `.` or `/` itself. */
  readonly segments?: readonly string[];
  /** The whole frame as JSON text, as it went to the clients. */
  readonly text: string;
  /** Item with the state that the event reports; absent for momentary events. */
  readonly key?: string;
}

/** Numbers strictly between the two may have been handed out but are not in the log. */
export interface LogGap {
  readonly after: number;
  readonly before: number;
}

/** State left by earlier lives. */
export interface LogState {
  /** Newest number that is known: of a record or of `begin`; 0 for a new log. */
  readonly lastSeq: number;
  /** No number above this was ever handed out; 0 for a new log. */
  readonly reservedSeq: number;
  /** True when the last life ended by `close({clean: true})`. A new log counts as clean. */
  readonly clean: boolean;
  /** Of the last life; absent in a new log, and only there. */
  readonly epoch?: string;
  /** The newest records after the newest gap, oldest first. */
  readonly tail: readonly LogRecord[];
}

/** Start of a life; durable, and the clean mark gone, before the first number is handed out. */
export interface LogLife {
  readonly epoch: string;
  /** Number that counts as newest at this moment. */
  readonly seq: number;
  /** No number above this will be handed out before `reserve` has raised it. */
  readonly reservedSeq: number;
  /** Present when numbers of the past may be missing. */
  readonly gap?: LogGap;
}

/** Records that are appended together, in order. */
export interface LogBatch {
  /** In ascending order of `seq`, above everything appended before. */
  readonly records: readonly LogRecord[];
  /** Present when events before this batch had to be dropped. */
  readonly gap?: LogGap;
}

/** Selection of records: at most `limit` above `since`. */
export interface LogPageQuery {
  /** Exclusive lower bound. */
  readonly since: number;
  readonly limit: number;
}

/** Records of a page, oldest first. */
export interface LogPage {
  /** Oldest first, at most `limit`; fewer when they are long, but at least one where `more` is true. */
  readonly records: readonly LogRecord[];
  /** Gaps that lie between `since` and the last record of this page (to the end of the log on the last page). */
  readonly gaps: readonly LogGap[];
  /** Oldest record still kept; undefined when the log is empty. */
  readonly oldestSeq?: number;
  /** True when records above the page exist. */
  readonly more: boolean;
}

/**
 * Keeps events beyond the life of the process. A log bounds itself by count and bytes, dropping the oldest. Numbers are
 * ascending but not contiguous; a shared log with numbers of its own promises the same.
 *
 * Calls come one at a time: the stream waits for a promise before the next `append`, `reserve` or `close`; only `page`
 * may come in between. A rejected `append` must have stored nothing of its batch.
 */
export interface EventLog {
  /** First call. `tail` is how many records to return at most. */
  open(options: { readonly tail: number }): Promise<LogState>;
  begin(life: LogLife): Promise<void>;
  append(batch: LogBatch): Promise<void>;
  reserve(seq: number): Promise<void>;
  page(query: LogPageQuery): Promise<LogPage>;
  /** Last call. `clean` means that everything up to `seq` has been appended. */
  close(end: { readonly clean: boolean; readonly seq: number }): Promise<void>;
}
