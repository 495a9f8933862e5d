import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

describe('the test of a device', () => {
  it('shows in one click the answer and the values that arrived', async () => {
    const { page, faults, close } = await world.visit('/devices/demo/00F1C0DE000007', { role: 'operator' });
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('status')
      .getByText(/answered after/)
      .waitFor();
    await dialog.getByText('0.UNREACH').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});
