import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ADMIN } from './gateway.js';
import { useGatewayWorld } from './harness.js';

const { gateway, world } = useGatewayWorld();

/** More steps than any page has controls before what is looked for. */
const MOST_STEPS = 150;

/** What has the focus, and whether it can be seen: an outline or a shadow of its own, within the window. */
const focused = (page: Page) =>
  page.evaluate(async () => {
    // Styles of the focus are there with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const element = document.activeElement;
    if (element === null || element === document.body) return { lost: true, visible: false, text: 'nothing' };
    // A field for searches has its frame around its icon as well.
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element.closest('.search') ?? element);
    const { bottom, top, width } = element.getBoundingClientRect();
    const seen = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
    const inView = width > 0 && bottom > 0 && top < window.innerHeight;
    const text = `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60)} ${outlineStyle} ${outlineWidth} ${Math.round(top)}–${Math.round(bottom)}`;
    // The whole of the page needs no frame.
    return { lost: false, visible: element.id === 'main' || (seen && inView), text };
  });

async function expectFocusToBeSeen(page: Page): Promise<void> {
  expect(await focused(page)).toMatchObject({ lost: false, visible: true });
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** With Tab alone; on every step the focus is somewhere and can be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
    const { lost, visible, text } = await focused(page);
    // After the last control the browser itself has the focus for one step.
    if (!lost) expect([text, visible]).toEqual([text, true]);
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Into the tiles with Tab, and from one to the next with an arrow. */
async function stepTo(page: Page, tile: Locator): Promise<void> {
  await tile.waitFor();
  await tabTo(page, page.locator('.tile[tabindex="0"]'));
  for (let step = 0; step < MOST_STEPS && !(await hasFocus(tile)); step += 1) {
    await page.keyboard.press('ArrowRight');
    await expectFocusToBeSeen(page);
  }
}

/** To a page by its name, through the search over everything. */
async function goTo(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocusToBeSeen(page);
}

describe('a person without a mouse', () => {
  it('signs in and switches a light', async () => {
    const { page, faults, close } = await world.open(gateway.url);
    await page.goto(`${gateway.url}/login`);
    // The browser gives the focus with the first picture of the page: nobody sees a field to type into before that.
    await expect.poll(() => hasFocus(page.locator('#username'))).toBe(true);
    await page.keyboard.type(ADMIN.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await page.locator('.connection-pill.good').waitFor();

    const light = page.getByRole('switch', { name: 'Licht Keller' });
    await stepTo(page, page.getByRole('article', { name: 'Licht Keller' }));
    const before = await light.getAttribute('aria-checked');
    // The first leads into the tile, the second switches.
    await page.keyboard.press('Space');
    expect(await hasFocus(light)).toBe(true);
    await page.keyboard.press('Space');
    await page.locator('.recent-changes li', { hasText: 'Licht Keller' }).first().waitFor();
    expect(await light.getAttribute('aria-checked')).not.toBe(before);
    expect(await hasFocus(light)).toBe(true);
    expect(faults).toEqual([]);
    await close();
  });

  it('makes and revokes a token, and adds a CCU', async () => {
    const { page, faults, close } = await world.visit('/');
    await goTo(page, 'API tokens');
    await mintAndRevoke(page);
    await goTo(page, 'CCUs');
    await addCcu(page);
    expect(faults).toEqual([]);
    await close();
  });

  it('finds the open window by its state, and opens its device', async () => {
    const { items } = (await gateway.api('GET', '/devices?per_page=100')) as {
      readonly items: readonly { readonly name: string; readonly address: string }[];
    };
    const window = items.find(({ name }) => name === 'Fenster Küche')!;
    await gateway.emit(`${window.address}:1`, 'STATE', 1);
    const { page, faults, close } = await world.visit('/');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.type('open windows');
    await dialog.getByRole('option').first().getByText('open windows').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
    await expectFocusToBeSeen(page);
    await tabTo(page, page.getByRole('link', { name: 'Fenster Küche' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Fenster Küche' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('lowers the heating for an hour, and ends that early', async () => {
    const { page, faults, close } = await world.visit('/');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.type('heating 16° for one hour');
    await dialog.getByRole('option').first().getByText('heating 16°').waitFor();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Send', exact: true }));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectFocusToBeSeen(page);
    const bar = page.getByRole('list', { name: 'Acts in force' });
    await tabTo(page, bar.getByRole('button', { name: /^End now/ }));
    await page.keyboard.press('Enter');
    await bar.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toMatchObject({ lost: false });
    expect(faults).toEqual([]);
    await close();
  });

  it('keeps the focus on the page when the focused element disappears', async () => {
    const { page, close } = await world.visit('/devices');
    await page.getByRole('row').nth(1).getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/devices\/home\//);
    await page.locator('main h1', { hasNotText: 'Devices' }).waitFor();
    await expect.poll(() => focused(page)).toMatchObject({ lost: false });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused(page)).toMatchObject({ lost: false });
    await close();
  });

  it('has the focus back in the turn in which a window goes away: the next key is not lost', async () => {
    const { page, close } = await world.visit('/tokens');
    await page.getByRole('button', { name: 'New token' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    const focusedThen = await page.evaluateHandle(() => {
      const text = new Promise<string | null | undefined>((settle) => {
        new MutationObserver(() => {
          if (document.querySelector('dialog') === null) settle(document.activeElement?.textContent);
        }).observe(document.body, { childList: true, subtree: true });
      });
      // Not the promise itself, which would be waited for.
      return { text };
    });
    await page.keyboard.press('Escape');
    expect(await focusedThen.evaluate(({ text }) => text)).toBe('New token');
    await close();
  });
});

async function mintAndRevoke(page: Page): Promise<void> {
  const mint = page.getByRole('button', { name: 'New token' });
  const dialog = page.getByRole('dialog');
  await tabTo(page, mint);
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('by hand');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'I have saved it' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await hasFocus(mint)).toBe(true);
  const row = page.getByRole('row', { name: /by hand/ });
  await tabTo(page, row.getByRole('button', { name: /Revoke/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Revoke' }));
  await page.keyboard.press('Enter');
  await row.waitFor({ state: 'detached' });
  await expectFocusToBeSeen(page);
}

async function addCcu(page: Page): Promise<void> {
  const [{ json_rpc_port: port }] = (await gateway.api('GET', '/centrals')) as [{ json_rpc_port: number }];
  const dialog = page.getByRole('dialog');
  const type = async (name: RegExp, text: string) => {
    await tabTo(page, dialog.getByLabel(name));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  };
  await tabTo(page, page.getByRole('button', { name: 'Add a CCU' }));
  await page.keyboard.press('Enter');
  await type(/^Name/, 'second');
  await type(/^Address/, '127.0.0.1');
  await type(/^User name/, 'Gateway');
  await type(/^Password/, 'gateway');
  await type(/^Port of the web interface/, String(port));
  await tabTo(page, dialog.getByRole('button', { name: 'Test' }));
  await page.keyboard.press('Enter');
  await dialog.locator('.notice strong').waitFor();
  expect(await focused(page)).toMatchObject({ lost: false, visible: true });
  await tabTo(page, dialog.getByRole('button', { name: 'Connect' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expectFocusToBeSeen(page);
  await page.getByRole('heading', { name: 'second' }).waitFor();
}
