import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebWorld, type WebWorld } from './world.js';

let world: WebWorld;
beforeAll(async () => {
  world = await startWebWorld();
});
afterAll(() => world?.close());

describe('Home', () => {
  it('switches a light by keyboard, and the CCU confirms it', async () => {
    const { page, faults, close } = await world.visit('/', { role: 'operator' });
    const control = page.getByRole('switch', { name: 'Licht Keller' });
    const before = await control.getAttribute('aria-checked');
    await control.focus();
    await page.keyboard.press('Space');
    const tile = page.getByRole('article', { name: 'Licht Keller' });
    await page.locator('.recent-changes li', { hasText: 'Licht Keller' }).first().waitFor();
    expect(await control.getAttribute('aria-checked')).toBe(before === 'true' ? 'false' : 'true');
    await tile.locator('.value:not(.pending)').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows a viewer the switches, disabled and with the reason', async () => {
    const { page, close } = await world.visit('/', { role: 'viewer' });
    // The role is known a moment after the house; until then nothing is disabled.
    const control = page.getByRole('switch', { name: 'Licht Keller', disabled: true });
    await control.waitFor();
    const reason = page.locator(`[id="${await control.getAttribute('aria-describedby')}"]`);
    await control.focus();
    await reason.waitFor({ state: 'visible' });
    expect(await reason.textContent()).toContain('operator');
    await close();
  });

  it('says why a refused write was taken back', async () => {
    const { page, close } = await world.visit('/', { role: 'operator' });
    const refusal = {
      type: 'urn:x',
      title: 'Locked',
      status: 423,
      code: 'locked',
      reason: 'locked',
      detail: 'This channel is locked',
    };
    await page.route('**/value*', (route) =>
      route.fulfill({ status: 423, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
    );
    await page.getByRole('switch', { name: 'Licht Keller' }).click();
    await page.getByRole('article', { name: 'Licht Keller' }).getByText('This channel is locked').waitFor();
    await close();
  });
});

describe('going from place to place', () => {
  it('leads a person who is not signed in to the form and back to the address', async () => {
    const context = await world.browser.newContext({ locale: 'en' });
    const page = await context.newPage();
    await page.goto(`${world.demo.url}/devices?q=Licht`);
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.fill('#username', world.demo.viewer.username);
    await page.fill('#password', world.demo.viewer.password);
    await page.click('form button');
    await page.getByRole('row').nth(1).waitFor();
    expect(page.url()).toBe(`${world.demo.url}/devices?q=Licht`);
    await context.close();
  });

  it('finds a device with the palette and by keys alone', async () => {
    const { page, close } = await world.visit('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('jalousie küche');
    await page.keyboard.press('Enter');
    await page.waitForURL(/devices\/demo\/SIM0000004$/);
    await page.getByRole('heading', { level: 1, name: 'Jalousie Küche' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL(`${world.demo.url}/`);
    await close();
  });
});
