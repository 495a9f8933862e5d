import type { Page } from 'playwright-core';
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

  it('shows them side by side on a wide screen, one below the other on a phone, and switches a device of one', async () => {
    const wide = await world.visit('/?by=ccu', { width: 1920, role: 'operator' });
    const boxOf = async (page: Page, ccu: string) =>
      (await page.getByRole('region', { name: ccu, exact: true }).boundingBox())!;
    const [left, right] = [await boxOf(wide.page, 'garage'), await boxOf(wide.page, 'home')];
    expect(right.y).toBe(left.y);
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
    expect(await wide.accessibility()).toEqual([]);
    await wide.screenshot('two-ccus');
    const sent: string[] = [];
    wide.page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    const region = wide.page.getByRole('region', { name: 'garage', exact: true });
    await region.getByRole('switch').first().click();
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toContain('central=garage');
    await wide.close();

    const phone = await world.visit('/?by=ccu', { width: 390 });
    const [above, below] = [await boxOf(phone.page, 'garage'), await boxOf(phone.page, 'home')];
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
    await phone.close();
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
