import type { ByteStore } from '../model/environment.js';
import type { EventLog, LogGap, LogPage, LogPageQuery } from '../model/event-log.js';
import type { Repeat } from '../model/stream.js';
import { reservedAhead } from './numbering.js';
import { type PendingRecord, PendingRecords, toLogRecords } from './pending.js';

export interface LogWriterOptions {
  readonly log: EventLog;
  readonly store: ByteStore;
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
  push(record: PendingRecord): void;
  /** Resolves when all of it is appended; false when the log refused some of it. */
  drain(): Promise<boolean>;
  /** The last `drain`: events that the log refuses are not tried again. */
  close(): Promise<boolean>;
  /** The log together with its pending events, so that reading causes no writing. */
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
const maxBytes = 16 * 1024 * 1024;
const retryMs = 1_000;

export function createLogWriter(options: LogWriterOptions): LogWriter {
  return new GatheringWriter(options);
}

/** A class, because it is one queue that is filled and emptied by different turns. */
class GatheringWriter implements LogWriter {
  private readonly log: EventLog;
  private readonly pending = new PendingRecords();
  /** Taken out of `pending` by the write that is under way. */
  private leaving: readonly PendingRecord[] = [];
  private appendedSeq: number;
  private reservedSeq: number;
  private gap = false;
  private writing: Promise<boolean> | undefined;
  private failedAt: number | undefined;
  private wroteAt: number | undefined;
  private stopGathering: (() => void) | undefined;
  private closed = false;
  private readonly counted = { appended: 0, dropped: 0, failures: 0 };

  constructor(private readonly options: LogWriterOptions) {
    this.log = options.log;
    this.appendedSeq = options.lastSeq;
    this.reservedSeq = options.reservedSeq;
  }

  get stats(): LogWriter['stats'] {
    return { ...this.counted, pending: this.pending.length };
  }

  push(record: PendingRecord): void {
    this.pending.push(record);
    this.trim();
    this.gather();
  }

  close(): Promise<boolean> {
    this.closed = true;
    return this.drain();
  }

  private trim(): void {
    const dropped = this.pending.dropAbove(maxRecords, maxBytes);
    if (dropped === 0) return;
    this.counted.dropped += dropped;
    this.gap = true;
  }

  private async writeBatch(): Promise<void> {
    const records = this.pending.first(batchRecords);
    const [first] = records;
    const last = records.at(-1);
    if (!first || !last) return;
    if (last.seq > this.reservedSeq - reservedAhead / 2) {
      // Noted after it is on disk: a refused reservation is tried again with the batch.
      const wanted = last.seq + reservedAhead;
      await this.log.reserve(wanted);
      this.reservedSeq = wanted;
    }
    const missing: LogGap | undefined = this.gap ? { after: this.appendedSeq, before: first.seq } : undefined;
    // Taken out first: events that are trimmed meanwhile must not be those being written.
    this.pending.drop(records.length);
    this.gap = false;
    this.leaving = records;
    try {
      await this.log.append({ records: toLogRecords(this.options.store, records), gap: missing });
    } catch (error) {
      // Later events were dropped meanwhile: put back before that unmarked gap, these would hide it.
      if (this.gap) this.counted.dropped += records.length;
      else this.putBack(records, missing !== undefined);
      throw error;
    } finally {
      this.leaving = [];
    }
    this.appendedSeq = last.seq;
    this.counted.appended += records.length;
  }

  private putBack(records: readonly PendingRecord[], afterGap: boolean): void {
    this.pending.putBack(records);
    this.gap = afterGap;
  }

  private async run(): Promise<boolean> {
    try {
      while (this.pending.length > 0) {
        await new Promise<void>((resolve) => this.options.schedule(resolve));
        await this.writeBatch();
      }
      this.failedAt = undefined;
      return true;
    } catch (error) {
      this.counted.failures += 1;
      this.failedAt = this.options.monotonic();
      this.options.onError(error);
      // The last published event must not wait for the next one.
      if (!this.closed) this.stopGathering ??= this.options.repeat(retryMs, () => void this.start());
      return false;
    } finally {
      this.writing = undefined;
      this.wroteAt = this.options.monotonic();
      this.trim();
    }
  }

  private start(): Promise<boolean> {
    this.stopGathering?.();
    this.stopGathering = undefined;
    this.writing ??= this.run();
    return this.writing;
  }

  private gather(): void {
    if (this.writing || (this.failedAt !== undefined && this.options.monotonic() - this.failedAt < retryMs)) return;
    if (this.pending.length >= gatherRecords) void this.start();
    else this.stopGathering ??= this.options.repeat(this.untilNextWrite(), () => void this.start());
  }

  private untilNextWrite(): number {
    const quiet = this.wroteAt === undefined ? Number.POSITIVE_INFINITY : this.options.monotonic() - this.wroteAt;
    return Math.max(Math.min(soonMs, this.options.gatherMs), this.options.gatherMs - quiet);
  }

  async page({ since, limit }: LogPageQuery): Promise<LogPage> {
    // Before the log is read: events appended meanwhile are then found twice rather than not at all.
    const waiting = [...this.leaving, ...this.pending.first()];
    const dropped = this.gap && waiting[0] ? { after: this.appendedSeq, before: waiting[0].seq } : undefined;
    const stored = await this.log.page({ since, limit });
    // A log that is empty after writes keeps nothing, and its pending events must not be visible either.
    const keepsNothing = stored.oldestSeq === undefined && this.counted.appended > 0;
    if (stored.more || keepsNothing) return stored;
    const last = stored.records.at(-1)?.seq ?? since;
    const above = waiting.filter(({ seq }) => seq > last);
    const added = toLogRecords(this.options.store, above.slice(0, limit - stored.records.length));
    const records = [...stored.records, ...added];
    const isNews = dropped && dropped.before - 1 > since && !stored.gaps.some(({ after }) => after === dropped.after);
    return {
      records,
      gaps: isNews ? [...stored.gaps, dropped] : stored.gaps,
      oldestSeq: stored.oldestSeq ?? waiting[0]?.seq,
      more: records.length < stored.records.length + above.length,
    };
  }

  async drain(): Promise<boolean> {
    if (this.writing) await this.writing;
    return this.pending.length === 0 || this.start();
  }
}
