import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';
import { LAMP, withBridge } from './matter-double.js';
import { unfoldMenu } from './menu.js';

const world = useDemoWorld();

describe('the Matter page', () => {
  it('is not in the navigation of a gateway without a bridge, and reports that at its address', async () => {
    const { page, close } = await world.visit('/matter');
    await page.getByText('The Matter bridge is not running').waitFor();
    await unfoldMenu(page);
    expect(await page.getByRole('navigation').getByRole('link', { name: 'Matter' }).count()).toBe(0);
    await close();
  });

  it('opens the window, shows the codes, and exposes a thing or shows the reason against it', async () => {
    const { page, faults, accessibility, screenshot, close } = await world.visit('/');
    const told = await withBridge(page);
    await page.reload();
    await unfoldMenu(page);
    await page.getByRole('link', { name: 'Matter' }).click();
    await page.getByRole('button', { name: 'Open the window' }).click();
    await page.getByRole('img', { name: 'Setup code as QR code' }).waitFor();
    await page.getByText('3497-011-2332').waitFor();
    await page.getByRole('switch', { name: 'Shown: Licht <b>Küche</b>' }).click();
    await page.getByRole('switch', { name: 'Shown: Licht <b>Küche</b>', checked: true }).waitFor();
    const siren = page.getByRole('switch', { name: 'Shown: Sirene' });
    expect(await siren.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('takes 80 endpoints: 3 things are left out').waitFor();
    await page.getByText('Not shown of it: flash_time').waitFor();
    await page.getByRole('combobox', { name: 'Show Ventilator as' }).selectOption('light');
    await page.getByText('Ventilator: saved').first().waitFor({ state: 'attached' });
    expect(await accessibility()).toEqual([]);
    await screenshot('matter');
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(told).toEqual([
      { method: 'POST', path: 'commissioning/window', body: null },
      { method: 'PUT', path: 'exposable', body: { ...LAMP, enabled: true } },
      { method: 'PUT', path: 'exposable', body: { ...LAMP, channel_no: 6, enabled: true, kind: 'light' } },
      { method: 'DELETE', path: 'fabrics/1', body: null },
    ]);
    expect(faults).toEqual([]);
    await close();
  });
});
