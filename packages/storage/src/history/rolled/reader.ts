import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HistoryRange, RollUp, RollUpStore } from '@ccu-gateway/gateway-core/use-cases';
import { toStorageError } from '../../database/driver/errors.js';
import type { Connection } from '../../database/driver/sqlite.js';
import type { StorageLogger } from '../../database/ports.js';
import type { SeriesNumbers } from '../packing/series.js';
import { decodeFrame } from './frame.js';
import { CHUNK_SERIES, keyOf, windowOf } from './keys.js';

interface Row {
  readonly key: number;
  readonly data: Uint8Array;
}

const ROWS_PER_TURN = 16;
/** A local day has at most 25 hours. */
const DAY_MS = 25 * 3_600_000;

export function createRollUpReader(
  db: Connection,
  series: Pick<SeriesNumbers, 'idOf'>,
  log: StorageLogger,
): RollUpStore['read'] {
  const rowsOf = (table: string) =>
    db.prepare<[number, number], Row>(
      `SELECT key, data FROM ${table} WHERE key > ? AND key <= ? ORDER BY key LIMIT ${ROWS_PER_TURN}`,
    );
  const tables = { hour: rowsOf('history_hours'), day: rowsOf('history_days') };

  function partsOf({ data }: Row, names: ReadonlyMap<number, string>, { from, to }: HistoryRange): readonly RollUp[] {
    try {
      const { periods, columns } = decodeFrame(data, new Set(names.keys()));
      return [...columns].flatMap(([id, column]) =>
        column.flatMap((figures, index) => {
          const period = periods[index];
          if (figures === undefined || period === undefined || period.from < from || period.to > to) return [];
          return [{ series: names.get(id) ?? '', ...period, ...figures }];
        }),
      );
    } catch (error) {
      // Those before and after it still count.
      log.warn('storage.history.block_damaged', { reason: String(error) });
      return [];
    }
  }

  return async function* read(range, tier) {
    const begin = tier === 'day' ? windowOf(range.from).from : range.from - DAY_MS;
    try {
      for (const [chunk, names] of chunksOf(range.series, series.idOf)) {
        const end = keyOf(chunk, range.to);
        for (let after = keyOf(chunk, begin) - 1, more = true; more; await nextTurn()) {
          const rows = tables[tier].all(after, end);
          const found = rows.flatMap((row) => partsOf(row, names, range));
          if (found.length > 0) yield found;
          after = rows.at(-1)?.key ?? end;
          more = rows.length === ROWS_PER_TURN;
        }
      }
    } catch (error) {
      throw toStorageError(error);
    }
  };
}

function chunksOf(
  wanted: readonly string[],
  idOf: SeriesNumbers['idOf'],
): ReadonlyMap<number, ReadonlyMap<number, string>> {
  const chunks = new Map<number, Map<number, string>>();
  for (const name of wanted) {
    const id = idOf(name);
    if (id === undefined) continue;
    const chunk = Math.floor(id / CHUNK_SERIES);
    chunks.set(chunk, (chunks.get(chunk) ?? new Map<number, string>()).set(id, name));
  }
  return chunks;
}
