import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rollUp } from '@ccu-gateway/gateway-core/testing';
import type { HistorySample, HistoryStore, Period, RollUp } from '@ccu-gateway/gateway-core/use-cases';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSqlite } from '../../database/driver/driver.js';
import { openHistoryFile } from '../open-history.js';
import { decodeColumns, encodeColumns } from './columns.js';
import { decodeFrame, encodeFrame } from './frame.js';

const sqlite = await loadSqlite();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 4, 1);
const BOUNDS = { maxAgeMs: 3_660 * DAY, maxBytes: 1e9 };
const TEMPERATURE = 'point/home/0001D3C99C0001/1/ACTUAL_TEMPERATURE';
const COUNTER = 'point/home/0001D3C99C0001/6/ENERGY_COUNTER';

const utcDay = (at: number): Period => {
  const from = Math.floor(at / DAY) * DAY;
  return { from, to: from + DAY };
};

let dataDir: string;
let history: HistoryStore;
let close: () => void;
async function open(): Promise<void> {
  const file = await openHistoryFile({ dataDir });
  ({ history, close } = file);
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rolled-'));
  await open();
});
afterEach(() => {
  close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Rolls up until nothing is left, or for so many steps. */
async function rollAll(until: number, steps = 1_000, bounds = BOUNDS): Promise<void> {
  for (let count = 0; count < steps; count += 1) {
    const step = await history.rollUps.next(until, utcDay);
    if (step === undefined) return;
    await history.rollUps.put(step, await rollUp(history, step), bounds);
  }
}

async function parts(series: string, tier: 'hour' | 'day' = 'day', from = 0): Promise<readonly RollUp[]> {
  const found: RollUp[] = [];
  for await (const slice of history.rollUps.read({ series: [series], from, to: START + 1e4 * DAY }, tier)) {
    found.push(...slice);
  }
  return found;
}

const figures = fc.record({ count: fc.nat(1e5), covered: fc.nat(HOUR), resets: fc.nat(3) });

it('reads columns of any numbers as they were written, a mean to a part of their range', () => {
  const fine = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
  const numbers = fc.oneof(
    fc
      .tuple(fc.constantFrom(1, 10, 100, 1_000), fc.array(fine, { minLength: 7, maxLength: 7 }))
      .map(([scale, all]) => all.map((value) => value / scale)),
    fc.array(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      {
        minLength: 7,
        maxLength: 7,
      },
    ),
  );
  const part = fc.tuple(figures, numbers).map(([head, all]) => {
    const [a = 0, b = 0, c = 0, d = 0, sum = 0, increments = 0] = all;
    const [min = 0, max = 0] = [Math.min(a, b, c, d), Math.max(a, b, c, d)];
    const mean = min * 0.63 + max * 0.37;
    return { ...head, last: b, min, max, mean, sum, increments: Math.abs(increments) };
  });
  fc.assert(
    fc.property(fc.array(fc.option(part, { nil: undefined }), { minLength: 1, maxLength: 25 }), (columns) => {
      const periods = columns.map((_, index) => ({ from: index * HOUR, to: (index + 1) * HOUR }));
      // Without samples one value stood for all the time.
      const sensible = columns.map(
        (each) => each && (each.count > 0 ? each : { ...each, min: each.last, max: each.last, sum: 0 }),
      );
      // Beside another series, whose bytes lie between its own.
      const [other = [], read = []] = decodeColumns(encodeColumns([sensible, sensible], periods), 2, periods);
      expect(other).toEqual(read);
      for (const [index, each] of sensible.entries()) {
        expect(read[index] && { ...read[index], mean: 0 }).toEqual(each && { ...each, mean: 0 });
        const error = Math.abs((read[index]?.mean ?? 0) - (each?.mean ?? 0));
        expect(error).toBeLessThanOrEqual(
          0.0501 + ((each?.max ?? 0) - (each?.min ?? 0)) / 499 + Math.abs(each?.mean ?? 0) * 1e-12,
        );
      }
    }),
    { numRuns: 300 },
  );
});

it('reads the wanted series of a frame, and refuses another format', () => {
  const periods = [0, 1, 2].map((hour) => ({ from: START + hour * HOUR, to: START + (hour + 1) * HOUR }));
  const still = { count: 0, covered: HOUR, last: 1, min: 1, max: 1, mean: 1, sum: 0, increments: 0, resets: 0 };
  const risen = { count: 2, covered: HOUR, last: 150.5, min: 100, max: 150.5, sum: 250.5, increments: 50.5, resets: 1 };
  const columns = new Map([
    [3, [still, undefined, { ...still, covered: 1_000 }]],
    [9, [{ ...risen, mean: 120 }, undefined, { ...still, last: 2 / 3, min: 1 / 3, max: 2 / 3, sum: 1, count: 2 }]],
  ]);
  const data = encodeFrame({ periods, columns });
  const { periods: read, columns: found } = decodeFrame(data, new Set([9, 70]));
  expect(read).toEqual(periods);
  expect([...found.keys()]).toEqual([9]);
  expect(found.get(9)?.[0]).toMatchObject(risen);
  expect(found.get(9)?.[2]).toMatchObject({ min: 1 / 3, last: 2 / 3 });
  expect(decodeFrame(data).columns.get(3)).toEqual(columns.get(3));
  expect(() => decodeFrame(data.subarray(1))).toThrow(RangeError);
});

it('goes on where it was killed, at whichever step, and has what one run without kills has', async () => {
  const sample = fc.record({
    series: fc.constantFrom(TEMPERATURE, COUNTER, ...Array.from({ length: 3 }, (_, index) => `interface/x/${index}`)),
    at: fc.integer({ min: START, max: START + 3 * DAY }),
    value: fc.integer({ min: -1_000, max: 1_000_000 }).map((value) => value / 10),
  });
  const padding = Array.from({ length: 200 }, (_, index) => ({ series: `pad ${index}`, at: START + index, value: 1 }));
  const lots = fc.array(fc.array(sample, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(lots, fc.array(fc.nat(3), { maxLength: 6 }), async (written, kills) => {
      close();
      rmSync(dataDir, { recursive: true, force: true });
      await open();
      await history.append(padding);
      for (const [index, lot] of written.entries()) {
        await history.append(lot);
        await rollAll(START + 4 * DAY, kills[index] ?? 0);
        // As a killed process leaves it: another connection, and nothing in memory.
        close();
        await open();
      }
      await rollAll(START + 4 * DAY);
      const all = written.flat();
      for (const series of [TEMPERATURE, COUNTER]) {
        for (const tier of ['hour', 'day'] as const) expectSame(all, series, await parts(series, tier));
      }
    }),
    { numRuns: 25 },
  );
});

/** Counts, sums and extremes are those of the samples themselves, and no sample is left out. */
function expectSame(all: readonly HistorySample[], series: string, rolled: readonly RollUp[]): void {
  const own = all.filter((each) => each.series === series).map((each, order) => ({ ...each, order }));
  const sorted = own.sort((one, other) => one.at - other.at || one.order - other.order);
  const filled = rolled.filter(({ count }) => count > 0);
  expect(filled.reduce((count, part) => count + part.count, 0)).toBe(own.length);
  for (const { from, to, count, sum, min, max, last } of filled) {
    const inside = sorted.filter(({ at }) => at >= from && at < to).map(({ value }) => value);
    const exactly = inside.reduce((total, value) => total + Math.round(value * 1_000), 0) / 1_000;
    expect({ count, sum, min, max, isLast: inside.includes(last) }).toEqual({
      count: inside.length,
      sum: exactly,
      min: Math.min(...inside),
      max: Math.max(...inside),
      isLast: true,
    });
  }
}

it('takes samples that arrive late into their day, which it rolls up again', async () => {
  await history.append([1, 2, 3].map((day) => ({ series: TEMPERATURE, at: START + day * DAY + HOUR, value: day })));
  await rollAll(START + 5 * DAY);
  expect((await parts(TEMPERATURE)).filter(({ count }) => count > 0).map(({ sum }) => sum)).toEqual([1, 2, 3]);
  await history.append([{ series: TEMPERATURE, at: START + 2 * DAY + 2 * HOUR, value: 40 }]);
  await rollAll(START + 5 * DAY);
  const days = (await parts(TEMPERATURE)).filter(({ count }) => count > 0);
  expect(days.map(({ count, max }) => [count, max])).toEqual([
    [1, 1],
    [2, 40],
    [1, 3],
  ]);
});

it('keeps samples until they are rolled up, unless there is twice as much as is wanted', async () => {
  await history.append([{ series: TEMPERATURE, at: START, value: 1 }]);
  await history.append([{ series: TEMPERATURE, at: START + 40 * DAY, value: 2 }]);
  const bounds = { maxAgeMs: 30 * DAY, maxBytes: 1e9, keepsUnrolled: true };
  const now = START + 41 * DAY;
  expect(await history.prune(bounds, now)).toBe(false);
  expect((await history.extent()).oldestAt).toBe(START);
  await rollAll(now);
  while (await history.prune(bounds, now));
  expect((await history.extent()).oldestAt).toBe(START + 40 * DAY);
  expect((await parts(TEMPERATURE))[0]).toMatchObject({ count: 1, last: 1 });
  expect(await history.prune({ ...bounds, maxBytes: 1 }, now)).toBe(false);
});

it('leaves a day alone of which samples are gone already', async () => {
  for (const day of [0, 1, 2, 3]) {
    await history.append([{ series: TEMPERATURE, at: START + day * DAY + HOUR, value: day }]);
  }
  await rollAll(START + 4 * DAY);
  const bounds = { maxAgeMs: 2 * DAY, maxBytes: 1e9, keepsUnrolled: true };
  while (await history.prune(bounds, START + 4 * DAY));
  await history.append([{ series: TEMPERATURE, at: START + DAY + 2 * HOUR, value: 9 }]);
  await rollAll(START + 4 * DAY);
  expect((await parts(TEMPERATURE)).map(({ count, last }) => [count, last])).toContainEqual([1, 1]);
});

it('stores neither a part nor its progress where the disk refuses one of them, and takes both afterwards', async () => {
  await history.append([{ series: TEMPERATURE, at: START + HOUR, value: 1 }]);
  const db = sqlite.open(join(dataDir, 'history.db'));
  db.exec(`CREATE TRIGGER stuck BEFORE INSERT ON history_days BEGIN SELECT RAISE(ABORT, 'stuck'); END`);
  await expect(rollAll(START + 2 * DAY)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(db.prepare('SELECT count(*) FROM history_hours').pluck().get()).toBe(0);
  expect((await history.rollUps.extent()).until).toBe(START);
  db.exec('DROP TRIGGER stuck');
  db.close();
  await rollAll(START + 2 * DAY);
  expect(await parts(TEMPERATURE)).toHaveLength(1);
});

it('continues a step with the part that the disk refused, and counts its bytes once', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `point/home/${index}/1/LEVEL`);
  await history.append(names.map((series, index) => ({ series, at: START + HOUR + index, value: index })));
  const db = sqlite.open(join(dataDir, 'history.db'));
  const stored = () => db.prepare('SELECT count(*) FROM history_days').pluck().get();
  db.exec(
    `CREATE TRIGGER stuck BEFORE INSERT ON history_days WHEN (SELECT count(*) FROM history_days) >= 1
     BEGIN SELECT RAISE(ABORT, 'stuck'); END`,
  );
  await expect(rollAll(START + DAY)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(stored()).toBe(1);
  db.exec('DROP TRIGGER stuck');
  await rollAll(START + DAY);
  expect(stored()).toBe(2);
  for (const [index, name] of names.entries()) expect(await parts(name)).toMatchObject([{ count: 1, last: index }]);
  const bytes = db
    .prepare('SELECT (SELECT sum(length(data)) FROM history_days) + (SELECT sum(length(data)) FROM history_hours)')
    .pluck()
    .get();
  expect((await history.rollUps.extent()).bytes).toBe(bytes);
  db.close();
});

it('drops the oldest when they are too old, and when there are too many', async () => {
  const many = (day: number) =>
    Array.from({ length: 200 }, (_, index) => ({
      series: TEMPERATURE,
      at: START + day * DAY + index * 400_000,
      value: Math.round(Math.sin(day * 200 + index) * 1e6) / 10,
    }));
  for (let day = 0; day < 120; day += 1) await history.append(many(day));
  await rollAll(START + 121 * DAY, 1_000, { ...BOUNDS, maxAgeMs: 50 * DAY });
  const { oldestAt, bytes } = await history.rollUps.extent();
  expect(oldestAt).toBe(START + 70 * DAY);
  expect((await parts(TEMPERATURE)).length).toBeLessThan(120);
  for (let day = 121; day < 160; day += 1) await history.append(many(day));
  await rollAll(START + 161 * DAY, 1_000, { ...BOUNDS, maxBytes: Math.floor(bytes / 2) });
  const after = await history.rollUps.extent();
  expect(after.bytes).toBeLessThan(bytes * 0.6);
  expect((await parts(TEMPERATURE)).at(-1)).toMatchObject({ from: START + 159 * DAY, count: 200 });
});
