import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

/** Keeps what waits for an idle browser until the page's `idle()` is called. */
async function holdIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const waiting: IdleRequestCallback[] = [];
    window.requestIdleCallback = (run) => waiting.push(run);
    window.cancelIdleCallback = () => {};
    const idle = () => {
      for (const run of waiting.splice(0)) run({ didTimeout: false, timeRemaining: () => 50 });
    };
    Object.assign(window, { idle });
  });
}

describe('the first view', () => {
  it('requests the snapshot, the session and the page before anything is rendered', async () => {
    const prepare = async (page: Page) => {
      await page.addInitScript(() => {
        const asked: string[] = [];
        const { fetch } = window;
        window.fetch = (...request) => {
          if (document.querySelector('.shell') === null) asked.push(new URL(String(request[0])).pathname);
          return fetch(...request);
        };
        Object.assign(window, { asked });
      });
    };
    const { page, close } = await world.visit('/', { prepare });
    expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked.sort())).toEqual([
      '/api/v1/auth/me',
      '/api/v1/info',
      '/api/v1/snapshot',
    ]);
    await close();
  });

  it('requests the snapshot once, while the app is still loading, and loads the app in a few files', async () => {
    const asked: string[] = [];
    const scripts: string[] = [];
    const prepare = async (page: Page) => {
      // Pages behind shortcuts are fetched when the browser is idle; they are no part of the first look.
      await holdIdle(page);
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname === '/api/v1/snapshot') asked.push(pathname);
        if (pathname.endsWith('.js') && request.serviceWorker() === null) scripts.push(pathname);
      });
      // The script of the app comes only after that request has left.
      const left = page.waitForRequest('**/api/v1/snapshot?*');
      await page.route('**/assets/index-*.js', async (route) => {
        await left;
        await route.continue();
      });
    };
    const { page, faults, close } = await world.visit('/', { prepare });
    await page.locator('.tile').first().waitFor();
    expect(asked).toEqual(['/api/v1/snapshot']);
    expect(scripts.filter((path) => path.includes('/index-')).length).toBe(1);
    expect(new Set(scripts.filter((path) => path.startsWith('/assets/'))).size).toBeLessThanOrEqual(8);
    expect(scripts.filter((path) => /\/(?:help|troubleshooting)-/.test(path))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('draws a screenful of tiles, and the others when the browser is idle', async () => {
    const { page, close } = await world.visit('/', { prepare: holdIdle });
    const tiles = page.locator('.tile');
    await expect.poll(() => tiles.count()).toBe(12);
    const devices = (await page.locator('.room h3').allTextContents())
      .map((text) => Number(text.match(/(\d+)\D*$/)?.[1]))
      .reduce((sum, count) => sum + count, 0);
    expect(devices).toBeGreaterThan(12);
    await page.evaluate(() => (window as unknown as { idle(): void }).idle());
    await expect.poll(() => tiles.count()).toBeGreaterThan(12);
    await close();
  });
});

describe('navigation between pages', () => {
  it('leads a signed-out user to the form and back to the address', async () => {
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
