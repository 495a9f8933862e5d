import { describe, expect, it } from 'vitest';
import { countClicks } from './clicks.js';
import { useDemoWorld } from './harness.js';
import type { Visit, VisitOptions } from './world.js';

const world = useDemoWorld();

/** Types a sentence into the palette and chooses its first entry. */
async function typed(
  sentence: string,
  options: VisitOptions,
): Promise<Visit & { readonly clicks: () => Promise<number> }> {
  const visit = await world.visit('/', options);
  const clicks = await countClicks(visit.page);
  await visit.page.keyboard.press('Control+k');
  await visit.page.getByRole('dialog').getByRole('combobox').fill(sentence);
  await visit.page.getByRole('dialog').getByRole('option').first().getByText(sentence).waitFor();
  await visit.page.keyboard.press('Enter');
  return { ...visit, clicks };
}

describe('an act', () => {
  it('lowers the heating for an hour with three clicks, over both radio protocols, and ends early', async () => {
    const visit = await typed('Heizung 17° für eine Stunde', { role: 'operator', language: 'de', width: 390 });
    const { page, faults, close } = visit;
    const dialog = page.getByRole('dialog');
    await dialog.getByText('HmIP-RF').waitFor();
    await dialog.getByText('BidCos-RF').waitFor();
    await dialog.getByText(/Endet um/).waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('act-preview');
    const count = await dialog.getByRole('row').count();
    await dialog.getByRole('button', { name: 'Senden' }).click();
    const bar = page.getByRole('list', { name: 'Laufende Aktionen' });
    await bar.getByText(`${count - 1} Geräte`).waitFor();
    expect(await visit.clicks()).toBe(3);
    await visit.screenshot('act-running');
    await page.reload();
    await bar.getByRole('button', { name: /^Jetzt beenden/ }).click();
    await bar.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('switches lights off and takes it back, in English on a desktop', async () => {
    const visit = await typed('lights on', { role: 'operator' });
    const { page, faults, close } = visit;
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/undo it for an hour/).waitFor();
    await visit.screenshot('act-preview');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const bar = page.getByRole('list', { name: 'Acts in force' });
    expect(await visit.accessibility()).toEqual([]);
    await bar.getByRole('button', { name: 'Undo: lights on' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('is chosen by its meaning for the selected devices, with a preview of each value', async () => {
    const visit = await world.visit('/devices', { role: 'operator' });
    const { page, faults, close } = visit;
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByRole('button', { name: 'Act', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Act on \d+ devices$/ });
    await dialog.getByLabel('What').selectOption('Blinds');
    await dialog.getByLabel('To').selectOption('50 %');
    await dialog.getByLabel('For').selectOption({ value: '1800' });
    await dialog.getByText(/^Ends at/).waitFor();
    expect(await dialog.getByRole('row').count()).toBeGreaterThan(1);
    for (const row of (await dialog.getByRole('row').all()).slice(1)) await row.getByText(/^50/).waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('act-selection');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const bar = page.getByRole('list', { name: 'Acts in force' });
    await bar.getByRole('button', { name: /^End now: Blinds 50/ }).click();
    await bar.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('shows a viewer the preview and the reason why nothing can be sent', async () => {
    const { page, close } = await typed('all blinds down', { role: 'viewer' });
    const send = page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true });
    await send.waitFor();
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await close();
  });
});
