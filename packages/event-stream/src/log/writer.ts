import { reservedAhead } from '../numbering.js';
import type { Repeat } from '../stream.js';
import type { EventLog, LogGap, LogPage, LogPageQuery, LogRecord } from './port.js';

export interface LogWriterOptions {
  readonly log: EventLog;
  readonly schedule: (run: () => void) => void;
  readonly repeat: Repeat;
  readonly monotonic: () => number;
  readonly reservedSeq: number;
  readonly lastSeq: number;
  /** A write begins at the earliest this long after the one before. */
  readonly gatherMs: number;
  readonly onError: (error: unknown) => void;
}

/** Writes behind: publishing only appends to a list, which is bounded and handed to the log in batches. */
export interface LogWriter {
  push(record: LogRecord): void;
  /** Resolves when all of it is appended; false when the log refused some of it. */
  drain(): Promise<boolean>;
  /** The last `drain`: what the log refuses is not tried again. */
  close(): Promise<boolean>;
  /** The log together with what is still on the way to it, so that reading causes no writing. */
  page(query: LogPageQuery): Promise<LogPage>;
  readonly stats: {
    readonly appended: number;
    readonly dropped: number;
    readonly failures: number;
    readonly pending: number;
  };
}

/** The first event after a quiet time waits only this long: that costs no more writes than waiting for the whole time. */
const soonMs = 100;
const gatherRecords = 2_048;
const batchRecords = 512;
const maxRecords = 16_384;
const maxLength = 16 * 1024 * 1024;
const retryMs = 1_000;

export function createLogWriter(options: LogWriterOptions): LogWriter {
  const { log } = options;
  let pending: LogRecord[] = [];
  /** Taken out of `pending` by the write that is under way. */
  let leaving: readonly LogRecord[] = [];
  let pendingLength = 0;
  let appendedSeq = options.lastSeq;
  let reservedSeq = options.reservedSeq;
  let gap = false;
  let writing: Promise<boolean> | undefined;
  let failedAt: number | undefined;
  let wroteAt: number | undefined;
  let stopGathering: (() => void) | undefined;
  let closed = false;
  const stats = { appended: 0, dropped: 0, failures: 0 };

  function trim(): void {
    let surplus = 0;
    while (pending.length - surplus > maxRecords || pendingLength > maxLength) {
      pendingLength -= (pending[surplus] as LogRecord).text.length;
      surplus += 1;
    }
    if (surplus === 0) return;
    pending = pending.slice(surplus);
    stats.dropped += surplus;
    gap = true;
  }

  async function writeBatch(): Promise<void> {
    const records = pending.slice(0, batchRecords);
    const [first] = records;
    const last = records.at(-1);
    if (!first || !last) return;
    if (last.seq > reservedSeq - reservedAhead / 2) {
      // Noted after it is on disk: a refused reservation is tried again with the batch.
      const wanted = last.seq + reservedAhead;
      await log.reserve(wanted);
      reservedSeq = wanted;
    }
    const missing: LogGap | undefined = gap ? { after: appendedSeq, before: first.seq } : undefined;
    // Taken out first: what is trimmed meanwhile must not be what is being written.
    pending = pending.slice(records.length);
    for (const { text } of records) pendingLength -= text.length;
    gap = false;
    leaving = records;
    try {
      await log.append({ records, gap: missing });
    } catch (error) {
      // What came after it was dropped meanwhile: put back before that hole, which has no mark, it would hide it.
      if (gap) stats.dropped += records.length;
      else putBack(records, missing !== undefined);
      throw error;
    } finally {
      leaving = [];
    }
    appendedSeq = last.seq;
    stats.appended += records.length;
  }

  function putBack(records: readonly LogRecord[], afterGap: boolean): void {
    pending = [...records, ...pending];
    for (const { text } of records) pendingLength += text.length;
    gap = afterGap;
  }

  async function run(): Promise<boolean> {
    try {
      while (pending.length > 0) {
        await new Promise<void>((resolve) => options.schedule(resolve));
        await writeBatch();
      }
      failedAt = undefined;
      return true;
    } catch (error) {
      stats.failures += 1;
      failedAt = options.monotonic();
      options.onError(error);
      // What was published last is not to wait for the next event.
      if (!closed) stopGathering ??= options.repeat(retryMs, () => void start());
      return false;
    } finally {
      writing = undefined;
      wroteAt = options.monotonic();
      trim();
    }
  }

  function start(): Promise<boolean> {
    stopGathering?.();
    stopGathering = undefined;
    writing ??= run();
    return writing;
  }

  function gather(): void {
    if (writing || (failedAt !== undefined && options.monotonic() - failedAt < retryMs)) return;
    if (pending.length >= gatherRecords) void start();
    else stopGathering ??= options.repeat(untilNextWrite(), () => void start());
  }

  function untilNextWrite(): number {
    const quiet = wroteAt === undefined ? Number.POSITIVE_INFINITY : options.monotonic() - wroteAt;
    return Math.max(Math.min(soonMs, options.gatherMs), options.gatherMs - quiet);
  }

  async function page({ since, limit }: LogPageQuery): Promise<LogPage> {
    // Before the log is asked: what is appended meanwhile is then found twice rather than not at all.
    const waiting = [...leaving, ...pending];
    const dropped = gap && waiting[0] ? { after: appendedSeq, before: waiting[0].seq } : undefined;
    const stored = await log.page({ since, limit });
    // A log that is empty although it was written to keeps nothing, and what waits for it is not to be seen either.
    const keepsNothing = stored.oldestSeq === undefined && stats.appended > 0;
    if (stored.more || keepsNothing) return stored;
    const last = stored.records.at(-1)?.seq ?? since;
    const above = waiting.filter(({ seq }) => seq > last);
    const records = [...stored.records, ...above.slice(0, limit - stored.records.length)];
    const isNews = dropped && dropped.before - 1 > since && !stored.gaps.some(({ after }) => after === dropped.after);
    return {
      records,
      gaps: isNews ? [...stored.gaps, dropped] : stored.gaps,
      oldestSeq: stored.oldestSeq ?? waiting[0]?.seq,
      more: records.length < stored.records.length + above.length,
    };
  }

  async function drain(): Promise<boolean> {
    if (writing) await writing;
    return pending.length === 0 || start();
  }

  return {
    push(record) {
      pending.push(record);
      pendingLength += record.text.length;
      if (pending.length > maxRecords || pendingLength > maxLength) trim();
      gather();
    },
    drain,
    close() {
      closed = true;
      return drain();
    },
    page,
    get stats() {
      return { ...stats, pending: pending.length };
    },
  };
}
