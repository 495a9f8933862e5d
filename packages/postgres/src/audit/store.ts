import type { AuditStore } from '@ccu-gateway/storage';
import { type AuditQueueOptions, createAuditQueue, fromAuth, toStorageError } from '@ccu-gateway/storage/stores';
import type { AuditBatch, AuditRows } from './rows.js';

const RETRY_MS = 1_000;
/** Of one transaction. */
const BATCH = 1_000;

/**
 * The audit log, written behind. Entries that cannot be written are kept, in the order in which they came, and tried
 * again.
 */
export function createAuditStore(
  rows: AuditRows,
  options: AuditQueueOptions,
): AuditStore & {
  /** Everything that was recorded before is written when it resolves. @throws StorageError */
  readonly flush: () => Promise<void>;
} {
  const { clock, log } = options;
  const queue = createAuditQueue(options, flushQuietly);
  /** Taken, and perhaps written: it stays as it is until that is known. */
  let batch: AuditBatch | undefined;
  let number = 0;
  let turn: Promise<void> = Promise.resolve();

  async function writeAll(): Promise<void> {
    while (batch !== undefined || !queue.isEmpty) {
      if (batch === undefined) {
        number += 1;
        batch = { number, ...queue.take(BATCH) };
      }
      await rows.write(batch, clock.now());
      batch = undefined;
    }
    queue.reportDropped();
  }

  /** One after the other: a second one meanwhile finds nothing left, or tries again. */
  function flush(): Promise<void> {
    queue.cancelFlush();
    const mine = turn.then(writeAll);
    turn = mine.catch(() => undefined);
    return mine;
  }

  function flushQuietly(): void {
    flush().catch((error: unknown) => {
      const { code, message: reason } = toStorageError(error);
      log.error('audit.write_failed', { code, reason, waiting: queue.length + (batch?.entries.length ?? 0) });
      queue.flushIn(RETRY_MS);
    });
  }

  return {
    record: (entry) => queue.record(entry),
    sink: { write: (entry) => queue.record(fromAuth(entry), entry) },
    flush,
    async query(filter) {
      await flush();
      return await rows.search(filter);
    },
  };
}
