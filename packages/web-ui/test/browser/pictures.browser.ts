import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();
const HOUR = 3_600_000;

const wave = (hour: number) => Math.sin(((hour - 9) / 24) * 2 * Math.PI);
/** Value of a data point in an hour: a kitchen that is too damp in the morning, with its window open at noon. */
function recorded(address: string, parameter: string, hour: number): number {
  if (parameter === 'HUMIDITY') return hour % 24 >= 7 && hour % 24 < 9 ? 68 : 44;
  if (/SET/.test(parameter)) return hour % 24 >= 6 && hour % 24 < 22 ? 21 : 18;
  if (/STATE/.test(parameter)) return hour % 24 === 12 ? 1 : 0;
  if (parameter === 'LEVEL') return Math.max(0, 0.4 - wave(hour) * 0.3);
  const isInside = /^00F1C0DE00000[1-4]$/.test(address);
  return (isInside ? 20 : 2) + Math.round(wave(hour) * 15) / 10;
}

/** A fresh demo has recorded nothing. The last two hours are unknown. */
async function withHistory(page: Page): Promise<void> {
  await page.route('**/api/v1/history?**', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [from, now] = [Date.parse(query.get('from')!), Date.now()];
    const to = Math.max(from + 24 * HOUR, Math.min(Date.parse(query.get('to') ?? '') || now, now));
    const hours = Array.from({ length: Math.ceil((to - from) / HOUR) }, (_, hour) => hour);
    const series = (query.get('points') ?? '').split(',').map((place) => {
      const [device_address = '', channel, parameter = ''] = place.split(':');
      const unit = /TEMPERATURE/.test(parameter)
        ? '°C'
        : parameter === 'HUMIDITY'
          ? '%'
          : parameter === 'LEVEL'
            ? '100%'
            : '';
      return {
        ...{ central: 'demo', device_address, channel: Number(channel), parameter, unit, recorded: true },
        ...(parameter === 'LEVEL' ? { multiplier: 100 } : {}),
        resolution_ms: 0,
        at: hours.map((hour) => from + hour * HOUR),
        values: hours.map((hour) => recorded(device_address, parameter, hour)),
      };
    });
    const gaps = [{ from: new Date(to - 2 * HOUR).toISOString(), to: new Date(to).toISOString() }];
    const retention = { enabled: true, max_days: 30, max_bytes: 1, bytes: 1, years: 10 };
    await route.fulfill({
      json: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), retention, gaps, series },
    });
  });
}

const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('a value by hour and day', () => {
  const path = '/diagrams?view=heat&series=demo/00F1C0DE000001%3A1%3AACTUAL_TEMPERATURE';

  it('is a picture of four weeks with a table beside it, in which unknown hours have no number', async () => {
    const { page, faults, accessibility, screenshot, close } = await world.visit(path, { prepare: withHistory });
    const picture = page.getByRole('img', { name: /by hour and day, from 18.5.* to 21.5/ });
    await picture.waitFor();
    expect(await picture.locator('.heat-cell').count()).toBe(28 * 24);
    expect(await picture.locator('.heat-cell:not(.hole)').count()).toBeGreaterThan(26 * 24);
    expect(await picture.locator('.heat-cell.hole').count()).toBeGreaterThanOrEqual(2);
    await screenshot('heat-map');
    await page.getByText('As a table').click();
    await page
      .getByRole('row', { name: /0: 18\.9 · 1: / })
      .first()
      .waitFor();
    expect(await accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Curves' }).click();
    await page.locator('.chart').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('fits a phone in the dark', async () => {
    const look = { width: 320, theme: 'dark', language: 'de' } as const;
    const { page, screenshot, close } = await world.visit(path, { ...look, prepare: withHistory });
    await page.locator('.heat-cell').first().waitFor();
    await screenshot('heat-map');
    expect(await isSideways(page)).toBe(false);
    await close();
  });
});

describe('a day in a room', () => {
  it('shows temperature, heating, humidity and windows, the mould risk and a table, from the room on the page of rooms', async () => {
    const { page, faults, accessibility, screenshot, close } = await world.visit('/rooms', { prepare: withHistory });
    await page
      .getByRole('link', { name: /^Day chart Wohnzimmer/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'A day in Wohnzimmer' }).waitFor();
    await page.locator('.chart canvas').waitFor();
    await page.getByRole('combobox', { name: 'Room' }).selectOption('Küche');
    await page.getByRole('heading', { name: 'A day in Küche' }).waitFor();
    await page.locator('.chart canvas').waitFor();
    await screenshot('room-day');
    const before = new Date();
    before.setDate(before.getDate() - 1);
    await page.getByRole('button', { name: 'Day before' }).click();
    await page.waitForURL(/day=/);
    await page.getByText(/At the coldest wall the air had 80 % humidity or more for 2 h/).waitFor();
    await page.getByText('As a table').click();
    await page.getByRole('columnheader', { name: 'Humidity at the coldest wall (%)' }).waitFor();
    expect(await accessibility()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('fits a phone in the dark', async () => {
    const look = { width: 390, theme: 'dark', language: 'de' } as const;
    const { page, screenshot, close } = await world.visit('/room-day?room=Küche', { ...look, prepare: withHistory });
    await page.locator('.chart canvas').waitFor();
    await screenshot('room-day');
    expect(await isSideways(page)).toBe(false);
    await close();
  });
});
