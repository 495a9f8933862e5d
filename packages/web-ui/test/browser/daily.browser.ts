import { type DefinedDevice, inventedHouse } from '@ccu-gateway/ccu-simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import { countClicks } from './clicks.js';
import { useGatewayWorld } from './harness.js';

const { gateway, world } = useGatewayWorld();
const addresses = new Map<string, string>();
beforeAll(async () => {
  const { items } = (await gateway.api('GET', '/devices?per_page=100')) as {
    readonly items: readonly { readonly name: string; readonly address: string }[];
  };
  for (const { name, address } of items) addresses.set(name, address);
});
const addressOf = (name: string) => addresses.get(name)!;
const HOUR_MS = 3_600_000;

describe('a job of every day', () => {
  it('is one click to switch a light, and one to find the open window', async () => {
    const { page, close } = await world.visit('/', { width: 390 });
    const clicks = await countClicks(page);
    const light = page.getByRole('switch', { name: 'Licht Keller' });
    const before = await light.getAttribute('aria-checked');
    await light.click();
    await expect.poll(() => light.getAttribute('aria-checked')).not.toBe(before);
    expect(await clicks()).toBe(1);

    await gateway.emit(`${addressOf('Fenster Küche')}:1`, 'STATE', 1);
    const chip = page.getByRole('link', { name: /^\d+ windows? or doors? open$/ });
    await chip.click();
    await page.getByRole('link', { name: 'Fenster Küche' }).waitFor();
    expect(await clicks()).toBe(2);
    await gateway.emit(`${addressOf('Fenster Küche')}:1`, 'STATE', 0);
    await close();
  });
});

describe('“Which window is open?”', () => {
  it('is answered with one word, in the palette while windows open and close, and in the list', async () => {
    const { page, faults, close, screenshot } = await world.visit('/', { language: 'de', width: 390 });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill('offen');
    const list = palette.getByRole('option').first();
    await list.getByText('Geräte: offen').waitFor();
    const count = async () => Number.parseInt((await list.locator('.small').textContent()) ?? '', 10);
    const before = await count();
    await gateway.emit(`${addressOf('Fenster Küche')}:1`, 'STATE', 1);
    await expect.poll(count).toBe(before + 1);
    await page.keyboard.press('ArrowDown');
    const selected = palette.locator('[aria-selected=true]');
    await selected.getByText('Fenster Küche').waitFor();
    await gateway.emit(`${addressOf('Fenstergriff Büro')}:1`, 'STATE', 2);
    await expect.poll(count).toBe(before + 2);
    await selected.getByText('Fenster Küche').waitFor();
    await screenshot('find-palette');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText(new RegExp(`^${before + 2} von \\d+ Geräten$`)).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('offen');
    await gateway.emit(`${addressOf('Fenstergriff Büro')}:1`, 'STATE', 0);
    await gateway.emit(`${addressOf('Fenster Küche')}:1`, 'STATE', 0);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a new device', () => {
  it('is paired and has its name after five clicks', async () => {
    const { page, close } = await world.visit('/', { width: 1280 });
    const clicks = await countClicks(page);
    await page.getByRole('navigation').getByText('Setup', { exact: true }).click();
    await page.getByRole('link', { name: 'Pairing and inbox' }).click();
    await page.getByRole('button', { name: /^Start install mode of .*HmIP-RF/ }).click();
    await page.getByText(/seconds left/).waitFor();
    const address = addressOf('HmIP-SWDO 00F1C0DE00001A');
    await page.getByRole('button', { name: new RegExp(`^Accept HmIP-SWDO ${address}`) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Fenster Abstellkammer');
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await clicks()).toBe(5);
    await expect
      .poll(async () => ((await gateway.api('GET', `/devices/${address}`)) as { readonly name: string }).name)
      .toBe('Fenster Abstellkammer');
    await close();
  });
});

describe('a new device that waits', () => {
  it('is in no list until it is released in the inbox, with one click', async () => {
    const [central] = (await gateway.api('GET', '/centrals')) as readonly [Readonly<Record<string, unknown>>];
    const { created_at: _created, updated_at: _updated, ...row } = central;
    await gateway.api('PUT', '/centrals/home', { ...row, behavior: { delay_new_device_creation: true } });
    const [lamp, address] = [addressOf('Licht Keller'), '00F1C0DE0000F7'];
    const seed = inventedHouse().devices.find(({ description }) => description.ADDRESS === lamp);
    gateway.pair(JSON.parse(JSON.stringify(seed).replaceAll(lamp, address)) as DefinedDevice);
    const { page, close } = await world.visit('/pairing', { width: 390 });
    const clicks = await countClicks(page);
    const entry = page.getByRole('listitem').filter({ hasText: address });
    await entry.getByText('Not in any list until it is released').waitFor();
    await expect(gateway.api('GET', `/devices/${address}`)).rejects.toThrow();
    await entry.getByRole('button', { name: /^Release / }).click();
    await entry.getByRole('button', { name: /^Release / }).waitFor({ state: 'detached' });
    expect(await clicks()).toBe(1);
    expect(await gateway.api('GET', `/devices/${address}`)).toMatchObject({ address });
    await close();
  });
});

describe('motion', () => {
  it('is a chip once there was none for two hours, which leads to its sensors, and disappears with the next', async () => {
    const sensor = `${addressOf('Bewegungsmelder Flur')}:1`;
    await gateway.emit(sensor, 'MOTION', true);
    await gateway.emit(sensor, 'MOTION', false);
    const { page, accessibility, close } = await world.visit('/', {
      prepare: (prepared) => prepared.clock.install({ time: Date.now() + 2 * HOUR_MS }),
    });
    const chip = page.getByRole('link', { name: /^no motion for 2 (hr|h)/ });
    await chip.waitFor();
    expect(await accessibility()).toEqual([]);
    await chip.click();
    await page.getByRole('link', { name: 'Bewegungsmelder Flur' }).waitFor();
    await page.goBack();
    await chip.waitFor();
    await gateway.emit(sensor, 'MOTION', true);
    await page
      .getByRole('link', { name: /motion/ })
      .and(page.locator('.motion'))
      .waitFor();
    await chip.waitFor({ state: 'detached' });
    await close();
  });
});

describe('the menu', () => {
  it('remembers the groups that were opened, and forgets those that only a page has opened', async () => {
    const { page, close } = await world.visit('/');
    const menu = page.getByRole('navigation', { name: 'Pages' });
    const isOpen = (group: string) =>
      menu.locator('details', { hasText: group }).evaluate((each: HTMLDetailsElement) => each.open);
    // The browser reports an opened group in a later task.
    const remembered = () => page.evaluate(() => localStorage.getItem('ccu-gateway.unfolded'));
    await menu.getByText('Setup', { exact: true }).click();
    await expect.poll(remembered).toBe('setup');
    await page.reload();
    await menu.getByRole('link', { name: 'Firmware' }).waitFor();
    expect([await isOpen('Setup'), await isOpen('Expert')]).toEqual([true, false]);
    await page.goto(new URL('/events', page.url()).href);
    await menu.getByRole('link', { name: 'Events' }).waitFor();
    expect(await isOpen('Expert')).toBe(true);
    await menu.getByText('Setup', { exact: true }).click();
    await expect.poll(remembered).toBe('');
    await page.goto(new URL('/', page.url()).href);
    await menu.getByRole('link', { name: 'Schedules' }).waitFor();
    expect([await isOpen('Setup'), await isOpen('Expert')]).toEqual([false, false]);
    await close();
  });

  it('leads to the weekly programmes of all devices, and each of them to its week', async () => {
    const { page, accessibility, close } = await world.visit('/', { width: 1280 });
    await page.getByRole('navigation').getByRole('link', { name: 'Schedules' }).click();
    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor();
    const table = page.getByRole('grid', { name: 'Schedules' });
    await table.getByText('Temperature').first().waitFor();
    expect(await accessibility()).toEqual([]);
    const [first] = await table.getByRole('link').all();
    const name = (await first!.textContent())!;
    await first!.click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('table').or(page.locator('.week')).first().waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/schedule$/);
    await close();
  });

  it('has the rooms of weekly programmes where the page is opened before the devices are read', async () => {
    const { page, close } = await world.visit('/schedules', {
      prepare: async (page) => {
        const listed = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/api/v1/schedules'));
        await page.route('**/api/v1/snapshot**', async (route) => {
          await listed;
          await route.continue();
        });
      },
    });
    const table = page.getByRole('grid', { name: 'Schedules' });
    await table.getByText('Küche', { exact: true }).first().waitFor();
    await close();
  });
});
