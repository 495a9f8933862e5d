import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

describe('orders to a CCU', () => {
  it('set its position in two clicks, and name a wrong degree at its field', async () => {
    const { page, faults, close } = await world.visit('/system');
    const ccu = page.getByRole('group', { name: /^Orders to/ }).first();
    await ccu.getByRole('button', { name: 'Position' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Latitude/).fill('91');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/from −90 to 90/)
      .waitFor();
    await dialog.getByLabel(/^Latitude/).fill('48,1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await ccu.getByRole('button', { name: 'Position' }).click();
    await expect.poll(() => dialog.getByLabel(/^Latitude/).inputValue()).toBe('48.1');
    expect(faults).toEqual([]);
    await close();
  });

  it('ask before the CCU is switched off, and send nothing without a yes', async () => {
    const { page, faults, close } = await world.visit('/system');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await page.getByRole('button', { name: 'Switch off' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(sent.filter((path) => path.includes('/system/ccu/'))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
