import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeRollUps, rollUp } from '@ccu-gateway/gateway-core/testing';
import type { FilledDay, HistoryStore, Period, RollUp } from '@ccu-gateway/gateway-core/use-cases';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSqlite } from '../../database/driver/driver.js';
import { openHistoryFile } from '../open-history.js';
import { openHistorySpool } from '../spool/open-spool.js';

const sqlite = await loadSqlite();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 4, 1);
const BOUNDS = { maxAgeMs: 3_660 * DAY, maxBytes: 1e9 };
const NAMES = Array.from({ length: 40 }, (_, index) => `point/home/${index}/1/LEVEL`);
const [FIRST = '', SECOND = ''] = NAMES;

let dataDir: string;
let history: HistoryStore;
let close: () => void;
async function open(): Promise<void> {
  ({ history, close } = await openHistoryFile({ dataDir }));
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'fill-'));
  await open();
});
afterEach(() => {
  close();
  rmSync(dataDir, { recursive: true, force: true });
});

const utcDay = (at: number): Period => {
  const from = Math.floor(at / DAY) * DAY;
  return { from, to: from + DAY };
};

async function rollAll(until: number): Promise<void> {
  for (let step = await history.rollUps.next(until, utcDay); step; step = await history.rollUps.next(until, utcDay)) {
    await history.rollUps.put(step, await rollUp(history, step), BOUNDS);
  }
}

function day(series: string, number: number, values: Readonly<Record<number, number>>): FilledDay {
  const from = START + number * DAY;
  const hours = Object.entries(values).map(([hour, value]) => {
    const at = from + Number(hour) * HOUR;
    const all = { last: value, min: value, max: value, mean: value, sum: value };
    return { series, from: at, to: at + HOUR, count: 1, covered: HOUR, ...all, increments: 0, resets: 0 };
  });
  return { series, from, to: from + DAY, hours };
}

const fill = (days: readonly FilledDay[]) => history.rollUps.fill(days, START + 100 * DAY, mergeRollUps);

async function sums(series: string, tier: 'hour' | 'day'): Promise<readonly (readonly [at: number, sum: number])[]> {
  const found: RollUp[] = [];
  const range = { series: [series], from: 0, to: START + 400 * DAY };
  for await (const slice of history.rollUps.read(range, tier)) found.push(...slice);
  const unit = tier === 'hour' ? HOUR : DAY;
  return found.map(({ from, sum }) => [(from - START) / unit, sum]);
}

it('stores hours of days long ago, many series at once, and the days made of them', async () => {
  const days = [0, 1, 40].flatMap((number) => NAMES.map((series) => day(series, number, { 3: 1, 7: 2 })));
  expect(await fill(days)).toEqual({ added: days.length * 2, known: 0 });
  close();
  await open();
  for (const series of [FIRST, NAMES.at(-1) ?? '']) {
    expect(await sums(series, 'hour')).toEqual([
      [3, 1],
      [7, 2],
      [27, 1],
      [31, 2],
      [963, 1],
      [967, 2],
    ]);
    expect(await sums(series, 'day')).toEqual([
      [0, 3],
      [1, 3],
      [40, 3],
    ]);
  }
  expect(await history.rollUps.openSince()).toBe(START + 100 * DAY);
  expect((await history.rollUps.extent()).bytes).toBeGreaterThan(0);
});

it('adds nothing the second time, fills missing hours, and leaves the hours that are there', async () => {
  await fill([day(FIRST, 0, { 3: 1 }), day(SECOND, 0, { 3: 5 })]);
  expect(await fill([day(FIRST, 0, { 3: 9, 4: 2 })])).toEqual({ added: 1, known: 1 });
  expect(await fill([day(FIRST, 0, { 3: 9, 4: 9 })])).toEqual({ added: 0, known: 2 });
  expect(await sums(FIRST, 'day')).toEqual([[0, 3]]);
  expect(await sums(SECOND, 'day')).toEqual([[0, 5]]);
});

it('never replaces an hour of own samples, and own days roll up as before', async () => {
  await history.append([{ series: FIRST, at: START + 50 * DAY + 3 * HOUR, value: 7 }]);
  await rollAll(START + 51 * DAY);
  const since = await history.rollUps.openSince();
  expect(since).toBe(START + 50 * DAY);
  const own = await sums(FIRST, 'hour');
  const { known } = await fill([day(FIRST, 50, { 3: 1, 4: 1 }), day(FIRST, 49, { 5: 2 })]);
  expect(known).toBe(2);
  expect((await sums(FIRST, 'hour')).filter(([hour]) => hour >= 1_200)).toEqual(own);
  await history.append([{ series: FIRST, at: START + 51 * DAY + HOUR, value: 4 }]);
  await rollAll(START + 52 * DAY);
  expect(await sums(FIRST, 'day')).toEqual([
    [49, 2],
    [50, 7],
    [51, 4],
  ]);
});

it('leaves a day alone of which no hours are kept', async () => {
  const rssi = 'point/home/0/0/RSSI_DEVICE';
  await history.append([{ series: rssi, at: START + 50 * DAY + 3 * HOUR, value: -70 }]);
  await rollAll(START + 51 * DAY);
  expect(await fill([day(rssi, 50, { 3: 1, 4: 1 })])).toEqual({ added: 0, known: 2 });
  expect(await sums(rssi, 'day')).toEqual([[50, -70]]);
});

it('stores nothing of a lot that the disk refuses in part, and takes it afterwards', async () => {
  const db = sqlite.open(join(dataDir, 'history.db'));
  db.exec(`CREATE TRIGGER stuck BEFORE INSERT ON history_days BEGIN SELECT RAISE(ABORT, 'stuck'); END`);
  await expect(fill([day(FIRST, 0, { 3: 1 })])).rejects.toMatchObject({ code: 'storage_failed' });
  expect([await sums(FIRST, 'hour'), await history.series()]).toEqual([[], []]);
  db.exec('DROP TRIGGER stuck');
  db.close();
  expect(await fill([day(FIRST, 0, { 3: 1 })])).toEqual({ added: 1, known: 0 });
});

it('a spool sorts samples of any order, keeps the first of several at one moment, and leaves no file', async () => {
  const spool = await openHistorySpool({ dataDir });
  await spool.add([
    { series: SECOND, at: 30, value: 3 },
    { series: FIRST, at: 20, value: 2 },
  ]);
  await spool.add([
    { series: FIRST, at: 10, value: 1 },
    { series: FIRST, at: 20, value: 9 },
  ]);
  expect(await spool.series()).toEqual([
    { series: FIRST, count: 2, from: 10, to: 20 },
    { series: SECOND, count: 1, from: 30, to: 30 },
  ]);
  expect(await spool.read(FIRST, 0, 21)).toEqual([
    { series: FIRST, at: 10, value: 1 },
    { series: FIRST, at: 20, value: 2 },
  ]);
  expect(await spool.read('unknown', 0, 99)).toEqual([]);
  // As a killed process leaves it.
  const next = await openHistorySpool({ dataDir });
  expect(await next.series()).toEqual([]);
  spool.close();
  next.close();
  expect(readdirSync(dataDir).filter((name) => name.includes('import'))).toEqual([]);
});
