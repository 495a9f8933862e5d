import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

/** Two measurements of each interface that is asked for: a fresh demo has recorded none. */
async function withHistory(page: Page): Promise<void> {
  await page.route('**/api/v1/history?**', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const to = Date.now();
    await route.fulfill({
      json: {
        from: query.get('from'),
        to: new Date(to).toISOString(),
        retention: { enabled: true, max_days: 1, max_bytes: 1, bytes: 1, years: 10 },
        gaps: [],
        series: query
          .get('interfaces')!
          .split(',')
          .map((interface_id) => ({
            interface_id,
            parameter: 'duty_cycle',
            unit: '%',
            recorded: true,
            resolution_ms: 0,
            at: [to - 1_800_000, to - 60_000],
            values: [12, 37],
          })),
      },
    });
  });
}

describe('the radio page', () => {
  it('shows how busy each interface is, and its course over the time in the address', async () => {
    const { page, faults, close } = await world.visit('/radio', { prepare: withHistory });
    const card = page.locator('.radio-cards > *', { hasText: 'demo HmIP-RF' });
    await card.getByRole('meter', { name: 'Duty cycle' }).waitFor();
    await card.getByText(/s of sending are left this hour/).waitFor();
    await card.getByText(/Forecast for this hour: \d+ %/).waitFor();
    await card.getByText('sends at once').waitFor();
    await page.getByText(/demo HmIP-RF Duty cycle: lowest 12.*highest 37.*now 37/).waitFor();
    const [day] = await Promise.all([
      page.waitForRequest(/\/history\?/),
      page.getByRole('button', { name: 'Refresh' }).first().click(),
    ]);
    const [hour] = await Promise.all([
      page.waitForRequest(/\/history\?/),
      page.getByRole('combobox', { name: 'Range' }).selectOption('h1'),
    ]);
    await page.waitForURL(/range=h1/);
    const from = (request: { url(): string }) => Date.parse(new URL(request.url()).searchParams.get('from')!);
    // An hour instead of a day.
    expect((from(hour) - from(day)) / 3_600_000).toBeGreaterThan(22.9);
    await page.reload();
    await page.getByText(/demo HmIP-RF Duty cycle: lowest 12/).waitFor();
    expect(await page.getByRole('combobox', { name: 'Range' }).inputValue()).toBe('h1');
    expect(faults).toEqual([]);
    await close();
  });

  it('orders the devices by their signal in either direction, the weakest first, in the address', async () => {
    const { page, faults, close } = await world.visit('/radio', { role: 'viewer' });
    const grid = page.getByRole('grid', { name: 'Signal strength' });
    const heard = async (column: number) =>
      (await grid.locator(`.table-row > :nth-child(${column})`).allTextContents())
        .map((text) => Number(/-\d+/.exec(text.replace('−', '-'))?.[0]))
        .filter((dbm) => !Number.isNaN(dbm));
    const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
    for (const [column, name] of [
      [3, 'CCU → device'],
      [4, 'Device → CCU'],
    ] as const) {
      const head = grid.getByRole('columnheader', { name });
      if ((await head.getAttribute('aria-sort')) !== 'ascending') await head.getByRole('button').click();
      await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
      await expect.poll(async () => (await heard(column)).length).toBeGreaterThan(5);
      const shown = await heard(column);
      expect(shown).toEqual(ascending(shown));
    }
    await page.waitForURL(/sort=fromDevice/);
    await page.reload();
    await expect
      .poll(() => grid.getByRole('columnheader', { name: 'Device → CCU' }).getAttribute('aria-sort'))
      .toBe('ascending');
    await grid.getByRole('link').first().click();
    await page.waitForURL(/devices\/demo\//);
    expect(faults).toEqual([]);
    await close();
  });

  it('names the writers to each device, after a write to several that showed its cost before; a viewer sees no user names', async () => {
    const { page, faults, close } = await world.visit('/devices?q=rollladen');
    const names = ['Rollladen Süd', 'Rollladen Straße'];
    for (const name of names) await page.getByLabel(`Select ${name}`).check();
    await page.getByRole('button', { name: 'Set a value' }).click();
    const dialog = page.getByRole('dialog');
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const isEstimate = pathname.endsWith('/diagnostics/radio/estimate');
      if (!['GET', 'HEAD'].includes(request.method()) && !isEstimate) sent.push(pathname);
    });
    const level = dialog.getByRole('option').filter({ hasText: '(LEVEL)' }).first();
    await level.waitFor({ state: 'attached' });
    await dialog.getByLabel('What').selectOption({ label: (await level.textContent())! });
    await dialog.getByText('2 radio messages').waitFor();
    await dialog.getByText(/Duty cycle now \d+ %, afterwards about \d+ %/).waitFor();
    await dialog.getByLabel(/^To/).fill('35');
    expect(sent).toEqual([]);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('2 of 2 done, 0 failed').waitFor();
    await page.goto(`${world.demo.url}/radio`);
    const ranking = (title: string) =>
      page.locator('section:has(> h3)', { has: page.getByRole('heading', { name: title }) }).locator('.ranking li');
    await ranking('Our writes by person or automation').filter({ hasText: 'admin' }).waitFor();
    for (const name of names) {
      const line = ranking('Our writes by device').filter({ hasText: name });
      expect(await line.locator('.count').textContent()).toMatch(/^[1-9]/);
    }
    await ranking('Reports by device').first().waitFor();
    expect(faults).toEqual([]);
    await close();
    const viewer = await world.visit('/radio', { role: 'viewer' });
    await viewer.page.getByText('Only administrators see the senders.').waitFor();
    expect(viewer.faults).toEqual([]);
    await viewer.close();
  });
});
