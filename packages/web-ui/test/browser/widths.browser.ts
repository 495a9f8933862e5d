import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

const DAILY = ['/', '/rooms', '/devices', '/problems', '/history', '/energy', '/programs', '/links', '/schedules'];
const SENSOR = '/devices/demo/00F1C0DE000001';

/** Elements that reach beyond the right edge of the window without a scrolling parent. */
const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const edgeOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  return box === null ? Number.NaN : box.x + box.width;
};

describe('a narrow phone', () => {
  it('scrolls no page of daily use sideways', async () => {
    const visit = await world.visit('/', { width: 320 });
    const sideways: string[] = [];
    for (const path of [...DAILY, SENSOR, `${SENSOR}/history`, '/events', '/settings', '/account']) {
      await visit.page.goto(new URL(path, world.demo.url).href);
      await visit.page.locator('.connection-pill.good').waitFor();
      if (await isSideways(visit.page)) sideways.push(path);
    }
    expect(sideways).toEqual([]);
    await visit.page.goto(world.demo.url);
    await visit.page.locator('article.tile').first().waitFor();
    expect(await visit.accessibility()).toEqual([]);
    expect(visit.faults).toEqual([]);
    await visit.close();
  });
});

const LOOKS = ([320, 640, 1280, 1920] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme })),
);

// The screens are checked at 390, 768 and 1440 pixels.
describe.each(LOOKS)('$width pixels in the theme $theme', (look) => {
  it('have accessible pages that scroll in one direction', async () => {
    const visit = await world.visit('/', look);
    const found: string[] = [];
    for (const path of ['/', '/devices', SENSOR, '/history', '/settings']) {
      await visit.page.goto(new URL(path, world.demo.url).href);
      await visit.page.locator('.connection-pill.good').waitFor();
      await visit.page.locator('main h1').waitFor();
      found.push(...(await visit.accessibility()).map((each) => `${path}: ${each}`));
      if (await isSideways(visit.page)) found.push(`${path} scrolls sideways`);
    }
    expect(found).toEqual([]);
    await visit.close();
  });
});

describe('a window of 1280 pixels', () => {
  it('shows the state of devices and the parameter of events', async () => {
    const { page, close } = await world.visit('/devices', { width: 1280 });
    await page.locator('[role="row"]').nth(1).waitFor();
    const state = page.getByRole('columnheader', { name: 'State' });
    const box = (await state.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(1280);
    await page.goto(new URL('/events', world.demo.url).href);
    await page.locator('.event-topic .event-name + .mono').first().waitFor();
    const clipped = await page
      .locator('.event-topic .event-name + .mono')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
    expect(clipped).toBe(0);
    await close();
  });
});

describe('a window of 1920 pixels', () => {
  it('is used by the page beside the menu', async () => {
    const { page, accessibility, close } = await world.visit('/', { width: 1920 });
    await page.locator('article.tile').first().waitFor();
    expect(await edgeOf(page, 'main > *:last-child')).toBeGreaterThan(1920 - 120);
    expect(await accessibility()).toEqual([]);
    await close();
  });
});

describe('the menu', () => {
  it('has the pages of daily use open, and Setup and Expert folded until one of their pages is shown', async () => {
    const { page, faults, accessibility, close } = await world.visit('/');
    const menu = page.getByRole('navigation', { name: 'Pages' });
    const links = menu.getByRole('link');
    await expect
      .poll(() => links.allTextContents())
      .toEqual([
        'Home',
        'Rooms',
        'Floor plans',
        'Devices',
        'Alarm',
        'Problems',
        'History',
        'Diagrams',
        'Energy',
        'Programs',
        'Links',
        'Schedules',
        'System variables',
      ]);
    await menu.getByText('Expert', { exact: true }).click();
    await menu.getByRole('link', { name: 'Logs' }).click();
    await page.waitForURL(/\/logs$/);
    await menu.getByRole('link', { name: 'Home', exact: true }).click();
    await menu.getByRole('link', { name: 'Events' }).waitFor();
    await page.goto(new URL('/settings', world.demo.url).href);
    await menu.locator('[aria-current="page"]', { hasText: 'Settings' }).waitFor();
    expect(await accessibility()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('offers a viewer the pages that a viewer may use', async () => {
    const { page, close } = await world.visit('/', { role: 'viewer' });
    const menu = page.getByRole('navigation', { name: 'Pages' });
    for (const name of ['Setup', 'Expert']) await menu.getByText(name, { exact: true }).click();
    const offered = await menu.getByRole('link').allTextContents();
    expect(offered).toContain('Events');
    for (const name of ['Settings', 'CCUs', 'Users', 'Logs', 'Backups']) expect(offered).not.toContain(name);
    await close();
  });
});
