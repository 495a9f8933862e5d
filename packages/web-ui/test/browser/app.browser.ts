import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

describe('the installed app', () => {
  it('has pictures that every system takes, and shortcuts', async () => {
    const { page, close } = await world.visit('/');
    const read = (path: string) => fetch(new URL(path, world.demo.url));
    const manifest = (await (await read('/manifest.webmanifest')).json()) as {
      readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
      readonly shortcuts: readonly { readonly url: string }[];
    };
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    const pictures = [
      ...manifest.icons.filter(({ type }) => type === 'image/png').map(({ src, sizes }) => [src, sizes] as const),
      [touch ?? '', '180x180'] as const,
    ];
    expect(pictures).toHaveLength(3);
    for (const [src, sizes] of pictures) {
      const answer = await read(src);
      expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, 'image/png']);
      const png = Buffer.from(await answer.arrayBuffer());
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
    }
    for (const { url } of manifest.shortcuts) {
      await page.goto(new URL(url, world.demo.url).href);
      await page.locator('main h1').waitFor();
      expect(await page.getByText('Page not found').count()).toBe(0);
    }
    await close();
  });
});

describe('the wall display', () => {
  it('is dark and without menu, keeps the screen awake, and ends with Escape', async () => {
    const { page, faults, accessibility, screenshot, close } = await world.visit('/', {
      width: 1280,
      prepare: async (opened) => {
        await opened.addInitScript(() => {
          const request = async () => {
            document.documentElement.dataset.awake = 'yes';
            return {
              release: async () => {
                document.documentElement.dataset.awake = 'no';
              },
            };
          };
          Object.defineProperty(navigator, 'wakeLock', { value: { request } });
        });
      },
    });
    await page.getByRole('button', { name: 'Account and display' }).click();
    await page.getByRole('link', { name: 'Wall display' }).click();
    await page.waitForURL(/\?wall=1$/);
    const root = page.locator('html');
    await expect.poll(() => root.getAttribute('data-awake')).toBe('yes');
    expect(await root.getAttribute('data-theme')).toBe('dark');
    expect(await page.getByRole('navigation').count()).toBe(0);
    // The browser keeps the old colours of tiles out of view until they are drawn again.
    await page.reload();
    await page.locator('article.tile').first().waitFor();
    expect(await accessibility()).toEqual([]);
    await screenshot('wall');
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await expect.poll(() => root.getAttribute('data-awake')).toBe('no');
    expect(await root.getAttribute('data-theme')).toBe('system');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('favourites', () => {
  it('are ordered by dragging one before another, and by keys', async () => {
    const { page, faults, accessibility, close } = await world.visit('/', { role: 'operator' });
    const favourites = page.getByRole('region', { name: 'Favourites' });
    const names = () => favourites.locator('article').evaluateAll((all) => all.map((each) => each.ariaLabel));
    for (const name of ['Wandthermostat Küche', 'Licht Keller']) {
      await page
        .getByRole('button', { name: `Actions of ${name}` })
        .last()
        .click();
      await page.getByRole('button', { name: 'Add to favourites' }).click();
      await page.keyboard.press('Escape');
    }
    await expect.poll(names).toEqual(['Wandthermostat Küche', 'Licht Keller']);
    const header = (name: string) => favourites.getByRole('article', { name }).locator('header');
    await header('Licht Keller').dragTo(header('Wandthermostat Küche'));
    await expect.poll(names).toEqual(['Licht Keller', 'Wandthermostat Küche']);
    await page.reload();
    await expect.poll(names).toEqual(['Licht Keller', 'Wandthermostat Küche']);
    await favourites.getByRole('button', { name: 'Actions of Licht Keller' }).click();
    expect(await accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Move after the next one' }).click();
    await expect.poll(names).toEqual(['Wandthermostat Küche', 'Licht Keller']);
    expect(faults).toEqual([]);
    await close();
  });
});
