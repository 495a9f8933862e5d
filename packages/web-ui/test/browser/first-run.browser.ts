import { describe, expect, it } from 'vitest';
import { ADMIN } from './gateway.js';
import { useGatewayWorld } from './harness.js';

const { gateway, world } = useGatewayWorld({ beforeSetup: true, centrals: [] });

describe('a new gateway without a CCU', () => {
  it('is set up with three fields and a button, continues in the wizard, and offers it again on Home', async () => {
    const visit = await world.open(gateway.url, { width: 390, language: 'de' });
    const { page, faults } = visit;
    await page.goto(`${gateway.url}/`);
    await page.fill('#username', ADMIN.username);
    await page.fill('#password', 'Passwort123');
    const strength = page.locator('#strength');
    await strength.getByText('Sehr schwach').waitFor();
    await page.fill('#confirmation', 'Passwort123');
    await page.getByRole('button', { name: 'Administrator anlegen' }).click();
    await page.locator('#password[aria-invalid=true]').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/^Das ist eines der häufigsten Passwörter/);
    // The browser focuses the field after it has drawn the page.
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('password');
    expect(faults).toEqual([expect.stringContaining('422')]);
    await page.fill('#password', 'ein Fahrrad ohne Klingel');
    await strength.getByText('Stark').waitFor();
    expect(await strength.locator('meter').evaluate((meter: HTMLMeterElement) => meter.value)).toBe(5);
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('first-run-strength');
    await page.fill('#password', ADMIN.password);
    await page.fill('#confirmation', ADMIN.password);
    await page.getByRole('button', { name: 'Administrator anlegen' }).click();
    await page.getByRole('heading', { level: 1, name: 'CCU verbinden' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/welcome');
    await page.locator('.connection-pill.good').waitFor();

    await page.getByRole('button', { name: 'Adresse eingeben' }).click();
    await page.getByText('Andere Ports (NAT)').click();
    await page.getByLabel('Port von HmIP-RF').fill('42010');
    await page.getByRole('button', { name: 'Speichern und verbinden' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.locator('input[aria-invalid=true]').count()).toBe(1);
    expect(await visit.accessibility()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await visit.screenshot('first-run-login');

    await page.goto(`${gateway.url}/`);
    await page.getByText('Noch keine CCU').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('home-without-ccu');
    await page.getByRole('link', { name: 'Meine CCU suchen' }).click();
    await page.getByRole('heading', { level: 1, name: 'CCU verbinden' }).waitFor();
    // Only the refused password.
    expect(faults).toHaveLength(1);
    await visit.close();
  });
});
