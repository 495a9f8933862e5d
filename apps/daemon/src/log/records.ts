import type { LogLevel } from './levels.js';

/** One line of the log, in the form for admins. */
export interface LogRecord {
  /** Counts up from 1 in this process. */
  readonly seq: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly level: LogLevel;
  readonly logger: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The newest lines, kept in memory for the diagnostics pages. */
export interface LogRecords {
  add(record: Omit<LogRecord, 'seq'>): void;
  /** Oldest first; at most `limit`, the newest of those that match. */
  list(query: {
    readonly limit: number;
    readonly atLeast?: (level: LogLevel) => boolean;
    readonly since?: number;
  }): readonly LogRecord[];
  readonly lastSeq: number;
  /** Called for each new line; the answer stops it. */
  subscribe(listener: (record: LogRecord) => void): () => void;
}

export function createLogRecords(capacity: number): LogRecords {
  const kept: LogRecord[] = [];
  const listeners = new Set<(record: LogRecord) => void>();
  let lastSeq = 0;
  return {
    add(record) {
      lastSeq += 1;
      const numbered = { seq: lastSeq, ...record };
      kept.push(numbered);
      // Trimmed in lumps: shifting one by one would move the whole array for each line.
      if (kept.length >= capacity * 2) kept.splice(0, kept.length - capacity);
      for (const listener of listeners) listener(numbered);
    },
    list({ limit, atLeast = () => true, since = 0 }) {
      return kept
        .slice(-capacity)
        .filter((record) => record.seq > since && atLeast(record.level))
        .slice(-limit);
    },
    get lastSeq() {
      return lastSeq;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
