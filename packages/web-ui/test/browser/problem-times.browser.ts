import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();
const DAY_MS = 86_400_000;

/** Problems of months: the demo has run for minutes. */
async function withProblems(page: Page): Promise<void> {
  const at = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const common = { severity: 'warning', summary: '', central: 'demo', device_address: '00F1C0DE00000D' };
  const battery = { ...common, id: 'b', kind: 'low_battery', name: 'Fenster Küche', parameter: 'LOW_BAT' };
  const outage = {
    id: 'central:demo',
    kind: 'ccu_down',
    severity: 'critical',
    summary: '',
    name: 'demo',
    central: 'demo',
  };
  const old = { problem: { ...battery, id: 'old', name: 'Fenster Bad' }, began_at: at(200), ended_at: at(190) };
  await page.route('**/api/v1/problems/times?**', async (route) => {
    const from = Date.parse(new URL(route.request().url()).searchParams.get('from')!);
    const recent = [
      { problem: battery, began_at: at(3) },
      { problem: outage, began_at: at(20), ended_at: at(15) },
      { problem: battery, began_at: at(27), ended_at: at(24) },
    ];
    await route.fulfill({ json: Date.now() - from > 190 * DAY_MS ? [...recent, old] : recent });
  });
}

describe('the timeline of problems', () => {
  it('draws spells at their times, by subject, filters them, and has them in a table', async () => {
    const visit = await world.visit('/problems', { role: 'viewer', prepare: withProblems });
    const { page, faults } = visit;
    await page.getByRole('link', { name: 'Timeline' }).click();
    const tracks = page.locator('.spell-track');
    await expect.poll(() => tracks.count()).toBe(2);
    expect(await page.locator('.spell-row h2').allTextContents()).toEqual(['Connection', 'Batteries']);
    const track = (await tracks.first().boundingBox())!;
    const outage = (await page.locator('.spell.bad').boundingBox())!;
    expect((outage.x - track.x) / track.width).toBeCloseTo(1 / 3, 1);
    expect(outage.width / track.width).toBeCloseTo(5 / 30, 1);
    const lasting = (await page.locator('.spell.warn').last().boundingBox())!;
    expect(Math.abs(lasting.x + lasting.width - track.x - track.width)).toBeLessThan(2);
    await page.getByRole('img', { name: /Fenster Küche.*2 times, 6 days in all/ }).waitFor();
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('4');
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('problem-times');
    await page.getByRole('combobox', { name: 'Range' }).selectOption({ label: 'A year' });
    await expect.poll(() => tracks.count()).toBe(3);
    await page.getByRole('combobox', { name: 'Subject' }).selectOption({ label: 'Connection' });
    await expect.poll(() => tracks.count()).toBe(1);
    await page.getByRole('combobox', { name: 'Device' }).selectOption({ label: 'Fenster Küche' });
    await page.getByText('No problem fits these filters').waitFor();
    await page.reload();
    await page.getByText('No problem fits these filters').waitFor();
    expect(faults).toEqual([]);
    await visit.close();
  });

  it('begins with the list on a phone', async () => {
    const visit = await world.visit('/problems/times', {
      ...{ width: 390, theme: 'dark', language: 'de', prepare: withProblems },
    });
    const { page, faults } = visit;
    await page.getByRole('grid', { name: 'Zeitverlauf der Probleme' }).waitFor();
    expect(await page.locator('.spells').isVisible()).toBe(false);
    await page.getByText('Bild anzeigen').click();
    await page.locator('.spell').first().waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('problem-times');
    expect(faults).toEqual([]);
    await visit.close();
  });

  it('is empty for a gateway that has seen no problem for long', async () => {
    const { page, close } = await world.visit('/problems/times', { role: 'viewer' });
    await page.getByText('The gateway keeps the times of problems from now on').or(page.getByRole('grid')).waitFor();
    await close();
  });
});
