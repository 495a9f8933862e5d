import { describe, expect, it } from 'vitest';
import { energyWorld, fixed, sampleOf } from './energy-world.js';

const day = (month: number, date: number, hour = 0) => new Date(2026, month - 1, date, hour).getTime();
const COUNTER = 'METER:6:ENERGY_COUNTER';

/** A meter that counts a kilowatt-hour at noon of each of these days. */
function world(tariffs: Parameters<typeof energyWorld>[0]['tariffs'] = { tariffs: [fixed(30_000)] }) {
  const noons = [day(1, 30, 12), day(1, 31, 12), day(2, 1, 12), day(2, 2, 12)];
  return energyWorld({
    points: { [COUNTER]: { unit: 'Wh', value: 4_000 } },
    samples: [
      { series: 'recording', at: day(1, 30), value: 1 },
      sampleOf(COUNTER, day(1, 30), 0),
      ...noons.map((at, index) => sampleOf(COUNTER, at, (index + 1) * 1_000)),
    ],
    now: day(2, 3),
    tariffs: tariffs ?? {},
  });
}

const costs = (cost_mct: number, base_fee_mct = 0) => ({ cost_mct, feed_in_mct: 0, base_fee_mct });
const electricity = (ts: number, before: object, after: object) => ({
  ...{ kind: 'electricity', ts: new Date(ts).toISOString(), before, after },
});

describe('a preview of tariffs', () => {
  it('shows the costs of each month by the stored tariffs and by the others, from the first changed day on', async () => {
    const { preview } = await world();
    const later = fixed(40_000, { valid_from: '2026-01-31' });
    const found = await preview({ tariffs: [fixed(30_000), later] });
    expect(found).toMatchObject({ from: new Date(day(1, 31)).toISOString(), to: new Date(day(2, 3)).toISOString() });
    expect(found.months.map(({ ts, ...each }) => ({ ...each, ts: new Date(ts).toISOString() }))).toEqual([
      electricity(day(1, 1), costs(30_000), costs(40_000)),
      electricity(day(2, 1), costs(60_000), costs(80_000)),
    ]);
  });

  it('has base fees, and begins with the first recorded value where the change is older', async () => {
    const { preview } = await world();
    const withFee = fixed(30_000, { base_fee: { amount_mct: 1_000, per: 'day' } });
    const found = await preview({ tariffs: [withFee] });
    expect(found.from).toBe(new Date(day(1, 30)).toISOString());
    expect(found.months.map(({ after }) => after)).toEqual([costs(60_000, 2_000), costs(60_000, 2_000)]);
  });

  it('is empty for a name, for an order of members, and for a tariff of the future', async () => {
    const { preview } = await world();
    const same = Object.fromEntries(Object.entries(fixed(30_000, { name: 'Strom' })).reverse());
    expect(await preview({ tariffs: [same as never] })).toMatchObject({ months: [] });
    const future = fixed(99_000, { valid_from: '2026-03-01' });
    const found = await preview({ tariffs: [fixed(30_000), future] });
    expect([found.from, found.months]).toEqual([undefined, []]);
  });

  it('follows roles of meters, which apply to all days', async () => {
    const { preview } = await world();
    const found = await preview({ meters: [{ meter: 'METER:6', counts: 'nothing', is_main: false }] });
    expect(found.months.map(({ before, after }) => [before.cost_mct, after.cost_mct])).toEqual([
      [60_000, 0],
      [60_000, 0],
    ]);
  });

  it('refuses tariffs that do not fit together, and other roles than administrators', async () => {
    const { preview } = await world();
    await expect(preview({ tariffs: [fixed(1), fixed(2)] })).rejects.toMatchObject({ code: 'validation' });
    expect(() => preview({}, 'operator')).toThrow(/role admin/);
  });
});
