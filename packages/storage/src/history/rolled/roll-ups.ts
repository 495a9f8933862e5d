import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Carry, Period, RolledDay, RollUp, RollUpStep, RollUpStore } from '@ccu-gateway/gateway-core/use-cases';
import { guarded } from '../../database/connection.js';
import type { Connection } from '../../database/driver/sqlite.js';
import type { StorageLogger } from '../../database/ports.js';
import { MAX_SPAN_MS } from '../packing/block.js';
import type { SeriesNumbers } from '../packing/series.js';
import { decodeCarries, encodeCarries } from './carries.js';
import type { Columns } from './columns.js';
import { createFill } from './fill.js';
import { decodeFrame, encodeFrame, type Frame } from './frame.js';
import { CHUNK_SERIES, keyOf, windowOf } from './keys.js';
import { createProgressRow, type ProgressRow } from './progress.js';
import { createRollUpReader } from './reader.js';

/** Of one transaction: twenty kilobytes are written, in a few milliseconds also where the disk is slow. */
const CHUNKS_PER_PART = 1;
/** Of one step: each reads the directories of all blocks of its day. */
const PARTS_PER_STEP = 4;
const DAY_MS = 86_400_000;
/** Samples may arrive for the days of so long ago. */
const CARRIES_KEPT_MS = 40 * DAY_MS;
/** A removed device leaves its last values behind for this long. */
const CARRY_MAX_AGE_MS = 400 * DAY_MS;

interface Row {
  readonly key: number;
  readonly data: Uint8Array;
}

export interface RollUps extends RollUpStore {
  readonly progress: ProgressRow;
  /** Begin of the oldest stored roll-up. */
  oldest(): number | undefined;
}

export function createRollUps(
  db: Connection,
  series: Pick<SeriesNumbers, 'idOf' | 'between' | 'lastId' | 'note' | 'reload'>,
  log: StorageLogger,
): RollUps {
  const progress = createProgressRow(db);
  const tables = createTables(db, log);
  const fill = createFill(db, { series, progress, log });
  const firstSample = db
    .prepare<[number, number, number], number>(
      'SELECT max(from_at, ?) FROM history_blocks WHERE from_at > ? AND to_at >= ? ORDER BY from_at LIMIT 1',
    )
    .pluck();
  const partCount = () => Math.floor(series.lastId() / (CHUNK_SERIES * CHUNKS_PER_PART)) + 1;

  const oldestSample = (since: number) => firstSample.get(since, since - MAX_SPAN_MS, since);

  function stepOf(part: number, { from, to }: Period): RollUpStep {
    const named = new Map<string, Carry | undefined>();
    const end = (part + PARTS_PER_STEP) * CHUNKS_PER_PART;
    for (let chunk = part * CHUNKS_PER_PART; chunk < end; chunk += 1) {
      const carries = tables.carries(chunk, from);
      for (const [id, name] of series.between(chunk * CHUNK_SERIES, (chunk + 1) * CHUNK_SERIES)) {
        named.set(name, carries.get(id));
      }
    }
    return { from, to, part, series: named };
  }

  const put = createPut(db, { series, progress, tables, partCount });
  const begin = db.transaction((from: number) => progress.begin(from));
  const skip = db.transaction((from: number) => progress.set({ from, to: from, part: 0 }));

  return {
    progress,
    oldest: tables.oldest,
    next: guarded((until, dayOf) => {
      const begun = progress.get();
      const since = begun?.from ?? oldestSample(0);
      if (since === undefined) return undefined;
      if (begun !== undefined && begun.part > 0) return stepOf(begun.part, begun);
      // Days without samples have no roll-ups.
      const sample = Math.min(oldestSample(since) ?? until, until);
      const from = begun === undefined ? dayOf(sample).from : Math.max(since, dayOf(sample).from);
      if (begun === undefined) begin.immediate(from);
      else if (from > since) skip.immediate(from);
      const { to } = dayOf(from);
      return to > until ? undefined : stepOf(0, { from, to });
    }),
    put,
    read: createRollUpReader(db, series, log),
    extent: guarded(() => {
      const now = progress.get();
      const oldestAt = tables.oldest();
      return {
        bytes: progress.sizes().rolled,
        ...(now !== undefined && { until: now.from }),
        ...(oldestAt !== undefined && { oldestAt }),
      };
    }),
    openSince: guarded(progress.openSince),
    fill,
  };
}

function createPut(
  db: Connection,
  deps: {
    readonly series: Pick<SeriesNumbers, 'idOf'>;
    readonly progress: ProgressRow;
    readonly tables: Tables;
    readonly partCount: () => number;
  },
): RollUpStore['put'] {
  const { series, progress, tables, partCount } = deps;

  /** Stores one part of a step; false where another one is next. A part that is stored again replaces itself. */
  const putPart = db.transaction(
    (step: RollUpStep, part: number, of: Chunks, bounds: Parameters<RollUpStore['put']>[2]): boolean => {
      const at = progress.get();
      if (at?.from !== step.from || at.part !== part) return false;
      const { rolled } = progress.sizes();
      let grown = 0;
      for (const [chunk, days] of of) {
        if (Math.floor(chunk / CHUNKS_PER_PART) !== part) continue;
        grown += tables.store(chunk, step, days);
        grown -= tables.dropOld(chunk, step.to - bounds.maxAgeMs, rolled + grown > bounds.maxBytes);
      }
      const next = part + 1;
      const { from, to } = step;
      progress.set(next < partCount() ? { from, to, part: next } : { from: to, to, part: 0 }, grown);
      return true;
    },
  );

  const putOne = guarded(putPart.immediate);

  return async (step, days, bounds) => {
    const chunks = byChunk(days, series.idOf);
    const end = Math.min(step.part + PARTS_PER_STEP, partCount());
    for (let part = step.part; part < end; part += 1) {
      if (!(await putOne(step, part, chunks, bounds))) return;
      await nextTurn();
    }
  };
}

type Numbered = ReadonlyMap<number, RolledDay>;
type Chunks = ReadonlyMap<number, Numbered>;

function byChunk(days: readonly RolledDay[], idOf: SeriesNumbers['idOf']): Chunks {
  const chunks = new Map<number, Map<number, RolledDay>>();
  for (const day of days) {
    const id = idOf(day.series);
    if (id === undefined) continue;
    const chunk = Math.floor(id / CHUNK_SERIES);
    const found = chunks.get(chunk) ?? new Map<number, RolledDay>();
    chunks.set(chunk, found.set(id, day));
  }
  return chunks;
}

interface Tables {
  carries(chunk: number, at: number): ReadonlyMap<number, Carry>;
  /** The bytes that were added. */
  store(chunk: number, period: Period, days: Numbered): number;
  /** The bytes that are gone. */
  dropOld(chunk: number, before: number, isTooMuch: boolean): number;
  oldest(): number | undefined;
}

function createTables(db: Connection, log: StorageLogger): Tables {
  const table = (name: string) => ({
    between: db.prepare<[number, number], Row>(`SELECT key, data FROM ${name} WHERE key >= ? AND key < ? ORDER BY key`),
    size: db
      .prepare<[number, number], number>(
        `SELECT coalesce(sum(length(data)), 0) FROM ${name} WHERE key >= ? AND key < ?`,
      )
      .pluck(),
    remove: db.prepare<[number, number]>(`DELETE FROM ${name} WHERE key >= ? AND key < ?`),
    insert: db.prepare<[number, Uint8Array]>(`INSERT INTO ${name} (key, data) VALUES (?, ?)`),
    first: db.prepare<[number], number>(`SELECT key FROM ${name} WHERE key >= ? ORDER BY key LIMIT 1`).pluck(),
  });
  const [hours, days] = [table('history_hours'), table('history_days')];
  const carryAt = db.prepare<[number, number], { readonly data: Uint8Array }>(
    'SELECT data FROM history_carries WHERE chunk = ? AND at <= ? ORDER BY at DESC LIMIT 1',
  );
  const putCarry = db.prepare<[number, number, Uint8Array]>('INSERT OR REPLACE INTO history_carries VALUES (?, ?, ?)');
  const dropCarries = db.prepare<[number, number]>('DELETE FROM history_carries WHERE chunk = ? AND at < ?');

  /** Puts a row in the place of others, and returns the added bytes. */
  function replace({ size, remove, insert }: ReturnType<typeof table>, key: number, end: number, frame: Frame): number {
    const before = size.get(key, end) ?? 0;
    remove.run(key, end);
    if (frame.columns.size === 0) return -before;
    const data = encodeFrame(frame);
    insert.run(key, data);
    return data.length - before;
  }

  function drop({ size, remove }: ReturnType<typeof table>, from: number, to: number): number {
    const bytes = size.get(from, to) ?? 0;
    if (bytes > 0) remove.run(from, to);
    return bytes;
  }

  function decoded(data: Uint8Array): Frame {
    try {
      return decodeFrame(data);
    } catch (error) {
      log.warn('storage.history.block_damaged', { reason: String(error) });
      return { periods: [], columns: new Map() };
    }
  }

  return {
    carries(chunk, at) {
      const row = carryAt.get(chunk, at);
      return row === undefined ? new Map() : decodeCarries(row.data);
    },
    store(chunk, period, rolled) {
      const { from, to } = period;
      const hourly = replace(hours, keyOf(chunk, from), keyOf(chunk, to), hoursFrame(rolled));
      const window = windowOf(from);
      const [begin, end] = [keyOf(chunk, window.from), keyOf(chunk, window.to)];
      const known = days.between.all(begin, end).map(({ data }) => decoded(data));
      const daily = replace(days, begin, end, withDay(known[0], period, rolled));
      const kept = [...rolled].filter(([, { carry }]) => carry.at >= to - CARRY_MAX_AGE_MS);
      putCarry.run(chunk, to, encodeCarries(new Map(kept.map(([id, { carry }]) => [id, carry]))));
      dropCarries.run(chunk, to - CARRIES_KEPT_MS);
      return hourly + daily;
    },
    dropOld(chunk, before, isTooMuch) {
      const start = keyOf(chunk, 0);
      const oldest = isTooMuch ? hours.first.get(start) : undefined;
      // As much as comes: the rows of two days of the same series.
      const bound = oldest === undefined ? keyOf(chunk, before) : Math.max(keyOf(chunk, before), oldest + 2 * 1_440);
      const whole = windowOf(Math.max(0, (bound - start) * 60_000)).from;
      return drop(hours, start, bound) + drop(days, start, keyOf(chunk, whole));
    },
    oldest() {
      let oldest: number | undefined;
      for (let key = hours.first.get(0); key !== undefined; ) {
        const chunk = Math.floor(key / keyOf(1, 0));
        oldest = Math.min(oldest ?? Number.POSITIVE_INFINITY, (key - keyOf(chunk, 0)) * 60_000);
        key = hours.first.get(keyOf(chunk + 1, 0));
      }
      return oldest;
    },
  };
}

function hoursFrame(rolled: Numbered): Frame {
  const starts = new Map(
    [...rolled.values()].flatMap(({ hours }) => hours.map(({ from, to }) => [from, { from, to }])),
  );
  const periods = [...starts.values()].sort((one, other) => one.from - other.from);
  const index = new Map(periods.map(({ from }, at) => [from, at]));
  const columns = new Map<number, Columns>();
  for (const [id, { hours }] of rolled) {
    if (hours.length > 0) columns.set(id, placed(hours, index));
  }
  return { periods, columns };
}

function placed(parts: readonly RollUp[], index: ReadonlyMap<number, number>): Columns {
  const column: (RollUp | undefined)[] = Array.from({ length: index.size }, () => undefined);
  for (const part of parts) column[index.get(part.from) ?? 0] = part;
  return column;
}

/** The days of a window with one of them anew. */
function withDay(
  { periods, columns }: Frame = { periods: [], columns: new Map() },
  day: Period,
  rolled: Numbered,
): Frame {
  const kept = periods.flatMap((period, index) => (period.to <= day.from || period.from >= day.to ? [index] : []));
  const before = kept.filter((index) => (periods[index]?.from ?? 0) < day.from);
  const after = kept.filter((index) => (periods[index]?.from ?? 0) > day.from);
  const all = [...columns.keys(), ...rolled.keys()];
  const merged = new Map<number, Columns>();
  for (const id of new Set(all)) {
    const column = [
      ...before.map((index) => columns.get(id)?.[index]),
      rolled.get(id)?.day,
      ...after.map((index) => columns.get(id)?.[index]),
    ];
    if (column.some((each) => each !== undefined)) merged.set(id, column);
  }
  const found = (index: number): Period => periods[index] ?? day;
  const shown = { from: day.from, to: day.to };
  return { periods: [...before.map(found), shown, ...after.map(found)], columns: merged };
}
