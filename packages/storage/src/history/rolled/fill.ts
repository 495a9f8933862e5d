import type { Filled, FilledDay, MergeRollUps, Period, RollUp, RollUpStore } from '@ccu-gateway/gateway-core/use-cases';
import { guarded } from '../../database/connection.js';
import type { Connection } from '../../database/driver/sqlite.js';
import type { StorageLogger } from '../../database/ports.js';
import type { SeriesNumbers } from '../packing/series.js';
import type { Columns } from './columns.js';
import { decodeFrame, encodeFrame, type Frame } from './frame.js';
import { CHUNK_SERIES, keyOf, windowOf } from './keys.js';
import type { ProgressRow } from './progress.js';

interface Row {
  readonly key: number;
  readonly data: Uint8Array;
}

/** A local day has at most 25 hours. */
const DAY_MS = 25 * 3_600_000;
const EMPTY: Frame = { periods: [], columns: new Map() };

/** Stores hours that come from another source than the samples, where there is none yet. */
export function createFill(
  db: Connection,
  deps: {
    readonly series: Pick<SeriesNumbers, 'note' | 'reload'>;
    readonly progress: Pick<ProgressRow, 'get' | 'begin' | 'grow'>;
    readonly log: StorageLogger;
  },
): RollUpStore['fill'] {
  const { series, progress } = deps;
  const [hours, days] = [tableOf(db, 'history_hours', deps.log), tableOf(db, 'history_days', deps.log)];

  const { fillHours, fillDays } = createFilling(hours, days, progress);

  const fill = db.transaction((filled: readonly FilledDay[], until: number, merge: MergeRollUps): Filled => {
    if (progress.get() === undefined) progress.begin(until);
    let [added, known] = [0, 0];
    const daily = new Map<
      string,
      { readonly chunk: number; readonly at: number; readonly of: Map<number, RollUp[]> }
    >();
    for (const { chunk, period, of } of groupsOf(filled, series.note)) {
      const hourly = fillHours(chunk, period, of);
      added += hourly.filled.added;
      known += hourly.filled.known;
      for (const [id, parts] of hourly.merged) {
        const day = merge(parts, period);
        if (day === undefined) continue;
        const name = `${chunk} ${windowOf(period.from).from}`;
        const window = daily.get(name) ?? { chunk, at: period.from, of: new Map<number, RollUp[]>() };
        daily.set(name, window);
        window.of.set(id, [...(window.of.get(id) ?? []), day]);
      }
    }
    for (const { chunk, at, of } of daily.values()) fillDays(chunk, at, of);
    return { added, known };
  });

  return guarded((filled, until, merge) => {
    try {
      return fill.immediate(filled, until, merge);
    } catch (error) {
      // Numbers of an undone transaction are on no disk.
      series.reload();
      throw error;
    }
  });
}

type Table = ReturnType<typeof tableOf>;

function createFilling(hours: Table, days: Table, progress: Pick<ProgressRow, 'grow'>) {
  /** The hours of some series of a chunk in a day; answers the days to store for them. */
  function fillHours(chunk: number, period: Period, of: ReadonlyMap<number, readonly RollUp[]>) {
    const key = keyOf(chunk, period.from);
    const near = hours.between(keyOf(chunk, period.from - DAY_MS), keyOf(chunk, period.to));
    const own = near.find((row) => row.key === key)?.frame ?? EMPTY;
    const merged = new Map<number, readonly RollUp[]>();
    const filled = { added: 0, known: 0 };
    const window = windowOf(period.from);
    const daily = days.between(keyOf(chunk, window.from), keyOf(chunk, window.to));
    /** Of some series days are kept and no hours. */
    const hasOnlyDay = (id: number) =>
      partsOf(own, id).length === 0 &&
      daily.some(({ frame }) => partsOf(frame, id).some(({ from, to }) => from < period.to && to > period.from));
    for (const [id, parts] of of) {
      if (hasOnlyDay(id)) {
        filled.known += parts.length;
        continue;
      }
      const kept = near.flatMap(({ frame }) => partsOf(frame, id));
      const news = parts.filter((part) => !kept.some(({ from, to }) => from < part.to && to > part.from));
      filled.added += news.length;
      filled.known += parts.length - news.length;
      if (news.length === 0) continue;
      merged.set(
        id,
        [...partsOf(own, id), ...news].sort((one, other) => one.from - other.from),
      );
    }
    if (merged.size > 0) progress.grow(hours.put(key, withColumns(own, merged)));
    return { filled, merged };
  }

  function fillDays(chunk: number, at: number, of: ReadonlyMap<number, readonly RollUp[]>): void {
    const key = keyOf(chunk, windowOf(at).from);
    const rows = days.between(key, keyOf(chunk, windowOf(at).to));
    const frame = rows[0]?.frame ?? EMPTY;
    const merged = new Map<number, readonly RollUp[]>();
    for (const [id, parts] of of) {
      const others = partsOf(frame, id).filter(
        (each) => !parts.some(({ from, to }) => each.from < to && each.to > from),
      );
      merged.set(
        id,
        [...others, ...parts].sort((one, other) => one.from - other.from),
      );
    }
    progress.grow(days.put(rows[0]?.key ?? key, withColumns(frame, merged)));
  }

  return { fillHours, fillDays };
}

function tableOf(db: Connection, name: string, log: StorageLogger) {
  const select = db.prepare<[number, number], Row>(
    `SELECT key, data FROM ${name} WHERE key >= ? AND key < ? ORDER BY key`,
  );
  const size = db.prepare<[number], number>(`SELECT length(data) FROM ${name} WHERE key = ?`).pluck();
  const write = db.prepare<[number, Uint8Array]>(`INSERT OR REPLACE INTO ${name} (key, data) VALUES (?, ?)`);
  const decoded = (data: Uint8Array): Frame => {
    try {
      return decodeFrame(data);
    } catch (error) {
      log.warn('storage.history.block_damaged', { reason: String(error) });
      return EMPTY;
    }
  };
  return {
    between: (from: number, to: number) => select.all(from, to).map(({ key, data }) => ({ key, frame: decoded(data) })),
    /** The bytes that were added. */
    put(key: number, frame: Frame): number {
      const before = size.get(key) ?? 0;
      const data = encodeFrame(frame);
      write.run(key, data);
      return data.length - before;
    },
  };
}

/** By chunk and day. */
function groupsOf(filled: readonly FilledDay[], note: SeriesNumbers['note']) {
  type Group = { readonly chunk: number; readonly period: Period; readonly of: Map<number, readonly RollUp[]> };
  const groups = new Map<string, Group>();
  for (const { series, from, to, hours } of filled) {
    const id = note(series, to - 1);
    const chunk = Math.floor(id / CHUNK_SERIES);
    const name = `${chunk} ${from}`;
    const group = groups.get(name) ?? { chunk, period: { from, to }, of: new Map() };
    groups.set(name, group);
    group.of.set(id, hours);
  }
  return groups.values();
}

function partsOf({ periods, columns }: Frame, id: number): readonly RollUp[] {
  return (columns.get(id) ?? []).flatMap((figures, index) => {
    const period = periods[index];
    return figures === undefined || period === undefined ? [] : [{ series: '', ...period, ...figures }];
  });
}

/** A frame with other columns of some series; its periods are those of all. */
function withColumns(frame: Frame, changed: ReadonlyMap<number, readonly RollUp[]>): Frame {
  const kept = [...frame.columns.keys()].filter((id) => !changed.has(id));
  const all = new Map([...kept.map((id) => [id, partsOf(frame, id)] as const), ...changed]);
  const starts = new Map(
    [...all.values()].flatMap((parts) => parts.map(({ from, to }) => [from, { from, to }] as const)),
  );
  const periods = [...starts.values()].sort((one, other) => one.from - other.from);
  const index = new Map(periods.map(({ from }, at) => [from, at] as const));
  const columns = new Map<number, Columns>();
  for (const [id, parts] of all) {
    const column: (RollUp | undefined)[] = periods.map(() => undefined);
    for (const part of parts) column[index.get(part.from) ?? 0] = part;
    columns.set(id, column);
  }
  return { periods, columns };
}
