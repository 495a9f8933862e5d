import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Down at the first spot, up at the last one. */
async function dragWith(pointer: 'mouse' | 'touch', page: Page, spots: readonly [Spot, ...Spot[]]): Promise<void> {
  const [first, ...others] = spots;
  if (pointer === 'mouse') {
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    for (const { x, y } of others) await page.mouse.move(x, y);
    await page.mouse.up();
    return;
  }
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Spot[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  await send('touchStart', [first]);
  for (const spot of others) await send('touchMove', [spot]);
  await send('touchEnd', []);
}

/** Resolves when the gateway has stored a preference: a page that goes at once takes its request with it. */
const stored = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('/preferences/'));

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

  it('shows no switch for a lock, and asks before its tile unlocks it', async () => {
    const { page, faults, close } = await world.visit('/', { role: 'operator' });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    const tile = page.getByRole('article', { name: 'KeyMatic Nebeneingang' });
    await tile.waitFor();
    expect(await tile.getByRole('switch').count()).toBe(0);
    await tile.getByRole('button', { name: 'Unlock' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/really\?/).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    await tile.getByRole('button', { name: 'Unlock' }).click();
    await question.getByRole('button', { name: 'Unlock' }).click();
    await tile.getByText('unlocked', { exact: true }).waitFor();
    expect(sent).toHaveLength(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('has no switch and no list on any tile for commands that need a confirmation', async () => {
    const { page, close } = await world.visit('/', { role: 'operator' });
    await page.getByRole('article').first().waitFor();
    for (const name of await page.getByRole('switch').evaluateAll((all) => all.map((each) => each.ariaLabel))) {
      expect(name).not.toMatch(/schloss|keymatic|sirene|ventil|zugang/i);
    }
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

  it('shows the reason of a refused write that was rolled back', async () => {
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

describe('tiles of Home', () => {
  it('move a blind by a button, set the mode of a thermostat, and press the keys of a remote control', async () => {
    const { page, faults, accessibility, close } = await world.visit('/', { role: 'operator' });
    const written: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') written.push(`${new URL(request.url()).pathname} ${request.postData()}`);
    });
    const blind = page.getByRole('article', { name: 'Rollladen Gästezimmer' });
    await blind.getByRole('button', { name: 'down' }).click();
    await blind.locator('.value:not(.pending)', { hasText: /^0\u202f%/ }).waitFor();
    await blind.getByRole('button', { name: 'stop' }).click();
    const radiator = page.getByRole('article', { name: 'Heizkörper Wohnzimmer' });
    await radiator.getByRole('button', { name: 'Manual' }).click();
    await radiator.locator('[aria-pressed="true"]', { hasText: 'Manual' }).waitFor();
    const remote = page.getByRole('article', { name: 'Handsender Jürgen' });
    await remote.getByRole('button', { name: 'Key 2' }).click();
    await expect
      .poll(() => written.map((each) => each.replace(/.*data-points\//, '')))
      .toEqual([
        'LEVEL/value {"value":0}',
        'STOP/value {"value":true}',
        'CONTROL_MODE/value {"value":1}',
        'PRESS_SHORT/value {"value":true}',
      ]);
    expect(await page.getByRole('article', { name: /RCV/ }).count()).toBe(0);
    expect(await accessibility()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a tile of a coloured light', () => {
  it('sets hue and saturation in one operation', async () => {
    const { page, faults, close } = await world.visit('/', { role: 'operator' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(`${request.url()} ${request.postData()}`);
    });
    const color = page.getByLabel(/^Colour of Lichtband/).first();
    await color.scrollIntoViewIfNeeded();
    await color.fill('#0000ff');
    await expect
      .poll(() => asked.filter((each) => each.includes('set_color')))
      .toEqual([expect.stringContaining('{"params":{"hue":240,"saturation":100}}')]);
    await expect.poll(() => color.inputValue()).toBe('#0000ff');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the state of the installation on Home', () => {
  it('is in words before the rooms, and each word leads to its devices', async () => {
    const { page, faults, accessibility, close } = await world.visit('/', { role: 'operator', width: 390 });
    const light = page.getByRole('switch', { name: 'Licht Keller' });
    if ((await light.getAttribute('aria-checked')) !== 'true') await light.click();
    const chips = page.getByRole('list', { name: 'State of the installation' });
    const lights = chips.getByRole('link', { name: /^\d+ lights? on$/ });
    await lights.waitFor();
    expect((await chips.boundingBox())!.y).toBeLessThan(844 / 2);
    await page.getByRole('region', { name: 'Keller' }).getByText('1 light on').waitFor();
    const count = Number(/^\d+/.exec((await lights.textContent()) ?? '')?.[0]);
    expect(await accessibility()).toEqual([]);
    await lights.click();
    await page.getByRole('link', { name: 'Licht Keller' }).waitFor();
    expect(new URL(page.url()).search).toBe('?state=light_on');
    await expect.poll(() => page.locator('[role="row"]').count()).toBe(count + 1);
    await page.goBack();
    await chips.getByRole('link', { name: /°C indoors$/ }).click();
    await page.getByRole('link', { name: 'Wandthermostat Küche' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('folds the connections to one line while all of them work, and draws their cards only while they are open', async () => {
    const { page, close } = await world.visit('/');
    const connection = page.getByRole('region', { name: 'Connection' });
    const card = connection.getByRole('article', { name: 'demo' });
    await connection.getByText('all working').waitFor();
    expect(await card.isVisible()).toBe(false);
    expect(await connection.locator('.ccu-cards').count()).toBe(0);
    await connection.getByText('all working').click();
    await card.getByText('HmIP-RF').waitFor();
    await connection.getByText('all working').click();
    await expect.poll(() => connection.locator('.ccu-cards').count()).toBe(0);
    await close();
  });
});

describe('the tiles of Home by keyboard', () => {
  it('are one stop of the Tab key; arrows lead on, Space to the control and no further, Enter to the device', async () => {
    const { page, faults, close } = await world.visit('/', { role: 'operator' });
    const tiles = page.locator('.tile');
    const focused = () => page.evaluate(() => document.activeElement?.closest('.tile')?.getAttribute('aria-label'));
    await expect.poll(() => page.locator('.tile[tabindex="0"]').count()).toBe(1);
    const inOrder = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('.tile a, .tile button, .tile input')].filter(
          (each) => each.tabIndex === 0,
        ).length,
    );
    expect(inOrder).toBeLessThan(6);
    await tiles.first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(await tiles.nth(1).getAttribute('aria-label'));
    const light = page.getByRole('article', { name: 'Licht Keller' });
    const control = light.getByRole('switch');
    const before = await control.getAttribute('aria-checked');
    await light.focus();
    await page.keyboard.press('Space');
    expect(await control.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await control.getAttribute('aria-checked')).toBe(before);
    await page.keyboard.press('Escape');
    expect(await light.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Licht Keller' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Actions of a row or tile').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('have actions; a favourite comes first, also after a reload, until it is removed', async () => {
    const { page, accessibility, faults, close } = await world.visit('/', { role: 'viewer' });
    const favourites = page.getByRole('region', { name: 'Favourites' });
    await page.getByRole('article', { name: 'Licht Keller' }).focus();
    await page.keyboard.press('.');
    const dialog = page.getByRole('dialog', { name: 'Licht Keller' });
    await dialog.getByRole('button', { name: 'Add to favourites' }).click();
    await dialog.getByRole('button', { name: 'Remove from favourites' }).waitFor();
    expect(await accessibility()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.reload();
    await favourites.getByRole('article', { name: 'Licht Keller' }).waitFor();
    await favourites.getByRole('button', { name: 'Actions of Licht Keller' }).click();
    await Promise.all([stored(page), dialog.getByRole('button', { name: 'Remove from favourites' }).click()]);
    await favourites.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it.each(['mouse', 'touch'] as const)('of favourites are ordered by dragging, with %s', async (pointer) => {
    const { page, faults, close } = await world.visit('/', { role: 'viewer', width: 768 });
    const names = ['Licht Keller', 'Dimmer Esstisch', 'Rollladen Süd'];
    const favourites = page.getByRole('region', { name: 'Favourites' });
    const order = () => favourites.getByRole('article').evaluateAll((all) => all.map((each) => each.ariaLabel));
    for (const name of names) {
      await page.getByRole('article', { name }).first().focus();
      await page.keyboard.press('.');
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByRole('button', { name: 'Add to favourites' }).click();
      await dialog.getByRole('button', { name: 'Remove from favourites' }).waitFor();
      await page.keyboard.press('Escape');
    }
    await expect.poll(order).toEqual(names);
    await favourites.scrollIntoViewIfNeeded();
    const grip = (await favourites.getByRole('article', { name: names[2]! }).locator('.tile-grip').boundingBox())!;
    const first = (await favourites.getByRole('article', { name: names[0]! }).boundingBox())!;
    const moved = stored(page);
    await dragWith(pointer, page, [
      { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 },
      { x: first.x + 20, y: first.y + 60 },
      { x: first.x + 30, y: first.y + 20 },
    ]);
    await moved;
    await expect.poll(order).toEqual([names[2], names[0], names[1]]);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.reload();
    await expect.poll(order).toEqual([names[2], names[0], names[1]]);
    for (const name of names) {
      await favourites.getByRole('button', { name: `Actions of ${name}` }).click();
      const remove = page.getByRole('dialog', { name }).getByRole('button', { name: 'Remove from favourites' });
      await Promise.all([stored(page), remove.click()]);
      await page.getByRole('dialog', { name }).getByRole('button', { name: 'Add to favourites' }).waitFor();
      await page.keyboard.press('Escape');
    }
    await favourites.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('show how a measured value went, asked for with one request', async () => {
    const requests: number[] = [];
    const { page, close } = await world.visit('/', {
      prepare: async (page) => {
        await page.route('**/api/v1/history?**', async (route) => {
          const asked = new URL(route.request().url()).searchParams.get('points')!.split(',');
          requests.push(asked.length);
          const to = Date.now();
          await route.fulfill({
            json: {
              from: new Date(to - 86_400_000).toISOString(),
              to: new Date(to).toISOString(),
              retention: { enabled: true, max_days: 1, max_bytes: 1, bytes: 1, years: 10 },
              gaps: [],
              series: asked.map(() => ({
                parameter: 'X',
                recorded: true,
                resolution_ms: 0,
                at: [to - 3_600_000],
                values: [21],
                before: { at: 0, value: 19 },
              })),
            },
          });
        });
      },
    });
    await page
      .getByRole('img', { name: /Temperature, last 1 day: lowest 19.*highest 21.*now 21/ })
      .first()
      .waitFor();
    expect(requests.length).toBe(1);
    expect(requests[0]).toBeGreaterThan(1);
    await close();
  });
});
