import type { HistoryBounds, HistoryStore } from '@ccu-gateway/gateway-core/use-cases';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { StorageLogger } from '../database/ports.js';
import { createHistoryAppend } from './append.js';
import { MAX_SPAN_MS } from './block.js';
import { createHistoryReader } from './reader.js';
import { createSeriesNumbers } from './series.js';

/** Of one transaction: to drop a block, its pages are read. */
const DROP_AT_ONCE = 8;

/** `db` must not wait for other processes. */
export function createHistoryStore(db: Connection, log: StorageLogger): HistoryStore {
  const series = createSeriesNumbers(db);
  const oldest = db.prepare<[], number>('SELECT from_at FROM history_blocks ORDER BY from_at LIMIT 1').pluck();
  const newest = db.prepare<[], number>('SELECT to_at FROM history_blocks ORDER BY from_at DESC LIMIT 1').pluck();
  const dropOldest = db.prepare<[number, number]>(
    `DELETE FROM history_blocks
     WHERE from_at IN (SELECT from_at FROM history_blocks WHERE from_at < ? ORDER BY from_at LIMIT ?)`,
  );
  const usedBytes = () => {
    const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
      Number(db.pragma(name, { simple: true })),
    );
    return ((pages ?? 0) - (free ?? 0)) * (size ?? 0);
  };

  const drop = db.transaction((before: number) => {
    dropOldest.run(before, DROP_AT_ONCE);
    const first = oldest.get();
    if (first !== undefined) series.forgetBefore(first);
  });

  const tooOld = ({ maxAgeMs }: HistoryBounds, now: number) => {
    const first = oldest.get();
    return first !== undefined && first + MAX_SPAN_MS < now - maxAgeMs;
  };

  return {
    append: createHistoryAppend(db, series),
    read: createHistoryReader(db, series, log),
    prune: guarded((bounds, now) => {
      const isTooMuch = () => usedBytes() > bounds.maxBytes;
      const isTooOld = () => tooOld(bounds, now);
      if (isTooOld()) drop.immediate(now - bounds.maxAgeMs - MAX_SPAN_MS);
      else if (isTooMuch()) drop.immediate(Number.MAX_SAFE_INTEGER);
      else return false;
      return oldest.get() !== undefined && (isTooOld() || isTooMuch());
    }),
    extent: guarded(() => {
      const [oldestAt, newestAt] = [oldest.get(), newest.get()];
      return {
        ...(oldestAt !== undefined && { oldestAt }),
        ...(newestAt !== undefined && { newestAt }),
        bytes: usedBytes(),
      };
    }),
  };
}
