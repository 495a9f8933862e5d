import { expect, it } from 'vitest';
import { rollUp } from '../../history/rolled/roll-up.js';
import type { House } from '../../ports/house.js';
import { createMemoryHistoryStore } from '../../testing/memory-history-store.js';
import { localDay } from '../../use-case/local-day.js';
import { pointSeries, RECORDING_SERIES } from '../../use-case/series.js';
import { readHistory } from './history.js';
import { readHistoryBuckets } from './history-buckets.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = new Date(2025, 0, 1).getTime();
const NOW = new Date(2026, 0, 1, 18, 30).getTime();
const ADDRESS = '0001D3C99C00A1';
const name = (channel: number) =>
  pointSeries({ central: 'home', address: ADDRESS, channel, parameter: 'ACTUAL_TEMPERATURE' });

/** A sample every two hours of a year, rolled up to the last midnight; those of the last 30 days are there. */
async function aYear(channels: number, { off }: { readonly off?: readonly [number, number] } = {}) {
  const store = createMemoryHistoryStore();
  const all = Array.from({ length: channels }, (_, channel) => channel);
  const samples = [];
  for (let at = START; at < NOW; at += 2 * HOUR) {
    if (off !== undefined && at >= off[0] && at < off[1]) continue;
    const value = (channel: number) => Math.round(200 + 50 * Math.sin(at / 5e8 + channel)) / 10;
    samples.push({ series: RECORDING_SERIES, at, value: 1 });
    samples.push(...all.map((channel) => ({ series: name(channel), at, value: value(channel) })));
  }
  if (off !== undefined) samples.push({ series: RECORDING_SERIES, at: off[0], value: 0 });
  await store.append(samples);
  const bounds = { maxAgeMs: 3_660 * DAY, maxBytes: 1e9 };
  for (let step = await store.rollUps.next(NOW, localDay); step; step = await store.rollUps.next(NOW, localDay)) {
    await store.rollUps.put(step, await rollUp(store, step), bounds);
  }
  while (await store.prune({ maxAgeMs: 30 * DAY, maxBytes: 1e9, keepsUnrolled: true }, NOW));
  const house = {
    centralNames: () => ['home'],
    dataPoint: () => ({ ok: true, value: { type: 'FLOAT' } }),
    resolve: () => ({ ok: true, value: { central: 'home' } }),
    device: () => ({ ok: true, value: { interface: 'HmIP-RF', interface_id: 'home-HmIP-RF' } }),
  } as unknown as House;
  const retention = () => ({ enabled: true, maxDays: 30, maxBytes: 1e6, years: 10 });
  const history = { ...store, retention, isRecorded: () => true };
  return { ports: { house, history, clock: { now: () => NOW } }, samples };
}

const points = (count: number) =>
  Array.from({ length: count }, (_, channel) => `${ADDRESS}:${channel}:ACTUAL_TEMPERATURE`);

it('answers a year of ten series of days, in at most 100 KB', async () => {
  const { ports, samples } = await aYear(10);
  const answer = await readHistory(ports, { points: points(10), from: START });
  expect(JSON.stringify(answer).length).toBeLessThan(100_000);
  const [first] = answer.series;
  expect(first?.resolution_ms).toBe(2 * DAY);
  expect(first?.at.length).toBeGreaterThan(180);
  expect(answer.gaps).toEqual([]);
  expect(first).not.toHaveProperty('unknown');
  const own = samples.filter(({ series }) => series === name(0)).map(({ value }) => value);
  expect(Math.min(...(first?.min ?? []))).toBe(Math.min(...own));
  expect(Math.max(...(first?.max ?? []))).toBe(Math.max(...own));
  expect(first?.values.at(-1)).toBe(own.at(-1));
  expect(first?.mean).toHaveLength(first?.values.length ?? 0);
}, 60_000);

it.each([
  ['a year', START, NOW, 200],
  ['a month whose samples are gone, of hours', START + 40 * DAY + 7 * HOUR, START + 71 * DAY, 200],
  ['the end of what was rolled up', NOW - 40 * DAY, NOW, 500],
  ['the last days, of samples', NOW - 3 * DAY, NOW, 200],
])('counts every sample of %s in its parts once', async (_, from, to, buckets) => {
  const { ports, samples } = await aYear(1);
  const asked = { channel: `${ADDRESS}:0`, parameter: 'ACTUAL_TEMPERATURE', from, to, buckets };
  const parts = await readHistoryBuckets(ports, asked);
  const own = samples.filter(({ series, at }) => series === name(0) && at >= from && at < to);
  expect(parts.length).toBeLessThanOrEqual(buckets);
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(own.length);
  const sum = parts.reduce((total, { avg, count }) => total + avg * count, 0);
  expect(sum).toBeCloseTo(
    own.reduce((total, { value }) => total + value, 0),
    6,
  );
});

it('has a gap where nothing was recorded, also where only days are left', async () => {
  const off = [new Date(2025, 2, 1).getTime(), new Date(2025, 2, 11).getTime()] as const;
  const { ports } = await aYear(1, { off });
  const { gaps } = await readHistory(ports, { points: points(1), from: START });
  expect(gaps).toEqual([{ from: new Date(off[0]).toISOString(), to: new Date(off[1]).toISOString() }]);
});

it('knows the value at the beginning of a month whose samples are gone', async () => {
  const { ports } = await aYear(1);
  const range = { points: points(1), from: START + 40 * DAY, to: START + 70 * DAY };
  const { series } = await readHistory(ports, range);
  expect(series[0]).toMatchObject({ resolution_ms: 3 * HOUR, before: { at: START + 40 * DAY - 1 } });
});

it('has no point beyond a range within one hour whose samples are gone', async () => {
  const { ports } = await aYear(1);
  const from = START + 40 * DAY + 4 * HOUR + 600_000;
  const { series } = await readHistory(ports, { points: points(1), from, to: from + 600_000 });
  expect(series[0]).toMatchObject({ at: [], values: [], before: { at: START + 40 * DAY + 4 * HOUR - 1 } });
});
