import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

/** Two meters: a fresh demo has counted nothing. The time before has half as much. */
async function withEnergy(page: Page): Promise<void> {
  let first = true;
  await page.route('**/api/v1/energy?**', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const share = first ? 1 : 0.5;
    first = !first;
    const begin = Date.parse(query.get('from')!);
    const meter = (address: string, name: string, rooms: readonly string[], wh: number, gap: boolean) => ({
      address,
      name,
      rooms,
      buckets: [0, 1, 2].map((hour) => ({
        ts: new Date(begin + hour * 3_600_000).toISOString(),
        consumed_wh: wh * (hour + 1) * share,
        feed_in_wh: 0,
        avg_power_w: wh,
        peak_power_w: wh * 2,
        reset: false,
        gap: gap && hour === 1,
      })),
      total_consumed_wh: wh * 6 * share,
      total_feed_in_wh: 0,
    });
    const devices = [
      meter('00F1C0DE000003', 'Waschmaschine', ['Bad'], 500, true),
      meter('00F1C0DE000004', 'Fernseher', ['Wohnzimmer'], 100, false),
    ];
    const rooms = devices.map(({ rooms: [name], total_consumed_wh, total_feed_in_wh }) => ({
      name,
      total_consumed_wh,
      total_feed_in_wh,
    }));
    const totals = { total_consumed_wh: 3_600 * share, total_feed_in_wh: 0 };
    const range = { from: query.get('from'), to: query.get('to') };
    await route.fulfill({ json: { group: query.get('group'), ...range, devices, rooms, ...totals } });
  });
}

describe('the energy page', () => {
  it('shows the consumption of today beside the time before, as bars and as a table, of all or of one room', async () => {
    const { page, faults, accessibility, close } = await world.visit('/energy', {
      role: 'viewer',
      prepare: withEnergy,
    });
    const main = page.locator('main');
    await main.getByText('3.6 kWh').first().waitFor();
    await main.getByText('As much time before: 1.8 kWh, 100 % more').waitFor();
    const bars = main.getByRole('img', { name: 'Consumption over time, 3.6 kWh in all' });
    expect(await bars.locator('span').count()).toBe(3);
    const heights = await bars.locator('span').evaluateAll((all) => all.map((each) => each.clientHeight));
    expect(heights[2]).toBeGreaterThan((heights[0] ?? 0) * 2.5);
    expect(await bars.locator('span.gap').count()).toBe(1);
    await main.getByText('As a table').click();
    await main.getByRole('row', { name: /1\.2 Not known all the time/ }).waitFor();
    expect(await accessibility()).toEqual([]);
    await main.getByRole('combobox', { name: 'Of' }).selectOption('room:Wohnzimmer');
    await page.waitForURL(/of=room/);
    await main.getByRole('img', { name: 'Consumption over time, 0.6 kWh in all' }).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest(/\/energy\?/),
      main.getByRole('combobox', { name: 'Time' }).selectOption('year'),
    ]);
    expect(new URL(request.url()).searchParams.get('group')).toBe('month');
    expect(faults).toEqual([]);
    await close();
  });

  it('fits a phone', async () => {
    const { page, close } = await world.visit('/energy', { width: 320, prepare: withEnergy });
    await page.locator('.energy-bars span').first().waitFor();
    await page.locator('main summary').click();
    const isSideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(await isSideways()).toBe(false);
    await close();
  });
});
