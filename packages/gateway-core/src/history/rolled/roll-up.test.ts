import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { HistorySample } from '../../ports/history.js';
import type { Period, RollUp } from '../../ports/roll-ups.js';
import { createMemoryHistoryStore } from '../../testing/memory-history-store.js';
import { localDay } from '../../use-case/local-day.js';
import { RECORDING_SERIES, unknownSeries } from '../../use-case/series.js';
import { addUp, meanOf } from '../../use-case/sums.js';
import { rollUp } from './roll-up.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 4, 1);
const POINT = 'point/home/0001D3C99C0001/1/ACTUAL_TEMPERATURE';
const METER = 'point/home/0001D3C99C0001/6/ENERGY_COUNTER';
const BOUNDS = { maxAgeMs: 3_660 * DAY, maxBytes: 1e9 };

const utcDay = (at: number): Period => ({ from: Math.floor(at / DAY) * DAY, to: Math.floor(at / DAY) * DAY + DAY });

async function rolled(
  samples: readonly HistorySample[],
  series: string,
  {
    tier = 'hour',
    dayOf = utcDay,
    until = START + 10 * DAY,
  }: {
    readonly tier?: 'hour' | 'day';
    readonly dayOf?: (at: number) => Period;
    readonly until?: number;
  } = {},
): Promise<readonly RollUp[]> {
  const store = createMemoryHistoryStore();
  await store.append(samples);
  for (let step = await store.rollUps.next(until, dayOf); step; step = await store.rollUps.next(until, dayOf)) {
    await store.rollUps.put(step, await rollUp(store, step), BOUNDS);
  }
  const found: RollUp[] = [];
  for await (const slice of store.rollUps.read({ series: [series], from: 0, to: until }, tier)) found.push(...slice);
  return found;
}

const at = (hours: number, value: number, series = POINT) => ({ series, at: START + hours * HOUR, value });
const recording = (hours: number, value: number) => at(hours, value, RECORDING_SERIES);

it('weighs each value by the time for which it stood, also over the end of an hour', async () => {
  const [first, second] = await rolled([at(0.25, 10), at(0.75, 30), at(1.5, 50)], POINT);
  expect(first).toMatchObject({ count: 2, covered: 0.75 * HOUR, last: 30, min: 10, max: 30, sum: 40 });
  expect(first?.mean).toBeCloseTo((10 * 0.5 + 30 * 0.25) / 0.75, 9);
  expect(second).toMatchObject({ count: 1, covered: HOUR, mean: 40, min: 50, max: 50 });
});

it('lets a value stand in hours without samples until the next keyframe is missed, and no longer', async () => {
  const hours = await rolled([at(0, 20), at(12, 21)], POINT);
  expect(hours.map(({ from, count, covered }) => [(from - START) / HOUR, count, covered / HOUR]).slice(0, 8)).toEqual([
    [0, 1, 1],
    ...[1, 2, 3, 4, 5].map((hour) => [hour, 0, 1]),
    [6, 0, 0.5],
    [12, 1, 1],
  ]);
  expect(hours[3]).toMatchObject({ last: 20, min: 20, max: 20, mean: 20, sum: 0 });
});

it('counts no time in which the value was unknown or nothing was recorded', async () => {
  const samples = [at(0, 20), at(0.25, 1, unknownSeries(POINT)), at(0.5, 22), recording(0.75, 0), at(1.5, 22)];
  const [first, second] = await rolled(samples, POINT);
  expect(first).toMatchObject({ covered: 0.5 * HOUR, mean: 21 });
  expect(second).toMatchObject({ covered: 0.5 * HOUR, mean: 22 });
  const times = await rolled([recording(0, 1), recording(0.5, 0), recording(2.25, 1)], RECORDING_SERIES);
  expect(times.slice(0, 2).map(({ from, covered }) => [(from - START) / HOUR, covered / HOUR])).toEqual([
    [0, 0.5],
    [2, 0.75],
  ]);
});

it('counts the rise of a meter over the hours, a day without samples included, from one day to the next', async () => {
  const samples = [at(1, 100.2, METER), at(1.5, 100.5, METER), at(30, 112.5, METER), at(31, 113, METER)];
  const days = (await rolled(samples, METER, { tier: 'day' })).map(({ increments, resets }) => [increments, resets]);
  expect(days).toEqual([
    [0.3, 0],
    [12.5, 0],
  ]);
});

it.each([
  ['begins anew', [500, 510, 2, 3], 13, 1],
  ['wraps at 23 bits of a tenth', [838_860.5, 838_860.7, 0.4], 0.7, 0],
  ['reports late', [100, 100.5, 100.4, 100.6], 0.6, 0],
  ['lost its last readings in a power failure', [1000, 1010, 1004, 1005, 1006], 12, 0],
  ['jumps to a value that is none', [100, 1e308, 101, 102], 1, 0],
  ['jumps to another value and returns', [100, 9_000_000, 101, 102], 2, 1],
  ['goes on from another value after a jump', [100, 9_000_000, 9_000_003], 3, 1],
  ['has a negative value for a moment', [100, -5, 101, 102], 1, 0],
])('knows a meter that %s', async (_, values, increments, resets) => {
  const samples = values.map((value, index) => at(0.1 * index, value, METER));
  const [hour] = await rolled(samples, METER);
  expect([hour?.increments, hour?.resets]).toEqual([increments, resets]);
});

it.each([
  ['GAS_ENERGY_COUNTER', [2_147_483.6, 2_147_483.646, 0.002], 0.05, 0],
  ['GAS_VOLUME', [12.34, 12.35, 0.02, 0.03], 0.04, 1],
  ['GAS_VOLUME', [12.34, 1e11, 12.35], 0.01, 1],
  ['IEC_ENERGY_COUNTER', [4_123.0001, 4_123.0005, 4_123.0009], 0.0008, 0],
  ['WATER_VOLUME', [0, 12, 9_999_999, 13], 13, 1],
])('counts %s over wraps, resets and jumps', async (parameter, values, increments, resets) => {
  const series = `point/home/0001D3C99C0001/1/${parameter}`;
  const [hour] = await rolled(
    values.map((value, index) => at(0.1 * index, value, series)),
    series,
  );
  expect(hour?.increments).toBeCloseTo(increments, 9);
  expect(hour?.resets).toBe(resets);
});

it('never counts more than a house can consume, nor less than nothing, whatever a meter reports', async () => {
  const readings = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 120 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  );
  await fc.assert(
    fc.asyncProperty(readings, async (all) => {
      let minutes = 0;
      const samples = all.map(([pause, value]) => {
        minutes += pause;
        return at(minutes / 60, value, METER);
      });
      for (const { increments } of await rolled(samples, METER)) {
        expect(increments).toBeGreaterThanOrEqual(0);
        expect(increments).toBeLessThanOrEqual(200_000 * 6.5 * samples.length);
      }
    }),
    { numRuns: 60 },
  );
});

it('has the whole rise of a meter in its hours, whatever resets there are and wherever days end', async () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 * HOUR }), fc.nat(5_000), fc.boolean()), {
    minLength: 1,
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      let time = START;
      let value = 50_000;
      let rise = 0;
      let resets = 0;
      const samples = [{ series: METER, at: time, value: value / 10 }];
      for (const [pause, by, isReset] of all) {
        time += pause;
        // A meter that began anew has not come far.
        const begins = isReset && by * 2 < value;
        value = begins ? by : value + by;
        rise += by;
        resets += Number(begins);
        samples.push({ series: METER, at: time, value: value / 10 });
      }
      const hours = await rolled(samples, METER, { until: START + 100 * DAY });
      expect(hours.reduce((sum, { increments }) => addUp(sum, increments), 0)).toBe(rise / 10);
      expect(hours.reduce((sum, part) => sum + part.resets, 0)).toBe(resets);
    }),
    { numRuns: 60 },
  );
});

it('has finite numbers where values are as large as numbers can be', async () => {
  const huge = [1e308, 1.7e308, -1.7e308, 1.7e308].map((value, index) => at(0.2 * index, value));
  for (const part of [...(await rolled(huge, POINT)), ...(await rolled(huge, POINT, { tier: 'day' }))]) {
    const { series: _, ...numbers } = part;
    expect(Object.values(numbers).every(Number.isFinite)).toBe(true);
    expect(part.mean).toBeGreaterThanOrEqual(-1.7e308);
  }
  expect(meanOf({ sum: addUp(1.7e308, 1.7e308), count: 2, min: 1.7e308, max: 1.7e308 })).toBe(1.7e308);
});

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it('takes days of the local zone: those of a clock change have 23 and 25 hours, and no sample is left out', async () => {
  process.env.TZ = 'Europe/Berlin';
  for (const [date, hours] of [
    [Date.UTC(2026, 2, 28), 23],
    [Date.UTC(2026, 9, 24), 25],
  ] as const) {
    const samples = Array.from({ length: 72 }, (_, hour) => ({ series: POINT, at: date + hour * HOUR, value: hour }));
    const options = { dayOf: localDay, until: date + 5 * DAY };
    const days = await rolled(samples, POINT, { ...options, tier: 'day' });
    expect(days.map(({ from, to }) => (to - from) / HOUR)).toContain(hours);
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(72);
    expect((await rolled(samples, POINT, options)).every(({ from, to }) => to - from === HOUR)).toBe(true);
  }
});

it('keeps days of the reception of a device, and no hours', async () => {
  const rssi = 'point/home/0001D3C99C0001/0/RSSI_DEVICE';
  const samples = [-70, -72, -68].map((value, index) => ({ series: rssi, at: START + index * HOUR, value }));
  expect(await rolled(samples, rssi)).toEqual([]);
  expect(await rolled(samples, rssi, { tier: 'day' })).toMatchObject([{ count: 3, min: -72, max: -68, last: -68 }]);
});
