import { describe, expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';

const { world } = useGatewayWorld({ centrals: ['garage', 'home'] });

describe('an installation with two CCUs', () => {
  it('shows one of them alone, remembers it, and keeps it in the address', async () => {
    const { page, faults, accessibility, close } = await world.visit('/');
    const choice = page.locator('.bar').getByLabel('CCU that is shown');
    const tilesOf = (ccu: string) => page.locator(`article[data-device^="${ccu}/"]`);
    await expect.poll(() => tilesOf('home').count()).toBeGreaterThan(2);
    await expect.poll(() => tilesOf('garage').count()).toBeGreaterThan(2);
    await choice.selectOption('garage');
    await page.waitForURL(/\/\?scope=garage$/);
    await expect.poll(() => tilesOf('home').count()).toBe(0);
    await expect.poll(() => tilesOf('garage').count()).toBeGreaterThan(2);
    expect(await accessibility()).toEqual([]);
    await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).click();
    await page.waitForURL(/\/devices\?scope=garage$/);
    await page.goto(`${world.demo.url}/programs`);
    await page.waitForURL(/\/programs\?scope=garage$/);
    await page.goto(`${world.demo.url}/events?scope=home`);
    await expect.poll(() => choice.inputValue()).toBe('home');
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the device of another CCU with everything, and leads away from it where its CCU is hidden', async () => {
    const { page, close } = await world.visit('/?scope=home');
    const choice = page.locator('.bar').getByLabel('CCU that is shown');
    await expect.poll(() => choice.inputValue()).toBe('home');
    await page.goto(`${world.demo.url}/devices/garage/00F1C0DE000001`);
    await page.locator('main h1').waitFor();
    await expect.poll(() => choice.inputValue()).toBe('');
    await choice.selectOption('home');
    await page.waitForURL(/\/devices\?scope=home$/);
    await close();
  });

  it('offers the choice and every page behind the menu of a phone', async () => {
    const { page, close } = await world.visit('/', { width: 390 });
    await page.getByRole('button', { name: 'Menu' }).click();
    const side = page.locator('.side');
    const bar = (await page.locator('.bar').boundingBox())!;
    expect((await side.getByLabel('CCU that is shown').boundingBox())!.y).toBeGreaterThanOrEqual(bar.height);
    const last = side.getByRole('link').last();
    await last.scrollIntoViewIfNeeded();
    expect((await last.boundingBox())!.y).toBeLessThan(844);
    await side.getByLabel('CCU that is shown').selectOption('garage');
    await page.getByText('Only CCU garage is shown.').waitFor();
    await close();
  });
});
