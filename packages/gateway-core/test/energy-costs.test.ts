import type { EnergyTariff } from '@ccu-gateway/contract/types';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { variableSeries } from '../src/use-case/series.js';
import { energyWorld, fixed, HOUR, sampleOf } from './energy-world.js';

const METER = '0001D3C99C00A1:6:ENERGY_COUNTER';
const points = { [METER]: { unit: 'Wh', value: 1 } };
const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (...date: readonly [number, number, number, number?]) =>
  new Date(date[0], date[1] - 1, date[2], date[3] ?? 0).getTime();

/** A meter that counts the same in each hour from `from` to `to`. */
const steadily = (from: number, to: number, wh: number, point = METER) =>
  Array.from({ length: Math.round((to - from) / HOUR) * 2 + 1 }, (_, half) =>
    sampleOf(point, from + (half * HOUR) / 2 + 60_000 * Number(half > 0), 1_000 + (wh * half) / 2),
  );

const night: EnergyTariff = {
  ...fixed(0),
  price: {
    type: 'times',
    price_mct: 40_000,
    times: [
      { days: [1, 2, 3, 4, 5, 6, 7], from_hour: 0, to_hour: 6, price_mct: 20_000 },
      { days: [6, 7], from_hour: 6, to_hour: 24, price_mct: 30_000 },
    ],
  },
};

describe('costs of electricity', () => {
  it('are the consumption at a fixed price, beside it in each part, with sums of devices, rooms and all', async () => {
    const [from, now] = [at(2026, 1, 5), at(2026, 1, 6)];
    const world = await energyWorld({
      points,
      samples: steadily(from, now - HOUR, 100),
      now,
      tariffs: { tariffs: [fixed(30_000)] },
    });
    const energy = await world.energy({ from, to: now, group: 'hour' });
    expect(energy.devices[0]?.buckets[1]).toMatchObject({ consumed_wh: 100, cost_mct: 3_000, unpriced_wh: 0 });
    const total = { total_cost_mct: energy.total_consumed_wh * 30, total_unpriced_wh: 0 };
    expect(energy).toMatchObject({ currency: 'EUR', tariff_revision: 0, ...total });
    expect(energy.rooms[0]).toMatchObject(total);
  });

  it.each([
    ['on a working day', at(2026, 1, 7), 6 * 20 + 18 * 40],
    ['on a Sunday', at(2026, 1, 11), 6 * 20 + 18 * 30],
    ['on the Sunday of 23 hours', at(2026, 3, 29), 5 * 20 + 18 * 30],
    ['on the Sunday of 25 hours', at(2026, 10, 25), 7 * 20 + 18 * 30],
  ])('follow the time of day %s', async (_, day, cents) => {
    const after = new Date(day);
    after.setDate(after.getDate() + 1);
    const samples = Array.from({ length: 30 * 4 }, (__, quarter) =>
      sampleOf(METER, day - HOUR + (quarter * HOUR) / 4 + 1, 5_000 + quarter * 250),
    );
    const world = await energyWorld({ points, samples, now: day + 40 * HOUR, tariffs: { tariffs: [night] } });
    const energy = await world.energy({ from: day, to: after.getTime(), group: 'day' });
    expect(energy.total_cost_mct).toBe(cents * 1_000);
  });

  it('take the price of a system variable that was in force, and count hours without one as unpriced', async () => {
    const from = at(2026, 5, 4);
    const price = variableSeries({ central: 'home', name: 'Price' });
    const prices = [
      { series: price, at: from - HOUR, value: 0.2 },
      { series: price, at: from + 2 * HOUR, value: -0.05 },
      { series: price, at: from + 3.5 * HOUR, value: 0.15 },
      { series: `unknown/${price}`, at: from + 5 * HOUR, value: 1 },
    ];
    const variable = {
      type: 'variable',
      central: 'home',
      sysvar: 'Price',
      factor_mct: 100_000,
      add_mct: 1_000,
    } as const;
    const now = from + 8 * HOUR;
    const samples = [sampleOf(METER, from - HOUR, 0), ...steadily(from, now - HOUR, 1_000)];
    for (const rolledUntil of [from, now]) {
      const tariffs = { tariffs: [{ ...fixed(0), price: variable }] };
      const world = await energyWorld({ points, samples: [...samples, ...prices], now, rolledUntil, tariffs });
      const { devices, ...energy } = await world.energy({ from: from + HOUR, to: now, group: 'hour' });
      expect(devices[0]?.buckets.slice(0, 4).map(({ cost_mct: cost }) => cost)).toEqual([
        21_000, -4_000, 6_000, 16_000,
      ]);
      expect(energy.total_unpriced_wh).toBe(
        devices[0]?.buckets.slice(4).reduce((sum, { consumed_wh: wh }) => sum + wh, 0),
      );
    }
  });

  it('change with the day from which a tariff is valid, and there is none before the first one', async () => {
    const from = at(2026, 1, 30);
    const tariffs = [fixed(10_000, { valid_from: '2026-01-31' }), fixed(20_000, { valid_from: '2026-02-01' })];
    const samples = steadily(from - 2 * HOUR, at(2026, 2, 3), 1_000);
    const world = await energyWorld({ points, samples, now: at(2026, 2, 3), tariffs: { tariffs } });
    const energy = await world.energy({ from, to: at(2026, 2, 2), group: 'day' });
    expect(energy.devices[0]?.buckets.map(({ cost_mct: cost }) => cost)).toEqual([0, 240_000, 480_000]);
    expect(energy.total_unpriced_wh).toBe(24_000);
  });

  it('are the same in hours, days, months and years, and price each watt-hour once', async () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 7 * 60 }), fc.nat(9_999)), {
      minLength: 2,
      maxLength: 40,
    });
    const price = fc.integer({ min: -50_000, max: 90_000 });
    const times = fc.array(
      fc.record({ days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), price_mct: price }),
      { minLength: 1, maxLength: 3 },
    );
    // Both clock changes of a year, and the end of a month.
    const start = fc.constantFrom(at(2026, 3, 27), at(2026, 10, 23), at(2026, 1, 29));
    await fc.assert(
      fc.asyncProperty(start, steps, price, times, fc.nat(9), async (begin, all, otherwise, prices, rolledDays) => {
        let [minutes, value] = [0, 10_000];
        const samples = [sampleOf(METER, begin, value / 10)];
        for (const [pause, by] of all) {
          minutes += pause;
          value += by;
          samples.push(sampleOf(METER, begin + minutes * 60_000, value / 10));
        }
        const hours = prices.map((each, index) => ({ ...each, from_hour: index * 8, to_hour: index * 8 + 7 }));
        const tariff = { ...fixed(0), price: { type: 'times', price_mct: otherwise, times: hours } } as const;
        const now = begin + (minutes + 1) * 60_000;
        const rolledUntil = Math.min(now, begin + rolledDays * 24 * HOUR);
        const world = await energyWorld({ points, samples, now, rolledUntil, tariffs: { tariffs: [tariff] } });
        const read = (group: 'hour' | 'day' | 'month' | 'year') => world.energy({ from: begin, to: now, group });
        const byHour = await read('hour');
        const expected = (byHour.devices[0]?.buckets ?? []).map(({ ts, consumed_wh: wh }) => {
          const date = new Date(ts);
          const day = ((date.getDay() + 6) % 7) + 1;
          const found = hours.find(
            (each) => each.days.includes(day) && date.getHours() >= each.from_hour && date.getHours() < each.to_hour,
          );
          return Math.round((wh / 1_000) * (found?.price_mct ?? otherwise)) + 0;
        });
        expect(byHour.devices[0]?.buckets.map(({ cost_mct: cost }) => cost)).toEqual(expected);
        const total = expected.reduce((sum, each) => sum + each, 0);
        for (const group of ['hour', 'day', 'month', 'year'] as const) {
          const energy = await read(group);
          const buckets = energy.devices[0]?.buckets ?? [];
          expect(buckets.reduce((sum, { cost_mct: cost }) => sum + cost, 0)).toBe(total);
          expect(energy).toMatchObject({ total_cost_mct: total, total_unpriced_wh: 0 });
          expect(energy.total_consumed_wh).toBe((value - 10_000) / 10);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('base fees', () => {
  it('of a month and of a day add up exactly, over clock changes and for a part of them', async () => {
    const fee = fc.record({ amount_mct: fc.integer({ min: 1, max: 9_999_999 }), per: fc.constantFrom('day', 'month') });
    await fc.assert(
      fc.asyncProperty(fee, fc.constantFrom(3, 10, 2), async (base_fee, month) => {
        const [from, to] = [at(2026, month, 1), at(2026, month + 1, 1)];
        const tariffs = [fixed(1, { base_fee, valid_from: '2026-01-01' })];
        const world = await energyWorld({
          points,
          samples: steadily(from, from + HOUR, 1),
          now: to,
          tariffs: { tariffs },
        });
        const days = new Date(2026, month, 0).getDate();
        const whole = base_fee.per === 'month' ? base_fee.amount_mct : base_fee.amount_mct * days;
        for (const group of ['hour', 'day', 'month', 'year'] as const) {
          const energy = await world.energy({ from, to, group });
          expect(energy.total_base_fee_mct).toBe(whole);
          expect(energy.base_fees.reduce((sum, each) => sum + each.base_fee_mct, 0)).toBe(whole);
        }
        const parts = await Promise.all(
          [1, 2, 3].map((part) =>
            world.energy({
              from: [from, at(2026, month, 9, 7), at(2026, month, 26)][part - 1],
              to: [at(2026, month, 9, 7), at(2026, month, 26), to][part - 1],
              group: 'day',
            }),
          ),
        );
        expect(parts.reduce((sum, each) => sum + each.total_base_fee_mct, 0)).toBe(whole);
      }),
      { numRuns: 20 },
    );
  });

  it('count for all devices together, for no single one, and not for time to come', async () => {
    const from = at(2026, 5, 4);
    const tariffs = [fixed(1, { base_fee: { amount_mct: 24_000, per: 'day' } })];
    const now = from + 6 * HOUR;
    const world = await energyWorld({ points, samples: steadily(from, now, 1), now, tariffs: { tariffs } });
    const energy = await world.energy({ from, to: from + 24 * HOUR });
    expect(energy.total_base_fee_mct).toBe(6_000);
    const [device] = METER.split(':');
    expect(await world.energy({ from, to: from + 24 * HOUR, device })).toMatchObject({ total_base_fee_mct: 0 });
  });
});
