import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_TARIFFS } from '../../energy/tariffs.js';
import { rollUp } from '../../history/rolled/roll-up.js';
import type { House } from '../../ports/house.js';
import { createMemoryHistoryStore } from '../../testing/memory-history-store.js';
import { localDay } from '../../use-case/local-day.js';
import { pointSeries } from '../../use-case/series.js';
import { readEnergy } from './energy.js';
import type { EnergyGroup } from './energy-parts.js';

const HOUR = 3_600_000;
const START = new Date(2026, 1, 27).getTime();
const [METER, OTHER, OLD] = ['0001D3C99C00A1', '0001D3C99C00A2', '0001D3C99C00A3'] as const;

const devices = [
  { address: METER, name: 'Washing machine', rooms: ['Bath', 'Laundry'] },
  {
    address: OTHER,
    name: 'Solar',
    rooms: ['Laundry'],
    replaced: [{ address: OLD, at: new Date(START + 5 * HOUR).toISOString() }],
  },
  { address: '0001D3C99C00A4', name: 'Door', rooms: ['Bath'] },
].map((each) => ({ ...each, central: 'home', channels: [{ number: 0 }, { number: 6 }] }));

const parameters: Readonly<Record<string, readonly string[]>> = {
  [METER]: ['ENERGY_COUNTER', 'POWER'],
  [OTHER]: ['ENERGY_COUNTER', 'ENERGY_COUNTER_FEED_IN'],
};

const series = (address: string, parameter: string) => pointSeries({ central: 'home', address, channel: 6, parameter });
const sample = (hours: number, value: number, parameter = 'ENERGY_COUNTER', address: string = METER) => ({
  series: series(address, parameter),
  at: START + hours * HOUR,
  value,
});

async function world(samples: readonly ReturnType<typeof sample>[], now: number, rolledUntil = now) {
  const store = createMemoryHistoryStore();
  await store.append(samples);
  const next = () => store.rollUps.next(rolledUntil, localDay);
  for (let step = await next(); step; step = await next()) {
    await store.rollUps.put(step, await rollUp(store, step), { maxAgeMs: 1e12, maxBytes: 1e9 });
  }
  const house = {
    centralNames: () => ['home'],
    devices: () => devices,
    device: (address: string) => ({ ok: true, value: devices.find((each) => each.address === address) }),
    dataPoint: ({ address, channel, parameter }: { address: string; channel: number; parameter: string }) => ({
      ok: channel === 6 && (parameters[address] ?? []).includes(parameter),
      value: { value: 1 },
    }),
  } as unknown as House;
  const retention = () => ({ enabled: true, maxDays: 30, maxBytes: 1e6, years: 10 });
  const history = { ...store, retention, isRecorded: () => true };
  const hub = { sysvars: () => [] };
  const ports = { house, hub, history, clock: { now: () => now }, tariffs: { read: async () => NO_TARIFFS } };
  return (group: EnergyGroup, from = START, to = now) => readEnergy(ports, { group, from, to });
}

it('has the rise of each meter by day and month, those of today of samples, with sums of rooms', async () => {
  const samples = [
    ...[0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60].map((hours) => sample(hours, 1_000 + hours * 10)),
    ...[0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60].map((hours) => sample(hours, 50 + hours, 'POWER')),
    ...[6, 30, 54].flatMap((hours) => [
      sample(hours, 100 + hours, 'ENERGY_COUNTER', OTHER),
      sample(hours, 2 * hours, 'ENERGY_COUNTER_FEED_IN', OTHER),
    ]),
  ];
  const energy = await world(samples, START + 61 * HOUR);
  const byDay = await energy('day');
  expect(byDay.devices.map(({ name }) => name)).toEqual(['Washing machine', 'Solar']);
  expect(byDay.devices[0]?.buckets.map(({ consumed_wh: wh, gap }) => [wh, gap])).toEqual([
    [180, false],
    [240, false],
    [180, false],
  ]);
  expect(byDay.devices[0]?.buckets[0]).toMatchObject({ peak_power_w: 68, avg_power_w: 59, reset: false });
  expect(byDay.devices[1]).toMatchObject({ total_consumed_wh: 48, total_feed_in_wh: 96 });
  expect(byDay.rooms).toMatchObject([
    { name: 'Bath', total_consumed_wh: 600, total_feed_in_wh: 0 },
    { name: 'Laundry', total_consumed_wh: 648, total_feed_in_wh: 96 },
  ]);
  expect(byDay).toMatchObject({ total_consumed_wh: 648, total_feed_in_wh: 96 });
  const byMonth = await energy('month');
  expect(byMonth.devices[0]?.buckets.map(({ ts, consumed_wh: wh }) => [new Date(ts).getMonth(), wh])).toEqual([
    [1, 420],
    [2, 180],
  ]);
  expect((await energy('year')).devices[0]?.buckets.map(({ consumed_wh: wh }) => wh)).toEqual([600]);
});

it('marks a counter that began anew, and time in which it was not known', async () => {
  const energy = await world([sample(0, 500), sample(1, 510), sample(2, 4), sample(20, 9)], START + 24 * HOUR);
  const buckets = (await energy('hour')).devices[0]?.buckets ?? [];
  const marked = buckets.filter(({ consumed_wh: wh }) => wh > 0);
  expect(marked.map(({ consumed_wh: wh, reset }) => [wh, reset])).toEqual([
    [10, false],
    [4, true],
    [5, false],
  ]);
  expect(buckets.find(({ gap }) => gap)?.ts).toBe(new Date(START + 8 * HOUR).toISOString());
  const [day] = (await energy('day')).devices[0]?.buckets ?? [];
  expect(day).toMatchObject({ consumed_wh: 19, reset: true, gap: true });
});

it('goes on with the meter that took the place of another one', async () => {
  const samples = [
    sample(1, 7_000, 'ENERGY_COUNTER', OLD),
    sample(4, 7_030, 'ENERGY_COUNTER', OLD),
    sample(6, 2, 'ENERGY_COUNTER', OTHER),
    sample(9, 12, 'ENERGY_COUNTER', OTHER),
  ];
  const energy = await world(samples, START + 24 * HOUR);
  expect((await energy('hour')).devices[1]).toMatchObject({ total_consumed_wh: 40 });
});

it('has the same sum in hours, days, months and years, wherever the stored days end', async () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 * 60 }), fc.nat(9_999)), { minLength: 2, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(10), async (all, rolledDays) => {
      let [minutes, value] = [0, 10_000];
      const samples = [sample(0, value / 10)];
      for (const [pause, by] of all) {
        minutes += pause;
        value += by;
        samples.push(sample(minutes / 60, value / 10));
      }
      const now = START + (minutes + 1) * 60_000;
      const energy = await world(samples, now, Math.min(now, START + rolledDays * 24 * HOUR));
      for (const group of ['hour', 'day', 'month', 'year'] as const) {
        expect((await energy(group)).total_consumed_wh).toBe((value - 10_000) / 10);
      }
    }),
    { numRuns: 30 },
  );
});

it('refuses more parts than an answer has', async () => {
  const energy = await world([sample(0, 1)], START + HOUR);
  await expect(energy('hour', START - 9_000 * 24 * HOUR)).rejects.toMatchObject({ code: 'validation' });
});
