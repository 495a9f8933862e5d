import type { EnergyTariff, EnergyTariffs } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { NO_TARIFFS } from '../src/energy/tariffs.js';
import { setTariffs } from '../src/families/records/energy-tariffs.js';
import type { AuditEntry } from '../src/ports/house.js';
import { serviceCaller } from '../src/use-case/caller.js';
import { fixed } from './energy-world.js';

function world() {
  let kept: EnergyTariffs = NO_TARIFFS;
  const audited: AuditEntry[] = [];
  const ports = {
    tariffs: {
      read: async () => kept,
      async change(decide: (before: EnergyTariffs) => EnergyTariffs) {
        kept = decide(kept);
      },
    },
    audit: { record: (entry: AuditEntry) => void audited.push(entry), query: async () => [] },
    clock: { now: () => 0 },
  };
  const caller = serviceCaller({ name: 'test', role: 'admin' });
  const set = (more: Partial<EnergyTariffs>) => setTariffs(ports, caller, { ...NO_TARIFFS, ...more });
  return { ports, set, kept: () => kept, audited };
}

const times = (...all: readonly (readonly [days: readonly number[], from: number, to: number])[]): EnergyTariff => ({
  ...fixed(0),
  price: {
    type: 'times',
    price_mct: 1,
    times: all.map(([days, from_hour, to_hour]) => ({ days, from_hour, to_hour, price_mct: 2 })),
  },
});

it('stores tariffs with the next revision, and refuses those of an administrator who read an older one', async () => {
  const { set, kept, audited } = world();
  expect(await set({ tariffs: [fixed(30_000)] })).toMatchObject({ revision: 1 });
  await expect(set({ tariffs: [] })).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'revision_changed' },
  });
  expect(kept().tariffs).toHaveLength(1);
  expect(audited.map(({ action, note }) => [action, note])).toEqual([['energy_tariffs', 'revision 1']]);
});

it('needs an administrator', async () => {
  const { ports } = world();
  const caller = serviceCaller({ name: 'test', role: 'operator' });
  expect(() => setTariffs(ports, caller, NO_TARIFFS)).toThrow(/role admin/);
});

it.each<[string, Partial<EnergyTariffs>, string]>([
  ['two tariffs of a kind from one day', { tariffs: [fixed(1), fixed(2)] }, 'tariffs.1.valid_from'],
  ['times that overlap', { tariffs: [times([[1, 2], 6, 20], [[2], 19, 22])] }, 'tariffs.0.price.times.1'],
  ['a time that names a day twice', { tariffs: [times([[3, 3], 6, 8])] }, 'tariffs.0.price.times.0'],
  ['a time that ends before it begins', { tariffs: [times([[1], 22, 6])] }, 'tariffs.0.price.times.0.to_hour'],
  ['gas without its factors', { tariffs: [fixed(1, { kind: 'gas' })] }, 'tariffs.0.gas'],
  [
    'factors of gas for water',
    { tariffs: [fixed(1, { kind: 'water', gas: { calorific_kwh_m3: 10, state_number: 1 } })] },
    'tariffs.0.gas',
  ],
  [
    'a meter that is named twice',
    {
      meters: [
        { meter: 'A:1', is_main: true },
        { meter: 'A:1', is_main: false },
      ],
    },
    'meters.1.meter',
  ],
])('refuses %s, by its field, and stores nothing', async (_, change, field) => {
  const { set, kept } = world();
  await expect(set(change)).rejects.toMatchObject({ code: 'validation', details: { errors: [{ field }] } });
  expect(kept()).toBe(NO_TARIFFS);
});

it('takes times that meet, one tariff for each kind from one day, and negative prices', async () => {
  const { set } = world();
  const tariffs = [times([[1, 2], 0, 6], [[1, 2], 6, 24]), fixed(-5_000, { kind: 'feed_in' })];
  expect(await set({ tariffs })).toMatchObject({ revision: 1, tariffs });
});
