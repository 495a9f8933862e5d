import type { AuditRecord, AuditSink } from '@ccu-gateway/auth-core';
import type { AuditEntry, AuditQuery } from '@ccu-gateway/gateway-core/use-cases';
import { toStorageError } from '../database/driver/errors.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { StorageClock, StorageLogger } from '../database/ports.js';
import { isRefusal, kindOf } from './entry.js';
import { fromAuth } from './from-auth.js';
import { createRefusalGatherer } from './refusals.js';
import { createAuditRows } from './rows.js';

/**
 * The audit log. It keeps at most 50 000 entries of administration for three years, 150 000 of operation and 20 000
 * of sign-ins for 400 days, and 20 000 rows of refused requests for 90 days.
 */
export interface AuditStore {
  /**
   * Never throws and never waits. Administration is on disk within a quarter of a second, the rest within the time for
   * which writes are gathered. Refused requests are counted: one entry for a source, minute and reason.
   */
  record(entry: AuditEntry): void;
  /** The same log as access control writes to it. */
  readonly sink: AuditSink;
  /** Newest first, with everything recorded before the call. @throws StorageError */
  query(query: AuditQuery): Promise<readonly AuditEntry[]>;
}

const FLUSH_MS = 250;
const RETRY_MS = 5_000;
const FLUSH_AT = 256;
/** Beyond this a broken disk would eat memory; newer lines are counted and dropped. */
const QUEUE_LIMIT = 10_000;

export interface AuditStoreOptions {
  readonly clock: StorageClock;
  readonly log: StorageLogger;
  /** Time for which frequent entries are gathered. */
  readonly gatherMs: number;
}

/**
 * `db` must not wait for other processes: entries are written in the background, and a refused write is tried again.
 */
export function createAuditStore(
  db: Connection,
  { clock, log, gatherMs }: AuditStoreOptions,
): AuditStore & { readonly flush: () => void } {
  const rows = createAuditRows(db);
  const refusals = createRefusalGatherer();
  let queue: AuditEntry[] = [];
  let dropped = 0;
  let timer: { readonly at: number; readonly cancel: () => void } | undefined;

  const stopTimer = () => {
    timer?.cancel();
    timer = undefined;
  };

  const flush = () => {
    stopTimer();
    if (queue.length === 0 && refusals.size === 0) return;
    const groups = refusals.take();
    try {
      rows.write(queue, groups, clock.now());
    } catch (error) {
      refusals.giveBack(groups);
      throw error;
    }
    queue = [];
    if (dropped > 0) log.error('audit.dropped', { count: dropped });
    dropped = 0;
  };

  const flushQuietly = () => {
    timer = undefined;
    try {
      flush();
    } catch (error) {
      // Kept in the queue and tried again, so that a full disk costs nothing once there is room.
      const { code, message: reason } = toStorageError(error);
      log.error('audit.write_failed', { code, reason, waiting: queue.length });
      flushIn(RETRY_MS);
    }
  };

  /** A flush scheduled for an earlier moment stays as it is. */
  const flushIn = (ms: number) => {
    const at = clock.now() + ms;
    if (timer !== undefined && timer.at <= at) return;
    stopTimer();
    timer = { at, cancel: clock.after(ms, flushQuietly) };
  };

  const record = (entry: AuditEntry, of?: Pick<AuditRecord, 'reason' | 'source'>) => {
    if (isRefusal(entry)) {
      refusals.add(entry, of);
      flushIn(gatherMs);
      return;
    }
    if (queue.length >= QUEUE_LIMIT) {
      dropped += 1;
      return;
    }
    queue.push(entry);
    if (queue.length === FLUSH_AT) flushQuietly();
    else flushIn(kindOf(entry) === 'administration' ? FLUSH_MS : gatherMs);
  };

  return {
    record: (entry) => record(entry),
    sink: { write: (entry) => record(fromAuth(entry), entry) },
    flush,
    async query(query) {
      try {
        flush();
        return await rows.search(query);
      } catch (error) {
        throw toStorageError(error);
      }
    },
  };
}
