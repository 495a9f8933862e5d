import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { HistorySample, HistoryStore } from '../../ports/history.js';
import type { ImportReport } from '../../ports/history-import.js';
import type { HistorySpool } from '../../ports/history-spool.js';
import type { RollUp } from '../../ports/roll-ups.js';
import { createMemoryHistoryStore } from '../../testing/memory-history-store.js';
import { localDay } from '../../use-case/local-day.js';
import { rollUp } from '../rolled/roll-up.js';
import { createHistoryImports, type HistoryImportsDeps } from './keeper.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = localDay(Date.UTC(2026, 5, 1)).from + 10 * HOUR;
const BOUNDS = { maxAgeMs: 3_660 * DAY, maxBytes: 1e9 };
const LEVEL = 'point/home/ABC/1/LEVEL';
const COUNTER = 'point/home/ABC/1/ENERGY_COUNTER';
const POINT = { LEVEL: 'ABC:1:LEVEL', COUNTER: 'ABC:1:ENERGY_COUNTER' };
const silent = { debug() {}, info() {}, warn() {}, error() {} } as unknown as HistoryImportsDeps['log'];

function memorySpool(): HistorySpool & { readonly isClosed: () => boolean } {
  const kept = new Map<string, Map<number, number>>();
  let isClosed = false;
  const sorted = (series: string) => [...(kept.get(series) ?? [])].sort(([one], [other]) => one - other);
  return {
    async add(samples) {
      for (const { series, at, value } of samples) {
        const own = kept.get(series) ?? new Map<number, number>();
        kept.set(series, own);
        if (!own.has(at)) own.set(at, value);
      }
    },
    series: async () =>
      [...kept.keys()].sort().map((series) => {
        const all = sorted(series);
        return { series, count: all.length, from: all[0]?.[0] ?? 0, to: all.at(-1)?.[0] ?? 0 };
      }),
    read: async (series, from, to) =>
      sorted(series).flatMap(([at, value]) => (at >= from && at < to ? [{ series, at, value }] : [])),
    close: () => {
      isClosed = true;
    },
    isClosed: () => isClosed,
  };
}

function world(given: { readonly kept?: ImportReport; readonly years?: number } = {}) {
  const store = createMemoryHistoryStore();
  const state = { kept: given.kept, spools: [] as ReturnType<typeof memorySpool>[] };
  const used: { -readonly [Key in keyof HistoryStore]: HistoryStore[Key] } = { ...store };
  const imports = createHistoryImports({
    house: {
      dataPoint: () => ({ ok: true, value: { type: 'FLOAT' } }),
      resolve: () => ({ ok: true, value: { central: 'home' } }),
    } as unknown as HistoryImportsDeps['house'],
    store: used,
    async openSpool() {
      const spool = memorySpool();
      state.spools.push(spool);
      return spool;
    },
    records: {
      load: async () => state.kept,
      save: async (report) => {
        state.kept = report;
      },
    },
    keptMs: () => (given.years ?? 10) * 366 * DAY,
    now: () => NOW,
    nextTurn: async () => void (await setImmediate()),
    reasonOf: (error) => (error as Error).message,
    log: silent,
  });
  return { imports, store, used, state };
}

async function* bytesOf(lines: readonly string[]) {
  yield Buffer.from(`time,value,point\n${lines.join('\n')}`);
}
const start = ({ imports }: Pick<ReturnType<typeof world>, 'imports'>, lines: readonly string[], dryRun = false) =>
  imports.start({ content: bytesOf(lines), dryRun });
const line = (at: number, value: number, point = POINT.LEVEL) => `${at},${value},${point}`;

/** The import that was started, once it has ended. */
async function ended({ imports }: Pick<ReturnType<typeof world>, 'imports'>): Promise<ImportReport> {
  for (;;) {
    const report = await imports.last();
    if (report?.ended_at !== undefined) return report;
    await setImmediate();
  }
}

async function hoursOf(store: HistoryStore, series: string, tier: 'hour' | 'day' = 'hour'): Promise<readonly RollUp[]> {
  const all: RollUp[] = [];
  for await (const slice of store.rollUps.read({ series: [series], from: 0, to: NOW + DAY }, tier)) all.push(...slice);
  return all;
}

async function samplesOf(store: HistoryStore, series: string): Promise<readonly HistorySample[]> {
  const all: HistorySample[] = [];
  for await (const slice of store.read({ series: [series], from: 0, to: NOW + DAY })) all.push(...slice);
  return all;
}

const LONG_AGO = localDay(NOW - 700 * DAY).from;
const OLD = Array.from({ length: 48 }, (_, index) => line(LONG_AGO + index * HOUR, index / 10));

it('builds hours and days of long ago, whose counts and sums are those of the file, in any order of its lines', async () => {
  const { imports, store } = world();
  const started = await start({ imports }, [...OLD].reverse());
  expect(started).toMatchObject({ state: 'storing', format: 'csv', values: 48, lines: 49 });
  const { state, stored, percent } = await ended({ imports });
  expect([state, percent, stored.known, stored.too_old]).toEqual(['done', 100, 0, 0]);
  // A value stands for a day, if no other one comes.
  expect(stored.hours).toBe(48 + 23);
  const days = await hoursOf(store, LEVEL, 'day');
  expect(days.map(({ count, sum }) => [count, sum])).toEqual([
    [24, 27.6],
    [24, 85.2],
    [0, 0],
  ]);
  expect((await hoursOf(store, LEVEL)).slice(0, 2).map(({ last, mean }) => [last, mean])).toEqual([
    [0, 0],
    [0.1, 0.1],
  ]);
});

it('adds nothing when the same file is imported again', async () => {
  const { imports, store } = world();
  const lines = [...OLD, line(NOW - HOUR, 5), line(NOW - 2 * HOUR, 6)];
  await start({ imports }, lines);
  const first = await ended({ imports });
  expect(first.stored).toMatchObject({ values: 2, known: 0 });
  const before = [await hoursOf(store, LEVEL), await samplesOf(store, LEVEL)];
  await start({ imports }, lines);
  const { stored } = await ended({ imports });
  expect(stored).toEqual({ hours: 0, values: 0, known: first.stored.hours + 2, too_old: 0 });
  expect([await hoursOf(store, LEVEL), await samplesOf(store, LEVEL)]).toEqual(before);
});

it('keeps own values, and fills the hours before and between them', async () => {
  const { imports, store } = world();
  const own = NOW - 3 * DAY;
  await store.append([
    { series: LEVEL, at: own, value: 0.7 },
    { series: COUNTER, at: own, value: 100 },
  ]);
  const lines = [line(own + HOUR, 9), line(own + 12 * HOUR, 0.2), line(localDay(own).from - HOUR, 0.1)];
  await start({ imports }, [
    ...lines,
    line(own - 40 * DAY, 90, POINT.COUNTER),
    line(own - 41 * DAY, 60, POINT.COUNTER),
  ]);
  expect((await ended({ imports })).stored).toMatchObject({ values: 1, known: 1 });
  expect((await samplesOf(store, LEVEL)).map(({ value }) => value)).toEqual([0.7, 0.2]);
  expect((await hoursOf(store, COUNTER, 'day')).reduce((sum, { increments }) => sum + increments, 0)).toBe(30);
  for (let step = await store.rollUps.next(NOW, localDay); step; step = await store.rollUps.next(NOW, localDay)) {
    await store.rollUps.put(step, await rollUp(store, step), BOUNDS);
  }
  const days = (await hoursOf(store, LEVEL, 'day')).filter(({ count }) => count > 0);
  expect(days.reduce((count, day) => count + day.count, 0)).toBe(3);
});

it('a dry run shows the contents and stores nothing', async () => {
  const { imports, store, state } = world();
  const report = await start({ imports }, ['bad', ...OLD], true);
  expect(report).toMatchObject({ state: 'checked', values: 48, series_count: 1, refused: 1, refusals: [{ line: 2 }] });
  expect(report.series[0]).toMatchObject({ point: POINT.LEVEL, from: new Date(LONG_AGO).toISOString() });
  expect([await store.series(), state.spools, await imports.last()]).toEqual([[], [], undefined]);
});

it('leaves out values from before the time for which hours are kept', async () => {
  const { imports, store } = world({ years: 1 });
  await start({ imports }, [...OLD, line(NOW - 100 * DAY, 1)]);
  expect((await ended({ imports })).stored).toMatchObject({ too_old: 48, hours: 24 });
  expect((await hoursOf(store, LEVEL)).every(({ from }) => from > NOW - 367 * DAY)).toBe(true);
});

it('ends visibly with the stored part where the disk is full, and takes the rest the next time', async () => {
  const { imports, store, used, state } = world();
  const lines = Array.from({ length: 12 }, (_, index) => line(LONG_AGO + index * DAY, index));
  let writes = 0;
  const fill: HistoryStore['rollUps']['fill'] = async (...given) => {
    writes += 1;
    if (writes > 1) throw new Error('the disk is full');
    return await store.rollUps.fill(...given);
  };
  used.rollUps = { ...store.rollUps, fill };
  await start({ imports }, lines);
  const failed = await ended({ imports });
  expect(failed).toMatchObject({ state: 'failed', error: 'the disk is full', stored: { hours: 4 * 24 } });
  expect([state.kept, state.spools.map((spool) => spool.isClosed())]).toEqual([failed, [true]]);
  used.rollUps = store.rollUps;
  await start({ imports }, lines);
  expect((await ended({ imports })).stored).toMatchObject({ known: 4 * 24, hours: 8 * 24 });
});

it('is cancelled while it stores, and refuses a second one meanwhile', async () => {
  const { imports, used, store } = world();
  let release = () => {};
  const reached = new Promise<void>((resolve) => {
    used.rollUps = {
      ...store.rollUps,
      async fill(...given) {
        resolve();
        await new Promise<void>((go) => {
          release = go;
        });
        return await store.rollUps.fill(...given);
      },
    };
  });
  await start(
    { imports },
    Array.from({ length: 40 }, (_, index) => line(LONG_AGO + index * DAY, index)),
  );
  await reached;
  await expect(start({ imports }, OLD)).rejects.toMatchObject({ code: 'conflict' });
  const cancelled = imports.cancel();
  release();
  expect(await cancelled).toBe(true);
  const report = await ended({ imports });
  expect(report.state).toBe('cancelled');
  expect(report.stored.hours).toBeLessThan(39 * 24);
  expect(await imports.cancel()).toBe(false);
});

it('an upload that breaks off stores nothing, and another import may follow', async () => {
  const { imports, store, state } = world();
  async function* broken() {
    yield Buffer.from(`time,value,point\n${OLD.join('\n')}`);
    throw new Error('the connection ended');
  }
  await expect(imports.start({ content: broken(), dryRun: false })).rejects.toThrow('the connection ended');
  expect(await imports.last()).toMatchObject({ state: 'failed', error: 'the connection ended' });
  expect([await store.series(), state.spools[0]?.isClosed()]).toEqual([[], true]);
  await start({ imports }, OLD);
  expect((await ended({ imports })).state).toBe('done');
});

it('shows an import that a restart ended as interrupted', async () => {
  const stored = { hours: 7, values: 0, known: 0, too_old: 0 };
  const before = { state: 'storing', started_at: new Date(NOW).toISOString(), stored } as unknown as ImportReport;
  const { imports, state } = world({ kept: before });
  expect(await imports.last()).toMatchObject({ state: 'interrupted', stored, ended_at: expect.any(String) });
  expect(state.kept).toMatchObject({ state: 'interrupted' });
  await imports.stop();
});
