import type { AuditRecord } from '@ccu-gateway/auth-core';
import type { AuditEntry } from '@ccu-gateway/gateway-core/use-cases';
import type { StorageClock, StorageLogger } from '../database/ports.js';
import { isRefusal, kindOf } from './entry.js';
import { createRefusalGatherer, type RefusalGroup } from './refusals.js';

const FLUSH_MS = 250;
const FLUSH_AT = 256;
/** Beyond this a broken disk or an outage would eat memory; newer entries are counted and dropped. */
const QUEUE_LIMIT = 10_000;

/** Dependencies of a queue of audit entries. */
export interface AuditQueueOptions {
  readonly clock: StorageClock;
  readonly log: StorageLogger;
  /** Milliseconds for which refusals are gathered. */
  readonly gatherMs: number;
}

/** Entries and refusals that are taken out together, to be written. */
export interface TakenEntries {
  readonly entries: readonly AuditEntry[];
  readonly refusals: readonly RefusalGroup[];
}

/** Audit entries that wait to be written, and the time at which they are. */
export interface AuditQueue {
  /** Never throws and never waits, except for `flush` when many entries wait. Refused requests are counted. */
  record(entry: AuditEntry, of?: Pick<AuditRecord, 'reason' | 'source'>): void;
  /** Number of entries that wait, without refusals. */
  readonly length: number;
  readonly isEmpty: boolean;
  /** Takes out the oldest entries, at most `most` of them (default: all), and all refusals. */
  take(most?: number): TakenEntries;
  /** Puts back entries that could not be written, before those that came meanwhile. */
  giveBack(taken: TakenEntries): void;
  /** Schedules a flush. One scheduled for an earlier moment stays as it is. */
  flushIn(ms: number): void;
  /** Cancels the scheduled flush. */
  cancelFlush(): void;
  /** Logs the number of entries dropped since the last report, if any. */
  reportDropped(): void;
}

/**
 * `flush` is called at the scheduled time, and at once when many entries wait. It must not throw.
 *
 * @example
 * const queue = createAuditQueue({ clock, log, gatherMs: 10_000 }, () => write(queue.take()));
 * queue.record(entry);
 */
export function createAuditQueue({ clock, log, gatherMs }: AuditQueueOptions, flush: () => void): AuditQueue {
  const refusals = createRefusalGatherer();
  const timer = createFlushTimer(clock, flush);
  let entries: AuditEntry[] = [];
  let dropped = 0;
  return {
    record(entry, of) {
      if (isRefusal(entry)) {
        refusals.add(entry, of);
        timer.runIn(gatherMs);
        return;
      }
      if (entries.length >= QUEUE_LIMIT) {
        dropped += 1;
        return;
      }
      entries.push(entry);
      if (entries.length === FLUSH_AT) flush();
      else timer.runIn(kindOf(entry) === 'administration' ? FLUSH_MS : gatherMs);
    },
    get length() {
      return entries.length;
    },
    get isEmpty() {
      return entries.length === 0 && refusals.size === 0;
    },
    take: (most = entries.length) => ({ entries: entries.splice(0, most), refusals: refusals.take() }),
    giveBack(taken) {
      entries = [...taken.entries, ...entries];
      refusals.giveBack(taken.refusals);
    },
    flushIn: timer.runIn,
    cancelFlush: timer.cancel,
    reportDropped() {
      if (dropped > 0) log.error('audit.dropped', { count: dropped });
      dropped = 0;
    },
  };
}

/** Runs once at the earliest moment that was asked for. */
function createFlushTimer(clock: StorageClock, run: () => void) {
  let timer: { readonly at: number; readonly cancel: () => void } | undefined;
  const cancel = () => {
    timer?.cancel();
    timer = undefined;
  };
  return {
    cancel,
    runIn(ms: number): void {
      const at = clock.now() + ms;
      if (timer !== undefined && timer.at <= at) return;
      cancel();
      const fire = () => {
        timer = undefined;
        run();
      };
      timer = { at, cancel: clock.after(ms, fire) };
    },
  };
}
