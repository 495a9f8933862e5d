import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

describe('areas', () => {
  it('makes a floor with two rooms in four clicks, and Home and the filters of devices follow', async () => {
    const { page, faults, close } = await world.visit('/rooms', { role: 'operator' });
    let clicks = 0;
    const click = async (target: { click(): Promise<void> }) => {
      clicks += 1;
      await target.click();
    };
    await click(page.getByRole('button', { name: 'New area' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Kellergeschoss');
    const rooms = dialog.getByRole('checkbox');
    await rooms.first().waitFor();
    await click(dialog.getByLabel('Keller', { exact: true }));
    await click(dialog.getByLabel('Flur', { exact: true }));
    await click(dialog.getByRole('button', { name: 'Create' }));
    const entry = page.locator('.areas li', { hasText: 'Kellergeschoss' });
    await entry.getByText('Flur, Keller').waitFor();
    expect(clicks).toBe(4);

    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.locator('.area-head', { hasText: 'Kellergeschoss' }).waitFor();
    expect(await page.locator('.area-head').allTextContents()).toEqual(['Kellergeschoss', 'Other rooms']);

    await page.goto(new URL('devices?area=Kellergeschoss', page.url()).href);
    await page.getByRole('checkbox', { name: /Kellergeschoss/, checked: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('refuses a second area of one name in the dialog, and deletes an area after a question', async () => {
    const { page, faults, close } = await world.visit('/rooms', { role: 'operator' });
    const make = async (name: string) => {
      await page.getByRole('button', { name: 'New area' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    };
    await make('Garten & Hof');
    const entry = page.locator('.areas li', { hasText: 'Garten & Hof' });
    await entry.waitFor();
    await make('Garten & Hof');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await entry.getByRole('button', { name: 'Delete Garten & Hof' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await entry.waitFor({ state: 'detached' });
    expect(faults.filter((fault) => !/409/.test(fault))).toEqual([]);
    await close();
  });
});
