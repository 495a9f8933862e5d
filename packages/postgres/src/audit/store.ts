import type { AuditRecord } from '@ccu-gateway/auth-core';
import type { AuditEntry, AuditStore, StorageClock, StorageLogger } from '@ccu-gateway/storage';
import { createRefusalGatherer, fromAuth, isRefusal, kindOf, toStorageError } from '@ccu-gateway/storage/stores';
import type { AuditBatch, AuditRows } from './rows.js';

const FLUSH_MS = 250;
const RETRY_MS = 1_000;
const FLUSH_AT = 256;
/** Of one transaction. */
const BATCH = 1_000;
/** Beyond this an outage would eat memory; newer lines are counted and dropped. */
const QUEUE_LIMIT = 10_000;

export interface AuditQueueOptions {
  readonly clock: StorageClock;
  readonly log: StorageLogger;
  /** How long frequent entries are gathered. */
  readonly gatherMs: number;
}

/**
 * The audit log, written behind. Entries that cannot be written are kept, in the order in which they came, and tried
 * again.
 */
export function createAuditStore(
  rows: AuditRows,
  { clock, log, gatherMs }: AuditQueueOptions,
): AuditStore & {
  /** Everything that was recorded before is written when it resolves. @throws StorageError */
  readonly flush: () => Promise<void>;
} {
  const refusals = createRefusalGatherer();
  let queue: AuditEntry[] = [];
  let dropped = 0;
  /** Taken, and perhaps written: it stays as it is until that is known. */
  let batch: AuditBatch | undefined;
  let number = 0;
  let turn: Promise<void> = Promise.resolve();
  let timer: { readonly at: number; readonly cancel: () => void } | undefined;

  const writeAll = async () => {
    while (batch !== undefined || queue.length > 0 || refusals.size > 0) {
      if (batch === undefined) {
        number += 1;
        batch = { number, entries: queue.slice(0, BATCH), refusals: refusals.take() };
        queue = queue.slice(BATCH);
      }
      await rows.write(batch, clock.now());
      batch = undefined;
    }
    if (dropped > 0) log.error('audit.dropped', { count: dropped });
    dropped = 0;
  };

  /** One after the other: a second one meanwhile finds nothing left, or tries again. */
  const flush = (): Promise<void> => {
    timer?.cancel();
    timer = undefined;
    const mine = turn.then(writeAll);
    turn = mine.catch(() => undefined);
    return mine;
  };

  const flushQuietly = () => {
    flush().catch((error: unknown) => {
      const { code, message: reason } = toStorageError(error);
      log.error('audit.write_failed', { code, reason, waiting: queue.length + (batch?.entries.length ?? 0) });
      flushIn(RETRY_MS);
    });
  };

  /** A flush that waits already for an earlier moment stays as it is. */
  const flushIn = (ms: number) => {
    const at = clock.now() + ms;
    if (timer !== undefined && timer.at <= at) return;
    timer?.cancel();
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
    async query(filter) {
      await flush();
      return await rows.search(filter);
    },
  };
}
