import type { EventLog, LogGap, LogRecord, LogState } from '../model/event-log.js';

/** Bounds of a log in memory. */
export interface MemoryLogOptions {
  /** Default 100 000. */
  readonly maxRecords?: number;
  /** Sum of the lengths of the texts; default 64 MiB. */
  readonly maxBytes?: number;
}

/** Contents of a memory log; hand it to the next log to simulate a restart. */
export interface MemoryLogStore {
  records: LogRecord[];
  gaps: LogGap[];
  bytes: number;
  lastSeq: number;
  reservedSeq: number;
  clean: boolean;
  epoch?: string;
}

export function createMemoryLogStore(): MemoryLogStore {
  return { records: [], gaps: [], bytes: 0, lastSeq: 0, reservedSeq: 0, clean: true };
}

/**
 * A log that lives as long as its process, or as its store is passed on.
 *
 * @example
 * const stream = await openEventStream({ log: createMemoryLog() });
 */
export function createMemoryLog(options: MemoryLogOptions = {}, store = createMemoryLogStore()): EventLog {
  const maxRecords = options.maxRecords ?? 100_000;
  const maxBytes = options.maxBytes ?? 64 * 1024 * 1024;

  function trim(): void {
    let surplus = 0;
    while (store.records.length - surplus > maxRecords || store.bytes > maxBytes) {
      store.bytes -= store.records[surplus]?.text.length ?? store.bytes;
      surplus += 1;
    }
    if (surplus === 0) return;
    store.records.splice(0, surplus);
    const oldest = store.records[0]?.seq ?? store.lastSeq + 1;
    // The newest gap stays even when everything before it is gone: there may be nothing after it yet.
    store.gaps = store.gaps.filter((gap, index) => gap.before > oldest || index === store.gaps.length - 1);
  }

  return {
    async open({ tail }): Promise<LogState> {
      const from = store.gaps.at(-1)?.before ?? 0;
      const records = tail > 0 ? store.records.slice(-tail).filter(({ seq }) => seq >= from) : [];
      const { lastSeq, reservedSeq, clean, epoch } = store;
      return { lastSeq, reservedSeq, clean, epoch, tail: records };
    },
    async begin(life) {
      store.clean = false;
      store.epoch = life.epoch;
      store.lastSeq = Math.max(store.lastSeq, life.seq);
      store.reservedSeq = Math.max(store.reservedSeq, life.reservedSeq);
      if (life.gap) store.gaps.push(life.gap);
    },
    async append({ records, gap }) {
      if (gap) store.gaps.push(gap);
      for (const record of records) {
        store.records.push(record);
        store.bytes += record.text.length;
      }
      store.lastSeq = records.at(-1)?.seq ?? store.lastSeq;
      trim();
    },
    async reserve(seq) {
      store.reservedSeq = Math.max(store.reservedSeq, seq);
    },
    async page({ since, limit }) {
      const start = firstAbove(store.records, since);
      const records = store.records.slice(start, start + limit);
      const more = start + limit < store.records.length;
      const upTo = more ? (records.at(-1)?.seq ?? since) : Number.POSITIVE_INFINITY;
      const gaps = store.gaps.filter((gap) => gap.before - 1 > since && gap.after < upTo);
      return { records, gaps, oldestSeq: store.records[0]?.seq, more };
    },
    async close({ clean, seq }) {
      store.clean = clean;
      if (clean) store.lastSeq = Math.max(store.lastSeq, seq);
    },
  };
}

function firstAbove(records: readonly LogRecord[], since: number): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((records[middle] as LogRecord).seq > since) high = middle;
    else low = middle + 1;
  }
  return low;
}
