import { afterEach, describe, expect, it } from 'vitest';
import { cli, startServer } from '../../../test/fixture.js';

const totals = (wh: number, cost: number, more: object = {}) => ({
  ...{ total_consumed_wh: wh, total_feed_in_wh: 0, total_volume_m3: 0, total_cost_mct: cost, total_feed_in_mct: 0 },
  ...{ total_unpriced_wh: 0, total_unpriced_feed_in_wh: 0, total_unpriced_m3: 0, ...more },
});
const device = (name: string, isMain: boolean, sums: object) => ({
  ...{ address: name, name, rooms: [], is_main: isMain, buckets: [], ...sums },
});

describe('energy', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => gateway.close());
  const run = (...argv: readonly string[]) => cli(['energy', ...argv], { env: gateway.env });
  const asked = () => new URL(`http://gateway${gateway.seen[0]?.path}`);

  it('shows consumption and cost of each device and of all, the largest first, with the part without a price', async () => {
    const body = {
      ...{ kind: 'electricity', currency: 'EUR', total_base_fee_mct: 41_667, rooms: [], base_fees: [] },
      devices: [
        device('Fridge', false, totals(1_200, 36_000)),
        device('House', true, totals(8_500, 210_000, { total_unpriced_wh: 1_500, total_feed_in_wh: 300 })),
      ],
      ...totals(8_500, 210_000),
    };
    gateway = await startServer(() => ({ body }));
    expect((await run('use', '--since', '2026-05-01T00:00Z', '--until', '2026-05-02T00:00Z')).out).toBe(
      [
        'House\t8.5\t2.10\tmain meter, 0.3 kWh fed in, 1.5 kWh without a price',
        'Fridge\t1.2\t0.36\t-',
        'base fee\t-\t0.42\t-',
        'all\t8.5\t2.10\t-\n',
      ].join('\n'),
    );
    expect(asked().pathname).toBe('/api/v1/energy');
    expect(Object.fromEntries(asked().searchParams)).toEqual({
      ...{ kind: 'electricity', group: 'year' },
      ...{ from: '2026-05-01T00:00:00.000Z', to: '2026-05-02T00:00:00.000Z' },
    });
  });

  it('refuses a kind that no meter counts', async () => {
    gateway = await startServer(() => ({ status: 500 }));
    expect(await run('use', '--kind', 'steam')).toMatchObject({ code: 2 });
    expect(gateway.seen).toEqual([]);
  });

  it('shows standby power, and dashes where too few nights are known', async () => {
    const found = { name: 'TV', standby_w: 4.5, year_wh: 39_420, year_mct: 1_182_600, nights: 28, source: 'power' };
    gateway = await startServer(() => ({
      body: { currency: 'EUR', devices: [found, { name: 'Washer', nights: 3, source: 'power' }] },
    }));
    expect((await run('standby')).out).toBe('TV\t4.5\t39.42\t11.83\t28\nWasher\t-\t-\t-\t3\n');
  });
});
