import type { HistoryBounds, HistoryStore } from '@ccu-gateway/gateway-core/use-cases';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { StorageLogger } from '../database/ports.js';
import { createHistoryAppend } from './append.js';
import { MAX_SPAN_MS } from './packing/block.js';
import { createSeriesNumbers } from './packing/series.js';
import { createHistoryReader } from './reader.js';
import { createRollUps } from './rolled/roll-ups.js';

/** Of one transaction: to drop a block, its pages are read. */
const DROP_AT_ONCE = 8;

/** `db` must not wait for other processes. */
export function createHistoryStore(db: Connection, log: StorageLogger): HistoryStore {
  const series = createSeriesNumbers(db);
  const rollUps = createRollUps(db, series, log);
  const oldest = db.prepare<[], number>('SELECT from_at FROM history_blocks ORDER BY from_at LIMIT 1').pluck();
  const newest = db.prepare<[], number>('SELECT to_at FROM history_blocks ORDER BY from_at DESC LIMIT 1').pluck();
  const oldestOnes = db.prepare<[number, number], { readonly at: number | null; readonly bytes: number | null }>(
    `SELECT max(to_at) AS at, sum(length(data)) AS bytes FROM (
       SELECT to_at, data FROM history_blocks WHERE from_at < ? ORDER BY from_at LIMIT ?)`,
  );
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

  /** Of the samples: their share of the file. */
  function sampleBytes(): number {
    const { samples, rolled } = rollUps.progress.sizes();
    return rolled === 0 ? usedBytes() : (usedBytes() * samples) / (samples + rolled);
  }

  const drop = db.transaction((before: number) => {
    const { at, bytes } = oldestOnes.get(before, DROP_AT_ONCE) ?? {};
    dropOldest.run(before, DROP_AT_ONCE);
    rollUps.progress.trim(at ?? 0, bytes ?? 0);
    const first = oldest.get();
    if (first !== undefined) series.forgetBefore(Math.min(first, rollUps.oldest() ?? first));
    return bytes ?? 0;
  });

  /** The time before which samples are to be dropped; undefined where none are. */
  function surplus({ maxAgeMs, maxBytes, keepsUnrolled = false }: HistoryBounds, now: number): number | undefined {
    const first = oldest.get();
    if (first === undefined) return undefined;
    const bytes = sampleBytes();
    if (bytes > 2 * maxBytes) return Number.MAX_SAFE_INTEGER;
    const unrolled = keepsUnrolled
      ? (rollUps.progress.get()?.from ?? Number.NEGATIVE_INFINITY)
      : Number.MAX_SAFE_INTEGER;
    const before = Math.min(bytes > maxBytes ? Number.MAX_SAFE_INTEGER : now - maxAgeMs, unrolled);
    return first + MAX_SPAN_MS < before ? before - MAX_SPAN_MS : undefined;
  }

  return {
    append: createHistoryAppend(db, series, rollUps.progress),
    read: createHistoryReader(db, series, log),
    prune: guarded((bounds, now) => {
      const before = surplus(bounds, now);
      if (before === undefined) return false;
      rollUps.progress.count(-drop.immediate(before));
      return surplus(bounds, now) !== undefined;
    }),
    extent: guarded(() => {
      const [oldestAt, newestAt] = [oldest.get(), newest.get()];
      return {
        ...(oldestAt !== undefined && { oldestAt }),
        ...(newestAt !== undefined && { newestAt }),
        bytes: usedBytes(),
      };
    }),
    series: guarded(() => series.between(0, series.lastId() + 1).map(([, name]) => name)),
    rollUps,
  };
}
