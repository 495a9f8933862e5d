import { describe, expect, it } from 'vitest';
import { ADMIN } from './gateway.js';
import { useGatewayWorld } from './harness.js';
import { looksOf } from './screens.js';
import type { Look } from './world.js';

const { gateway, world } = useGatewayWorld({ beforeSetup: true });

/** A gateway that was started anew after a test that failed has none. */
async function withAccount(): Promise<void> {
  const { required } = (await (await fetch(`${gateway.url}/api/v1/setup/status`)).json()) as { required: boolean };
  if (required) await gateway.api('POST', '/setup', ADMIN);
}

/** The page at the address in one look, as every screen of the app is looked at. */
async function expectGoodPage(path: '/setup' | '/login', look: Look): Promise<void> {
  const visit = await world.open(gateway.url, look);
  const { page, faults } = visit;
  await page.goto(`${gateway.url}/`);
  await page.waitForURL((url) => url.pathname === path);
  expect(await visit.accessibility()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(look.language);
  await visit.screenshot(path.slice(1));
  expect(faults).toEqual([]);
  await visit.close();
}

describe('a gateway without an account', () => {
  it('leads to its setup page in each language, theme and width', async () => {
    for (const look of looksOf(0)) await expectGoodPage('/setup', look);
  });

  it('refuses passwords that differ and keeps the name, makes the account, signs in, and leads to the wizard', async () => {
    const { page, faults, close } = await world.open(gateway.url);
    await page.goto(`${gateway.url}/setup`);
    const submit = async (confirmation: string) => {
      await page.fill('#password', ADMIN.password);
      await page.fill('#confirmation', confirmation);
      await page.click('form button');
    };
    await page.fill('#username', ADMIN.username);
    await submit(`${ADMIN.password}!`);
    await page.getByRole('alert').waitFor();
    expect(await page.inputValue('#username')).toBe(ADMIN.username);
    await page.fill('#password', '12345678');
    await page.fill('#confirmation', '12345678');
    await page.click('form button');
    await page.getByRole('alert').getByText('one of the commonest passwords').waitFor();
    await page.getByLabel('Show the password').check();
    expect(await page.getAttribute('#confirmation', 'type')).toBe('text');
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: 'Administrator anlegen' }).waitFor();
    await page.fill('#username', ADMIN.username);
    await submit(ADMIN.password);
    await page.waitForURL((url) => url.pathname === '/welcome');
    await page.locator('.connection-pill.good').waitFor();
    await page.goto(`${gateway.url}/setup`);
    expect(new URL(page.url()).pathname).not.toBe('/setup');
    // The first try was refused, and the browser says so.
    expect(faults.filter((fault) => !/status of 4\d\d/.test(fault))).toEqual([]);
    await close();
  });

  it('has a sign-in page afterwards, in each language, theme and width', async () => {
    await withAccount();
    for (const look of looksOf(1)) await expectGoodPage('/login', look);
  });
});

describe('the app', () => {
  it('can be installed: its manifest and icons are there', async () => {
    await withAccount();
    const { page, faults, close } = await world.open(gateway.url);
    await page.goto(`${gateway.url}/login`);
    await page.fill('#username', ADMIN.username);
    await page.fill('#password', ADMIN.password);
    await page.click('form button');
    await page.locator('.connection-pill.good').waitFor();
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')!;
      const said = (await (await fetch(link.href)).json()) as {
        name: string;
        display: string;
        icons: { src: string }[];
      };
      const icons = await Promise.all(said.icons.map(async ({ src }) => (await fetch(new URL(src, link.href))).status));
      return { ...said, icons };
    });
    expect(manifest).toMatchObject({ display: 'standalone', icons: manifest.icons.map(() => 200) });
    expect(manifest.icons.length).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('blurs in screenshot mode all names of users, rooms and addresses, from page to page', async () => {
    await withAccount();
    const { page, faults, close } = await world.visit('/devices');
    const unblurred = () =>
      page
        .locator('main .private')
        .evaluateAll((all) =>
          all.filter((each) => !getComputedStyle(each).filter.includes('blur')).map((each) => each.textContent),
        );
    await page.getByRole('row').nth(1).waitFor();
    expect((await unblurred()).length).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByLabel('Screenshot mode').check();
    await page.keyboard.press('Escape');
    await expect.poll(unblurred).toEqual([]);
    await page.getByRole('navigation').getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
    await page.getByRole('row').nth(1).locator('.private').first().waitFor();
    expect(await unblurred()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
