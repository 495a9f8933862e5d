import type { AuditSink } from '@ccu-gateway/auth-core';
import type { AuditEntry, AuditQuery } from '@ccu-gateway/gateway-core/use-cases';
import { toStorageError } from '../database/driver/errors.js';
import type { Connection } from '../database/driver/sqlite.js';
import { fromAuth } from './from-auth.js';
import { type AuditQueueOptions, createAuditQueue } from './queue.js';
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

const RETRY_MS = 5_000;

/**
 * `db` must not wait for other processes: entries are written in the background, and a refused write is tried again.
 */
export function createAuditStore(
  db: Connection,
  options: AuditQueueOptions,
): AuditStore & { readonly flush: () => void } {
  const { clock, log } = options;
  const rows = createAuditRows(db);
  const queue = createAuditQueue(options, flushQuietly);

  function flush(): void {
    queue.cancelFlush();
    if (queue.isEmpty) return;
    const taken = queue.take();
    try {
      rows.write(taken.entries, taken.refusals, clock.now());
    } catch (error) {
      queue.giveBack(taken);
      throw error;
    }
    queue.reportDropped();
  }

  function flushQuietly(): void {
    try {
      flush();
    } catch (error) {
      // Kept in the queue and tried again, so that a full disk costs nothing once there is room.
      const { code, message: reason } = toStorageError(error);
      log.error('audit.write_failed', { code, reason, waiting: queue.length });
      queue.flushIn(RETRY_MS);
    }
  }

  return {
    record: (entry) => queue.record(entry),
    sink: { write: (entry) => queue.record(fromAuth(entry), entry) },
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
