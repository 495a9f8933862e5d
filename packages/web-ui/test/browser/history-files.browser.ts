import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();
const THERMOSTAT = '00F1C0DE000001';
const POINT = `${THERMOSTAT}:1:ACTUAL_TEMPERATURE`;
const DAY_MS = 86_400_000;
const DAYS = 30;

/** A table of a month long ago, with a data point that does not exist here and a line that is none. */
const TABLE = [
  'time,point,value',
  ...Array.from({ length: DAYS }, (_, day) => {
    const time = new Date(Date.UTC(2024, 2, 1) + day * DAY_MS).toISOString();
    return `${time},${POINT},${18 + (day % 5) / 10}`;
  }),
  `2024-03-01T00:00:00Z,GONE000001:1:STATE,1`,
  'not a line',
  '',
].join('\n');

const file = { name: 'historian.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) };

describe('files of the history', () => {
  it('are read before they are stored, and given back as a download of chosen values and days', async () => {
    const visit = await world.visit('/history', { width: 390 });
    const { page, faults } = visit;
    await page.getByRole('link', { name: 'Download and import' }).click();
    await page.getByRole('heading', { name: 'Import' }).waitFor();
    expect(await page.locator('.error-box').count()).toBe(0);
    await page.getByRole('button', { name: 'Read file' }).click();
    await page.getByRole('alert').getByText('Choose a file.').waitFor();
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Read file' }).click();
    await page.getByText(`historian.csv has ${DAYS} values of devices that exist here`).waitFor();
    await page.getByText('GONE000001:1:STATE').waitFor();
    await page.getByText(`Line ${DAYS + 3}`).waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await page.getByText('Left out (1)').scrollIntoViewIfNeeded();
    await visit.screenshot('history-import');
    // Nothing is stored yet.
    expect(await page.getByText(/^Import of/).count()).toBe(0);
    await page.getByRole('button', { name: `Import ${DAYS} values` }).click();
    await page.getByText(/^Import of .* is complete/).waitFor();
    // A value stands for a day at most, and the last one of the file for its day.
    const stored = page.getByText('Stored hours').locator('xpath=..').locator('dd');
    expect(await stored.textContent()).toBe(String(DAYS * 24));
    expect(await visit.accessibility()).toEqual([]);

    await page.getByRole('combobox', { name: 'Device' }).selectOption({ label: 'Heizkörper Wohnzimmer' });
    await page.getByRole('combobox', { name: 'Value' }).selectOption('1:ACTUAL_TEMPERATURE');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL(/values=/);
    await page.getByLabel('First day').fill('2024-03-05');
    await page.getByLabel('Last day').fill('2024-03-04');
    await page.getByText('The last day is before the first one.').waitFor();
    await page.getByLabel('Last day').fill('2024-03-06');
    await page.getByRole('combobox', { name: 'Detail' }).selectOption('hours');
    expect(await visit.accessibility()).toEqual([]);
    await page.getByRole('heading', { name: 'Download' }).scrollIntoViewIfNeeded();
    await visit.screenshot('history-download');
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save file' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^history-hours-.*\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 2 * 24);
    expect(lines[1]).toContain(THERMOSTAT);
    expect(faults).toEqual([]);
    await visit.close();
  });

  it('can be downloaded by a viewer, who finds no import', async () => {
    const visit = await world.visit(`/devices/demo/${THERMOSTAT}/history`, { role: 'viewer', language: 'de' });
    await visit.page.getByRole('link', { name: 'Als Datei herunterladen' }).click();
    await visit.page.getByText('Heizkörper Wohnzimmer · alle Werte').waitFor();
    const save = visit.page.getByRole('link', { name: 'Datei sichern' });
    expect(await save.getAttribute('href')).toContain(encodeURIComponent(POINT));
    expect(await visit.page.getByRole('heading', { name: 'Importieren' }).count()).toBe(0);
    await visit.screenshot('history-files');
    expect(visit.faults).toEqual([]);
    await visit.close();
  });
});
