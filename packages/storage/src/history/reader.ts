import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HistorySample, HistoryStore } from '@ccu-gateway/gateway-core/use-cases';
import { toStorageError } from '../database/driver/errors.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { StorageLogger } from '../database/ports.js';
import { MAX_SPAN_MS, readBlock } from './packing/block.js';
import type { SeriesNumbers } from './packing/series.js';

interface BlockRow {
  readonly from_at: number;
  readonly data: Uint8Array;
}

/** At most half a megabyte, which also a slow disk reads in some milliseconds. */
const BLOCKS_PER_TURN = 16;

/** Requested series, by their numbers. */
interface Wanted {
  readonly names: ReadonlyMap<number, string>;
  readonly ids: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
}

export function createHistoryReader(
  db: Connection,
  series: Pick<SeriesNumbers, 'idOf'>,
  log: StorageLogger,
): HistoryStore['read'] {
  const next = db.prepare<[number, number], BlockRow>(
    `SELECT from_at, data FROM history_blocks WHERE from_at > ? AND from_at < ?
     ORDER BY from_at LIMIT ${BLOCKS_PER_TURN}`,
  );

  function samplesOf({ from_at: fromAt, data }: BlockRow, { names, ids, from, to }: Wanted): readonly HistorySample[] {
    const found: HistorySample[] = [];
    try {
      readBlock({ fromAt, data }, ids, (id, at, value) => {
        if (at >= from && at < to) found.push({ series: names.get(id) ?? '', at, value });
      });
    } catch (error) {
      // Those before and after it still count.
      log.warn('storage.history.block_damaged', { at: fromAt, reason: String(error) });
    }
    return found;
  }

  return async function* read({ series: wanted, from, to }) {
    const names = new Map<number, string>();
    for (const name of wanted) {
      const id = series.idOf(name);
      if (id !== undefined) names.set(id, name);
    }
    if (names.size === 0) return;
    const ids = new Set(names.keys());
    try {
      for (let after = from - MAX_SPAN_MS - 1, more = true; more; await nextTurn()) {
        const rows = next.all(after, to);
        const found = rows.flatMap((row) => samplesOf(row, { names, ids, from, to }));
        if (found.length > 0) yield found;
        after = rows.at(-1)?.from_at ?? to;
        more = rows.length === BLOCKS_PER_TURN;
      }
    } catch (error) {
      throw toStorageError(error);
    }
  };
}
