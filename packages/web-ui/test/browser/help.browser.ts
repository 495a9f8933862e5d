import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

/** The help is opened at an anchor, and the symptom or finding there is in view and has the focus. */
async function untilHelped(page: Page, anchor: string): Promise<void> {
  await page.waitForURL(`**/help/troubleshooting#${anchor}`);
  await page.locator(`[id="${anchor}"].meant:focus`).waitFor();
  await expect.poll(() => isInView(page, anchor)).toBe(true);
}

const isInView = (page: Page, anchor: string) =>
  page.evaluate((id) => {
    const { top } = document.getElementById(id)!.getBoundingClientRect();
    const bar = document.querySelector('.bar')!.getBoundingClientRect();
    return top >= bar.bottom && top < window.innerHeight;
  }, anchor);

describe('the help about symptoms', () => {
  it('is one click away from a problem, and the way back returns to the problem', async () => {
    const { page, faults, accessibility, close } = await world.visit('/problems', { role: 'viewer', width: 390 });
    const entry = page.locator('.inbox-entry', { hasText: 'battery' }).first();
    await entry.getByRole('link', { name: 'Help' }).click();
    await untilHelped(page, 'battery-low');
    expect(await page.locator('.help-symptom.meant h2').textContent()).toBe('A battery is low');
    expect(await accessibility()).toEqual([]);
    await page.goBack();
    await page.waitForURL('**/problems');
    await entry.waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('is one click away from an opened line of Home, and from a problem at its device', async () => {
    const { page, close } = await world.visit('/', { role: 'viewer' });
    const line = page.locator('.problem', { hasText: 'battery' }).first();
    await line.locator('summary').click();
    await line.getByRole('link', { name: 'Help' }).click();
    await untilHelped(page, 'battery-low');
    await page.goto(new URL('/problems?about=battery', world.demo.url).href);
    await page.getByRole('link', { name: 'Open device' }).first().click();
    await page.locator('.device-states').getByRole('link', { name: 'Help' }).click();
    await untilHelped(page, 'battery-low');
    await close();
  });

  it('is one click away from a finding of the doctor, in the language of the page', async () => {
    const { page, faults, close } = await world.visit('/doctor', {
      language: 'de',
      prepare: async (opened) => {
        await opened.route('**/diagnostics/doctor*', (route) => route.fulfill({ json: REPORT }));
      },
    });
    const finding = page.locator('.doctor-finding', { hasText: 'disk.low' });
    await finding.getByRole('link', { name: 'Hilfe' }).click();
    await untilHelped(page, 'disk-low');
    expect(await page.locator('tr.meant th').textContent()).toBe('disk.low');
    expect(await page.locator('tr.meant').textContent()).toContain('Schaff Platz');
    await page.goBack();
    await page.waitForURL('**/doctor');
    await finding.waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('leads from one symptom to another, as often as the link is clicked, and back', async () => {
    const { page, close } = await world.visit('/help/troubleshooting#values-are-old');
    await untilHelped(page, 'values-are-old');
    const link = page.locator('#values-are-old').getByRole('link', { name: 'no events arrive' });
    await link.click();
    await untilHelped(page, 'no-events');
    await link.click();
    await untilHelped(page, 'no-events');
    await page.goBack();
    await untilHelped(page, 'values-are-old');
    await close();
  });

  it('finds symptoms and findings by words, which stay in the address', async () => {
    const { page, close } = await world.visit('/help/troubleshooting');
    await page.getByRole('searchbox').fill('memory card');
    await page.getByText('2 symptoms found').waitFor();
    expect(await page.locator('.help-table th code').allTextContents()).toEqual(['database.damaged', 'ccu.slow']);
    await page.reload();
    await page.getByText('2 symptoms found').waitFor();
    await page.getByRole('searchbox').fill('no such symptom');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('heading', { name: 'The gateway does not start' }).waitFor();
    await close();
  });

  it('is found by the palette, and leads to pages of the app that the role may open', async () => {
    const { page, close } = await world.visit('/', { role: 'viewer' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('troubleshooting');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'radio budget' }).waitFor();
    expect(await page.getByRole('link', { name: 'Run the doctor' }).count()).toBe(0);
    expect(await page.locator('#data-and-disk > p a').count()).toBe(0);
    await close();
  });

  it('shows no sideways scroll and nothing but the symptoms on paper', async () => {
    const { page, close } = await world.visit('/help/troubleshooting', { width: 320 });
    await page.locator('.help-symptom').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.side, .bar, .help-index, .help-search').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.help-symptom').first().isVisible()).toBe(true);
    await close();
  });
});

const REPORT = {
  version: '1.0.0',
  running: true,
  examined_at: '2026-01-01T00:00:00Z',
  problems: 0,
  warnings: 1,
  findings: [
    {
      id: 'disk.low',
      area: 'disk',
      severity: 'warning',
      what: 'little room is free',
      why: 'A full disk ends the recording.',
      fix: { text: 'Make room.' },
      docs: 'docs/troubleshooting.md#disk-low',
      facts: {},
    },
  ],
};
