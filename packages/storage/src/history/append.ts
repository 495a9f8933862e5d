import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HistorySample, HistoryStore } from '@ccu-gateway/gateway-core/use-cases';
import { toStorageError } from '../database/driver/errors.js';
import type { Connection, Transaction } from '../database/driver/sqlite.js';
import { packSamples } from './packing/block.js';
import type { SeriesNumbers } from './packing/series.js';
import type { ProgressRow } from './rolled/progress.js';

/**
 * Of one transaction: a series that is new, or has its first value of a day, is a row of its own. Four thousand of them would
 * hold up the event loop for 28 ms on a disk of 10 MB/s, this many for 4 ms.
 */
const NOTED_AT_ONCE = 512;

export function createHistoryAppend(
  db: Connection,
  series: Pick<SeriesNumbers, 'note' | 'unnoted' | 'reload'>,
  progress: Pick<ProgressRow, 'back' | 'count'>,
): HistoryStore['append'] {
  const isTaken = db.prepare<[number], number>('SELECT 1 FROM history_blocks WHERE from_at = ?').pluck();
  const insert = db.prepare<[number, number, Uint8Array]>('INSERT INTO history_blocks VALUES (?, ?, ?)');

  /** Two blocks may begin in the same millisecond: the later one is stored as beginning a little earlier. */
  function freePlace(fromAt: number): number {
    let place = fromAt;
    while (isTaken.get(place) !== undefined) place -= 1;
    return place;
  }

  const appendAll = db.transaction((samples: readonly HistorySample[]) => {
    const numbered = samples.map(({ series: name, at, value }) => ({ id: series.note(name, at), at, value }));
    let bytes = 0;
    // Each is stored before the next one looks for a free key.
    for (const { fromAt, toAt, data } of packSamples(numbered, freePlace)) {
      insert.run(fromAt, toAt, data);
      bytes += data.length;
    }
    progress.back(numbered.reduce((earliest, { at }) => Math.min(earliest, at), Number.MAX_SAFE_INTEGER));
    return bytes;
  });

  const noteAll = db.transaction((samples: readonly HistorySample[]) => {
    for (const { series: name, at } of samples) series.note(name, at);
  });

  /** A transaction that is undone on the disk is undone in memory. */
  function inTransaction<Answer>(
    work: Transaction<[readonly HistorySample[]], Answer>,
    samples: readonly HistorySample[],
  ): Answer {
    try {
      return work.immediate(samples);
    } catch (error) {
      series.reload();
      throw error;
    }
  }

  /** All but so many as the transaction of the values itself may write. A number without values does no harm. */
  async function noteMost(samples: readonly HistorySample[]): Promise<void> {
    const unnoted = series.unnoted(samples);
    for (let from = 0; unnoted.length - from > NOTED_AT_ONCE; from += NOTED_AT_ONCE) {
      inTransaction(noteAll, unnoted.slice(from, from + NOTED_AT_ONCE));
      await nextTurn();
    }
  }

  return async (samples) => {
    try {
      const odd = samples.find(({ at, value }) => !Number.isFinite(value) || !Number.isSafeInteger(at));
      if (odd !== undefined) throw new RangeError(`a value of ${odd.series} is no finite number`);
      if (samples.length === 0) return;
      await noteMost(samples);
      progress.count(inTransaction(appendAll, samples));
    } catch (error) {
      throw toStorageError(error);
    }
  };
}
