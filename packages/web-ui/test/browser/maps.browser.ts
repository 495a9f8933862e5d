import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

/** True where a box is inside another one, in pixels. */
async function isInside(inner: Locator, outer: Locator): Promise<boolean> {
  const [small, large] = [(await inner.boundingBox())!, (await outer.boundingBox())!];
  const slack = 1;
  return (
    small.x >= large.x - slack &&
    small.y >= large.y - slack &&
    small.x + small.width <= large.x + large.width + slack &&
    small.y + small.height <= large.y + large.height + slack
  );
}

/** A second radio gateway, which hears each BidCos device badly: the demo has one that hears all of them well. */
async function withAttic(page: Page): Promise<void> {
  await page.route('**/diagnostics/rssi/matrix?**', async (route) => {
    const answer = await route.fetch();
    const matrix = (await answer.json()) as Matrix;
    await route.fulfill({
      json: {
        ...matrix,
        receivers: [...matrix.receivers, { ...matrix.receivers[0], address: 'ATTIC', description: 'Dachboden' }],
        devices: matrix.devices.map((device) => ({
          ...device,
          signals: [...device.signals, { receiver: 'ATTIC', rssi_device: -70, rssi_peer: -101 }],
        })),
      },
    });
  });
}

interface Matrix {
  readonly receivers: readonly object[];
  readonly devices: readonly { readonly signals: readonly object[] }[];
}

describe('the radio map', () => {
  it('draws each signal of its table as a line in the colour of its quality, by interface', async () => {
    const visit = await world.visit('/radio', { role: 'viewer', prepare: withAttic });
    const { page, faults } = visit;
    await page.getByRole('link', { name: 'Radio map' }).click();
    const grid = page.getByRole('grid', { name: 'Radio map' });
    const lines = page.locator('.graph .graph-line');
    // The weaker direction decides.
    const weak = page.locator('.graph .graph-line.weak.beside');
    await weak.first().waitFor();
    // Devices report their signals one after another.
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount')) - (await lines.count())).toBe(1);
    expect(await weak.first().evaluate((line) => getComputedStyle(line).strokeDasharray)).toBe('3px, 4px');
    const strong = page.locator('.graph .graph-line.strong').first();
    expect(await strong.evaluate((line) => getComputedStyle(line).strokeDasharray)).toBe('none');
    await expect.poll(() => page.locator('.graph-node.middle').count()).toBe(3);
    // A line ends at the node of its device, which is in the box of its room.
    const boxes = page.locator('.graph-box');
    const node = page.locator('.graph-node.end').first();
    expect(await isInside(node, boxes.first())).toBe(true);
    const lengths = await lines.evaluateAll((all) => all.map((each) => (each as SVGPathElement).getTotalLength()));
    expect(Math.min(...lengths)).toBeGreaterThan(100);
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('radio-map');
    const all = await lines.count();
    await page.getByRole('combobox', { name: 'Interface' }).selectOption({ label: 'demo BidCos-RF' });
    await page.waitForURL(/interface=/);
    await expect.poll(() => lines.count()).toBeLessThan(all);
    await page.locator('.graph a').first().click();
    await page.waitForURL(/devices\/demo\//);
    expect(faults).toEqual([]);
    await visit.close();
  });

  it('begins with the list on a phone, and shows the picture by a tap', async () => {
    const visit = await world.visit('/radio/map', { width: 390, theme: 'dark', language: 'de', role: 'viewer' });
    const { page, faults } = visit;
    await page.getByRole('grid', { name: 'Funkkarte' }).waitFor();
    expect(await page.locator('.graph').isVisible()).toBe(false);
    await page.getByText('Bild anzeigen').click();
    await page.locator('.graph').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('radio-map');
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(sideways).toBe(false);
    expect(faults).toEqual([]);
    await visit.close();
  });
});

describe('the map of links', () => {
  it('draws senders, receivers and the effect of each link, filters them, and opens a link', async () => {
    const visit = await world.visit('/links', { role: 'operator' });
    const { page, faults } = visit;
    await page.getByRole('link', { name: 'Show as a map' }).click();
    const lines = page.locator('.graph').getByRole('button');
    await lines.first().waitFor();
    const all = await lines.count();
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(all + 1));
    await page.locator('.graph-text').first().waitFor();
    const names = await lines.evaluateAll((each) => each.map((line) => line.getAttribute('aria-label') ?? ''));
    expect(names.every((name) => name.includes(' → '))).toBe(true);
    expect(names.some((name) => name.includes(': '))).toBe(true);
    await visit.screenshot('link-map');
    expect(await visit.accessibility()).toEqual([]);
    await lines.first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const rooms = page.getByRole('combobox', { name: 'Room' });
    await rooms.selectOption({ index: 1 });
    await page.waitForURL(/room=/);
    await expect.poll(() => lines.count()).toBeLessThan(all);
    await page.getByRole('searchbox').fill('no such link');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => lines.count()).toBe(all);
    expect(faults).toEqual([]);
    await visit.close();
  });
});
