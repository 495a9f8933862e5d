import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

const totalsOf = (wh: number) => ({
  ...{ total_consumed_wh: wh, total_feed_in_wh: 0, total_volume_m3: 0, total_cost_mct: wh * 30, total_feed_in_mct: 0 },
  ...{ total_unpriced_wh: 0, total_unpriced_feed_in_wh: 0, total_unpriced_m3: 0 },
});

/** Two meters: a fresh demo has counted nothing. The time before has half as much. */
async function withEnergy(page: Page): Promise<void> {
  let first = true;
  await page.route('**/api/v1/energy/standby*', (route) =>
    route.fulfill({
      json: {
        ...{ from: '2026-03-01T00:00:00Z', to: '2026-03-29T00:00:00Z', currency: 'EUR' },
        devices: [
          {
            address: 'A',
            name: 'Fernseher',
            rooms: [],
            nights: 28,
            source: 'power',
            standby_w: 4.5,
            year_wh: 39_420,
            year_mct: 1_182_600,
          },
          { address: 'B', name: 'Waschmaschine', rooms: [], nights: 3, source: 'power' },
        ],
      },
    }),
  );
  await page.route('**/api/v1/energy?**', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const share = first ? 1 : 0.5;
    first = !first;
    const begin = Date.parse(query.get('from')!);
    const isGas = query.get('kind') === 'gas';
    const meter = (address: string, name: string, rooms: readonly string[], wh: number, gap: boolean) => ({
      ...{ address, name, rooms, is_main: false, ...totalsOf(wh * 6 * share) },
      ...(name === 'Waschmaschine' ? { ccu_consumed_wh: wh * 7 * share } : {}),
      buckets: [0, 1, 2].map((hour) => ({
        ts: new Date(begin + hour * 3_600_000).toISOString(),
        consumed_wh: wh * (hour + 1) * share,
        feed_in_wh: 0,
        volume_m3: isGas ? hour + 1 : 0,
        avg_power_w: wh,
        peak_power_w: wh * 2,
        reset: false,
        gap: gap && hour === 1,
        cost_mct: wh * (hour + 1) * share * 30,
        feed_in_mct: 0,
        unpriced_wh: hour === 2 ? 100 : 0,
        unpriced_feed_in_wh: 0,
        unpriced_m3: 0,
      })),
    });
    const devices = [
      meter('00F1C0DE000003', 'Waschmaschine', ['Bad'], 500, true),
      meter('00F1C0DE000004', 'Fernseher', ['Wohnzimmer'], 100, false),
    ];
    const rooms = devices.map(({ rooms: [name], total_consumed_wh: wh }) => ({ name, ...totalsOf(wh) }));
    const range = { from: query.get('from'), to: query.get('to'), group: query.get('group') };
    const kinds = { kind: query.get('kind') ?? 'electricity', kinds: ['electricity', 'gas'] };
    const fees = { currency: 'EUR', tariff_revision: 1, base_fees: [], total_base_fee_mct: 40_000 };
    await route.fulfill({ json: { ...range, ...kinds, ...fees, devices, rooms, ...totalsOf(3_600 * share) } });
  });
}

describe('the energy page', () => {
  it('shows the consumption of today beside the time before, as bars and as a table, of all or of one room', async () => {
    const { page, faults, accessibility, screenshot, close } = await world.visit('/energy', {
      role: 'viewer',
      prepare: withEnergy,
    });
    const main = page.locator('main');
    await main.getByText('3.6 kWh').first().waitFor();
    await main.getByText('As much time before: 1.8 kWh, 100 % more').waitFor();
    // The consumption for 1.08 euros, and a base fee of 40 cents.
    await main.getByText('€1.48').first().waitFor();
    await main.getByText('0.2 kWh have no price and are in no cost.').waitFor();
    await main.getByText('3 kWh here, 3.5 kWh in the CCU').waitFor();
    await main.getByRole('row', { name: 'Fernseher 4.5 39.4 €11.83' }).waitFor();
    await main.getByText('1 device has less than seven known nights.').waitFor();
    const bars = main.getByRole('img', { name: 'Consumption over time, 3.6 kWh in all' });
    expect(await bars.locator('span').count()).toBe(3);
    const heights = await bars.locator('span').evaluateAll((all) => all.map((each) => each.clientHeight));
    expect(heights[2]).toBeGreaterThan((heights[0] ?? 0) * 2.5);
    expect(await bars.locator('span.gap').count()).toBe(1);
    await main.getByText('As a table').first().click();
    await main.getByRole('row', { name: /1\.2 0\.36 Not known all the time/ }).waitFor();
    expect(await accessibility()).toEqual([]);
    await screenshot('energy-costs');
    await main.getByRole('combobox', { name: 'Of' }).selectOption('room:Wohnzimmer');
    await page.waitForURL(/of=room/);
    await main.getByRole('img', { name: 'Consumption over time, 0.6 kWh in all' }).waitFor();
    await main.getByRole('combobox', { name: 'Show' }).selectOption('cost');
    await main.getByRole('img', { name: 'Cost over time, €0.18 in all' }).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest(/\/energy\?/),
      main.getByRole('combobox', { name: 'Time' }).selectOption('year'),
    ]);
    expect(new URL(request.url()).searchParams.get('group')).toBe('month');
    // The whole year before ends with the first of January.
    await Promise.all([
      page.waitForRequest((each) => {
        const { pathname, searchParams } = new URL(each.url());
        const to = new Date(searchParams.get('to') ?? '');
        return pathname.endsWith('/energy') && to.getMonth() === 0 && to.getDate() === 1;
      }),
      main.getByRole('button', { name: 'Earlier' }).click(),
    ]);
    await main.getByRole('button', { name: 'Gas', exact: true }).click();
    await main.getByText('12 m³').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('fits a phone', async () => {
    const { page, screenshot, close } = await world.visit('/energy', { width: 320, prepare: withEnergy });
    await page.locator('.energy-bars span').first().waitFor();
    await page.locator('main summary').first().click();
    await page.getByRole('row', { name: /Fernseher 4.5/ }).waitFor();
    const isSideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(await isSideways()).toBe(false);
    await screenshot('energy-phone');
    await close();
  });
});

describe('the page of tariffs', () => {
  it('stores a tariff by time of day with its base fee, shows its week first, and names faults at their fields', async () => {
    const { page, faults, accessibility, screenshot, close } = await world.visit('/energy/tariffs');
    const main = page.locator('main');
    await main.getByText('There is no tariff yet.').waitFor();
    await main.getByRole('button', { name: 'Add tariff' }).click();
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await main.getByRole('alert').getByText('Tariff 1: the price must be a number').waitFor();
    await main.getByLabel('Valid from').fill('2026-01-01');
    await main.getByLabel('Price', { exact: true }).selectOption('times');
    await main.getByLabel('Price at all other times (ct/kWh)').fill('38.5');
    await main.getByLabel('Base fee (EUR)').fill('12.50');
    await main.getByRole('button', { name: 'Add time' }).click();
    await main.getByLabel('Price (ct/kWh)').fill('24');
    await main.getByRole('row', { name: 'Mon 0–6: 24 6–24: 38.5' }).waitFor();
    await main.getByText('Saving changes the costs from 2026-01-01 on').waitFor();
    await main.getByRole('checkbox', { name: 'Main meter' }).first().check();
    expect(await accessibility()).toEqual([]);
    await screenshot('energy-tariffs');
    const costs = (cost: number) => ({ cost_mct: cost, feed_in_mct: 0, base_fee_mct: 1_250_000 });
    const months = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'].map((ts) => ({
      ...{ kind: 'electricity', ts, before: costs(4_000_000), after: costs(4_500_000) },
    }));
    // A fresh demo has no past that costs anything.
    await page.route('**/api/v1/energy/tariffs/preview', (route) =>
      route.fulfill({ json: { currency: 'EUR', from: months[0]!.ts, to: '2026-03-01T00:00:00Z', months } }),
    );
    const preview = main.getByRole('region', { name: 'Show the change of past costs' });
    await preview.getByRole('button').click();
    await preview
      .getByRole('row', { name: /Electricity €52.50 €57.50 \+€5.00/ })
      .first()
      .waitFor();
    await preview.getByRole('row', { name: 'All months €105.00 €115.00 +€10.00' }).waitFor();
    expect(await accessibility()).toEqual([]);
    await preview.scrollIntoViewIfNeeded();
    await screenshot('energy-preview');
    // A further change takes the numbers away, which are not those of the form any more.
    await main.getByLabel('Base fee (EUR)').fill('13');
    await preview.getByRole('row', { name: /All months/ }).waitFor({ state: 'detached' });
    await main.getByLabel('Base fee (EUR)').fill('12.50');
    await preview.getByRole('row', { name: /All months/ }).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === 'PUT' && each.url().endsWith('/energy/tariffs')),
      main.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({
      revision: 0,
      currency: 'EUR',
      tariffs: [
        {
          ...{ kind: 'electricity', valid_from: '2026-01-01', base_fee: { amount_mct: 1_250_000, per: 'month' } },
          price: {
            ...{ type: 'times', price_mct: 38_500 },
            times: [{ days: [1, 2, 3, 4, 5, 6, 7], from_hour: 0, to_hour: 6, price_mct: 24_000 }],
          },
        },
      ],
      meters: [{ is_main: true }],
    });
    await page.reload();
    await main.getByRole('row', { name: 'Sun 0–6: 24 6–24: 38.5' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('fits a phone', async () => {
    const { page, screenshot, close } = await world.visit('/energy/tariffs', {
      width: 320,
      language: 'de',
      theme: 'dark',
    });
    await page.getByRole('button', { name: 'Tarif hinzufügen' }).click();
    await page.getByLabel('Preis', { exact: true }).last().selectOption('times');
    await page.getByRole('button', { name: 'Zeit hinzufügen' }).last().click();
    await screenshot('energy-tariffs-phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(
      false,
    );
    await close();
  });
});
