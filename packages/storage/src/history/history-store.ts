import { guarded } from '../database/connection.js';
import type { StorageLogger } from '../database/ports.js';
import type { Connection } from '../database/sqlite.js';
import { MAX_SPAN_MS, packSamples } from './block.js';
import type { HistoryBounds, HistorySample, HistoryStore } from './model.js';
import { createHistoryReader } from './reader.js';
import { createSeriesNumbers } from './series.js';

/** Of one transaction: to drop a block, its pages are read. */
const DROP_AT_ONCE = 8;

/** `db` must not wait for other processes. */
export function createHistoryStore(db: Connection, log: StorageLogger): HistoryStore {
  const series = createSeriesNumbers(db);
  const isTaken = db.prepare<[number], number>('SELECT 1 FROM history_blocks WHERE from_at = ?').pluck();
  const insert = db.prepare<[number, number, Uint8Array]>('INSERT INTO history_blocks VALUES (?, ?, ?)');
  const oldest = db.prepare<[], number>('SELECT from_at FROM history_blocks ORDER BY from_at LIMIT 1').pluck();
  const newest = db.prepare<[], number>('SELECT to_at FROM history_blocks ORDER BY from_at DESC LIMIT 1').pluck();
  const dropOldest = db.prepare<[number, number]>(
    `DELETE FROM history_blocks
     WHERE from_at IN (SELECT from_at FROM history_blocks WHERE from_at < ? ORDER BY from_at LIMIT ?)`,
  );
  /** Two blocks may begin in the same millisecond: the later one is said to begin a little earlier. */
  function freePlace(fromAt: number): number {
    let place = fromAt;
    while (isTaken.get(place) !== undefined) place -= 1;
    return place;
  }

  const append = db.transaction((samples: readonly HistorySample[]) => {
    const numbered = samples.map(({ series: name, at, value }) => ({ id: series.note(name, at), at, value }));
    // Each is stored before the next one looks for its place.
    for (const { fromAt, toAt, data } of packSamples(numbered, freePlace)) insert.run(fromAt, toAt, data);
  });

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
    append: guarded((samples) => {
      const odd = samples.find(({ at, value }) => !Number.isFinite(value) || !Number.isSafeInteger(at));
      if (odd !== undefined) throw new RangeError(`a value of ${odd.series} is no finite number`);
      if (samples.length === 0) return;
      try {
        append.immediate(samples);
      } catch (error) {
        series.reload();
        throw error;
      }
    }),
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
