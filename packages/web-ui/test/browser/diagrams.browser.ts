import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

describe('diagrams', () => {
  it('are made of values of two devices, saved, shared, found again and deleted', async () => {
    const visit = await world.visit('/diagrams', { role: 'operator', language: 'de', width: 390 });
    const { page, faults, close } = visit;
    const add = async (device: string, value: string) => {
      await page.getByRole('combobox', { name: 'Gerät' }).selectOption({ label: device });
      await page.getByRole('combobox', { name: 'Wert' }).selectOption({ label: value });
      await page.getByRole('button', { name: 'Wert hinzufügen' }).click();
    };
    await add('Heizkörper Wohnzimmer', 'Temperatur');
    await add('Heizkörper Wohnzimmer', 'Pegel');
    await add('Fenster Küche', 'Zustand');
    await page.getByRole('img', { name: /Temperatur.*Pegel/ }).waitFor();
    await page.getByRole('img', { name: /Fenster Küche/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Wert hinzufügen' }).getAttribute('aria-disabled')).toBe('true');
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('diagrams');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Klima & Fenster');
    await dialog.getByLabel('Alle Benutzer sehen es').check();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('heading', { name: 'Klima & Fenster' }).waitFor();
    await page.waitForURL((url) => url.searchParams.has('id') && !url.searchParams.has('series'));

    const other = await world.visit('/diagrams', { role: 'viewer' });
    await other.page.getByRole('button', { name: /Klima & Fenster, shared by/ }).click();
    await other.page
      .getByRole('img', { name: /Heizkörper Wohnzimmer/ })
      .first()
      .waitFor();
    expect(await other.page.getByRole('button', { name: 'Delete diagram' }).count()).toBe(0);
    const again = other.page.getByRole('button', { name: 'Save as new' });
    expect(await again.getAttribute('aria-disabled')).toBe('true');
    expect(other.faults).toEqual([]);
    await other.close();

    await page.getByRole('button', { name: /^Fenster Küche .* entfernen$/ }).click();
    await page.getByText('nicht gespeichert').waitFor();
    await page.getByRole('button', { name: 'Diagramm löschen' }).click();
    await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Diagramm löschen' }).click();
    await page.getByRole('heading', { name: 'Neues Diagramm' }).waitFor();
    await page.getByRole('button', { name: 'Klima & Fenster' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('begin with the values of a device, and name one that does not exist any more', async () => {
    const { page, close } = await world.visit('/devices/demo/00F1C0DE000001/history', { role: 'viewer' });
    await page.getByRole('link', { name: 'Diagram of these values' }).click();
    await page.getByRole('heading', { name: 'New diagram' }).waitFor();
    await page.locator('.chart').waitFor();
    await page.goto(new URL('/diagrams?id=gone', world.demo.url).href);
    await page.getByText('This diagram does not exist any more').waitFor();
    await close();
  });
});
