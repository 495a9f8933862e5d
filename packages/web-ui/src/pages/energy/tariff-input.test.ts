import type { EnergyTariff } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { changedFrom, inputOf, newTariff, numberIn, tariffOf, weekOf } from './tariff-input.js';

const base = { name: 'A', valid_from: '2026-01-01' } as const;
const tariffs: readonly EnergyTariff[] = [
  {
    ...base,
    kind: 'electricity',
    price: { type: 'fixed', price_mct: 32_755 },
    base_fee: { amount_mct: 1_250_000, per: 'month' },
  },
  {
    ...{ ...base, kind: 'feed_in' },
    price: {
      type: 'times',
      price_mct: -500,
      times: [{ days: [6, 7], from_hour: 0, to_hour: 6, price_mct: 8_110 }],
    },
  },
  {
    ...base,
    kind: 'gas',
    price: { type: 'fixed', price_mct: 11_000 },
    gas: { calorific_kwh_m3: 11.273, state_number: 0.9523 },
  },
  { ...base, kind: 'water', price: { type: 'fixed', price_mct: 412_000 } },
  {
    ...{ ...base, kind: 'electricity' },
    price: { type: 'variable', central: 'home', sysvar: 'Preis', factor_mct: 119_000, add_mct: 18_400 },
  },
  {
    ...base,
    kind: 'electricity',
    price: { type: 'variable', central: 'home', sysvar: 'Preis', factor_mct: 100, add_mct: 0 },
  },
];

it.each(tariffs.map((each) => [`${each.kind} ${each.price.type}`, each] as const))(
  'stores %s as it was, when nothing was changed in its form',
  (_, tariff) => {
    expect(tariffOf(inputOf(tariff, (value) => String(value).replace('.', ',')))).toEqual({ tariff });
  },
);

it('names the members that are not filled in rightly', () => {
  const faultsOf = (change: object) => {
    const result = tariffOf({ ...newTariff('2026-01-01'), price: '30', ...change });
    return 'faults' in result ? result.faults : [];
  };
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ price: 'x', from: '', fee: '1.2.3' })).toEqual(['from', 'price', 'fee']);
  expect(faultsOf({ type: 'times' })).toEqual(['times']);
  expect(faultsOf({ type: 'times', times: [{ days: [1], from: 6, to: 6, price: '1' }] })).toEqual(['times']);
  expect(faultsOf({ type: 'variable', price: '', percent: 'a' })).toEqual(['sysvar', 'percent']);
  expect(faultsOf({ kind: 'gas', calorific: '11' })).toEqual(['gas']);
});

it('reads numbers with a comma or a point, and nothing else', () => {
  expect(['32,75', ' 0.3 ', '-1', '1e3', '', '1.000,5', 'NaN'].map(numberIn)).toEqual([
    32.75,
    0.3,
    -1,
    ...Array(4).fill(undefined),
  ]);
});

it('shows the prices of a week, equal hours as one', () => {
  const week = weekOf(tariffs[1]!);
  expect(week?.[0]).toEqual({ day: 1, parts: [{ from: 0, to: 24, price: -500 }] });
  expect(week?.[6]?.parts).toEqual([
    { from: 0, to: 6, price: 8_110 },
    { from: 6, to: 24, price: -500 },
  ]);
  expect(weekOf(tariffs[4]!)).toBeUndefined();
});

it('names the first day whose costs a change alters: a new name alters none', () => {
  const [one, two] = [tariffs[0]!, { ...tariffs[3]!, valid_from: '2026-05-01' }];
  expect(changedFrom([one, two], [{ ...one, name: 'B' }, two])).toBeUndefined();
  expect(changedFrom([one, two], [one])).toBe('2026-05-01');
  expect(changedFrom([one], [{ ...one, valid_from: '2025-01-01' }])).toBe('2025-01-01');
});
