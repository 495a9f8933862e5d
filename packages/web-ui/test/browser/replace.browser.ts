import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();
/** Radiator thermostats of one type. */
const [BROKEN, FRESH] = ['00F1C0DE000001', '00F1C0DE000003'] as const;

describe('a broken device', () => {
  it('is replaced with three clicks on a phone, and the report follows to the new device', async () => {
    const visit = await world.visit(`/devices/demo/${BROKEN}`, { language: 'de', width: 390 });
    const { page, faults, close } = visit;
    let clicks = 0;
    const click = async (target: ReturnType<typeof page.getByRole>) => {
      clicks += 1;
      await target.click();
    };
    await page.getByRole('button', { name: 'Zu Favoriten hinzufügen' }).click();
    await page.getByRole('button', { name: 'Aus Favoriten entfernen' }).waitFor();

    await click(page.getByRole('button', { name: 'Austauschen' }));
    const dialog = page.getByRole('dialog');
    await click(dialog.getByRole('radio', { name: new RegExp(FRESH) }));
    await dialog.getByText(/zu übernehmen/).waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('replace-preview');
    await click(dialog.getByRole('button', { name: 'Austauschen' }));

    const report = page.getByRole('dialog', { name: /übernommen/ });
    await report.getByText('Das Gerät ist ausgetauscht.').waitFor();
    expect(clicks).toBe(3);
    expect(new URL(page.url()).pathname).toBe(`/devices/demo/${FRESH}`);
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('replace-report');
    await report.getByRole('button', { name: 'Schließen' }).first().click();
    await page.getByRole('heading', { name: 'Heizkörper Wohnzimmer', level: 1 }).waitFor();
    await page.getByText(`steht an der Stelle von ${BROKEN}`).waitFor();
    await page.getByRole('button', { name: 'Aus Favoriten entfernen' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('without another one of its type leads to pairing, and an operator sees why it is not allowed', async () => {
    const { page, close } = await world.visit('/devices/demo/00F1C0DE000007', { width: 1440 });
    await page.getByRole('button', { name: 'Replace' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/no other device of the type/).waitFor();
    expect(await dialog.getByRole('link', { name: 'Pair a device' }).getAttribute('href')).toMatch(/pairing$/);
    await close();
    const other = await world.visit('/devices/demo/00F1C0DE000007', { role: 'operator' });
    expect(await other.page.getByRole('button', { name: 'Replace' }).getAttribute('aria-disabled')).toBe('true');
    await other.close();
  });
});
