import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();
const LAMP = 'demo/00F1C0DE00000C';

describe('the history', () => {
  it('compares rooms, goes back and to a date, and returns to now', async () => {
    const { page, faults, accessibility, close } = await world.visit('/history', { role: 'viewer' });
    await page.getByRole('checkbox', { name: 'Wohnzimmer' }).check();
    await page.waitForURL(/rooms=/);
    await page.getByRole('img', { name: /Wohnzimmer/ }).waitFor();
    const later = page.getByRole('button', { name: 'Later' });
    expect(await later.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.waitForURL(/until=/);
    await expect.poll(() => later.getAttribute('aria-disabled')).toBeNull();
    await page.getByLabel('First day').fill('2026-01-02');
    await page.waitForURL(/until=2026-01-0[23]/);
    await page.getByText('Nothing was recorded in this time').waitFor();
    expect(await accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.waitForURL((url) => !url.searchParams.has('until'));
    await page.getByRole('img', { name: /Wohnzimmer/ }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('draws states as bands, and begins with the value that tells most', async () => {
    const { page, accessibility, close } = await world.visit('/devices/demo/00F1C0DE000001/history');
    await expect
      .poll(() =>
        page.locator('.choices input:checked').evaluateAll((all) => all.map((each) => each.parentElement?.title)),
      )
      .toContain('1.ACTUAL_TEMPERATURE');
    expect(await page.locator('.choices input:checked').count()).toBeLessThan(5);
    await page.goto(new URL('/devices/demo/00F1C0DE00000D/history', world.demo.url).href);
    // The demo may open and close the window meanwhile.
    const band = page.getByRole('img', { name: /: (Closed|Open|geschlossen).* \d+ %$/i });
    await band.waitFor();
    expect(await page.locator('.chart').count()).toBe(0);
    expect(await accessibility()).toEqual([]);
    await close();
  });
});

describe('the recorded values of a device', () => {
  it('are chosen one by one by an administrator, and seen by nobody else', async () => {
    const { page, faults, accessibility, close } = await world.visit(`/devices/${LAMP}/history`);
    const summary = page.getByText(/^Recorded values \(\d+\)$/);
    await summary.click();
    const box = page.locator('.recorded-choices input').first();
    const before = await box.isChecked();
    const [put] = await Promise.all([page.waitForRequest(/\/history\/recording$/), box.click()]);
    expect(put.postDataJSON()).toMatchObject({ central: 'demo', record: !before });
    await expect.poll(() => box.isChecked()).toBe(!before);
    await page.reload();
    await summary.click();
    expect(await box.isChecked()).toBe(!before);
    expect(await accessibility()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
    const other = await world.visit(`/devices/${LAMP}/history`, { role: 'viewer' });
    await other.page.locator('.choices, .empty').first().waitFor();
    expect(await other.page.getByText(/^Recorded values/).count()).toBe(0);
    await other.close();
  });
});

describe('controls of a device', () => {
  it('have no slider for a value that was never seen, and a chip only for values that are not confirmed', async () => {
    const { page, close } = await world.visit(`/devices/${LAMP}`);
    await page.locator('.values li').first().waitFor();
    expect(await page.getByText('confirmed', { exact: true }).count()).toBe(0);
    const unseen = page.locator('.values li', { hasText: 'never seen' });
    expect(await unseen.locator('input[type="range"]').count()).toBe(0);
    await close();
  });
});
