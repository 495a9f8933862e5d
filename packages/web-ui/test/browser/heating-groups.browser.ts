import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

/** Holds every save of a group until the answer is called. */
async function holdSaves(page: Page): Promise<() => void> {
  let goOn = () => {};
  const held = new Promise<void>((settle) => {
    goOn = settle;
  });
  await page.route('**/api/v1/groups?**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  return () => goOn();
}

describe('heating groups', () => {
  it('are made on a phone with progress, changed, and dissolved after a question', async () => {
    const visit = await world.visit('/heating-groups', { language: 'de', width: 390 });
    const { page, faults, close } = visit;
    const dialog = page.getByRole('dialog');
    const card = (name: string) => page.locator('.card', { has: page.getByRole('heading', { name, exact: true }) });
    const goOn = await holdSaves(page);
    await page.getByRole('button', { name: 'Neue Gruppe' }).click();
    await dialog.getByLabel('Name').fill('Obergeschoss');
    await dialog.getByRole('combobox', { name: 'Art' }).selectOption({ label: 'Heizungssteuerung (Homematic IP)' });
    await dialog
      .getByRole('checkbox', { name: /HmIP-eTRV/ })
      .first()
      .waitFor();
    const free = dialog.locator('input[name=members]:not(:disabled)');
    const [first, second] = [free.nth(0), free.nth(1)];
    await first.check();
    await second.check();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('heating-group-new');
    await dialog.getByRole('button', { name: 'Anlegen' }).click();
    await dialog.getByRole('progressbar', { name: /Die CCU informiert die Mitglieder/ }).waitFor();
    goOn();
    await dialog.waitFor({ state: 'detached' });
    await card('Obergeschoss').getByText('2 Mitglieder').waitFor();

    await card('Obergeschoss').getByRole('button', { name: 'Bearbeiten' }).click();
    await dialog.getByLabel('Name').fill('Dachgeschoss');
    const members = dialog.locator('input[name=members]:checked');
    await members.nth(1).waitFor();
    await members.nth(1).uncheck();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await card('Dachgeschoss').getByText('1 Mitglied', { exact: false }).waitFor();
    expect(await card('Dachgeschoss').getByRole('listitem').count()).toBe(1);
    await visit.screenshot('heating-groups');

    await card('Dachgeschoss').getByRole('button', { name: 'Auflösen' }).click();
    await dialog.getByText('Die Mitglieder bleiben, jedes für sich').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await dialog.getByRole('button', { name: 'Auflösen' }).click();
    await card('Dachgeschoss').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('name the field that lacks something, and the refusal of the CCU', async () => {
    const visit = await world.visit('/heating-groups', { width: 1280 });
    const { page, close } = visit;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New group' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').getByText('Name: at least one character').waitFor();
    await dialog.getByLabel('Name').fill('Bath');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').getByText('Members: choose at least one device.').waitFor();
    await page.route('**/api/v1/groups?**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const errors = [{ field: 'members.0', reason: 'is a member of another group' }];
      const problem = { type: 'about:blank', title: 'Invalid', status: 400, code: 'validation', errors };
      await route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(problem) });
    });
    await dialog.locator('input[name=members]:not(:disabled)').first().check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('alert').getByText('Members: is a member of another group').waitFor();
    await visit.screenshot('heating-group-refused');
    await close();
  });

  it('stay open to another job while the CCU works on a group of a window that was left', async () => {
    const { page, close } = await world.visit('/heating-groups', { width: 1280 });
    const dialog = page.getByRole('dialog');
    const goOn = await holdSaves(page);
    const begin = async (name: string) => {
      await page.getByRole('button', { name: 'New group' }).click();
      await dialog.getByLabel('Name').fill(name);
      await dialog.locator('input[name=members]:not(:disabled)').first().check();
    };
    await begin('Left alone');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('progressbar').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await begin('Being typed');
    goOn();
    await page.getByRole('heading', { name: 'Left alone' }).waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Being typed');
    await close();
  });

  it('are read by a viewer without a right to change one', async () => {
    const visit = await world.visit('/heating-groups', { role: 'viewer', width: 1280 });
    const { page, faults, close } = visit;
    const create = page.getByRole('button', { name: 'New group' });
    expect(await create.getAttribute('aria-disabled')).toBe('true');
    await create.focus();
    await page.getByRole('tooltip').getByText('administrator').first().waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('heating-groups-viewer');
    expect(faults).toEqual([]);
    await close();
  });
});
