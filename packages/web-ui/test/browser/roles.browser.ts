import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';
import type { Role } from './world.js';

const world = useDemoWorld();

interface Screen {
  readonly path: string;
  /** What there is to do on it, with the role that is needed for that. */
  readonly controls: readonly (readonly [role: Role, control: (main: Locator) => Locator])[];
}

const button = (name: string | RegExp) => (main: Locator) => main.getByRole('button', { name }).first();

const SCREENS: readonly Screen[] = [
  { path: '', controls: [['operator', (main) => main.getByRole('switch', { name: 'Licht Keller' })]] },
  { path: 'devices/demo/00F1C0DE000007', controls: [['operator', button('Turn on')]] },
  {
    path: 'devices/demo/00F1C0DE000001/configure?channel=1',
    controls: [['operator', (main) => main.getByRole('textbox', { name: 'Boost Time Period' })]],
  },
  { path: 'devices/demo/00F1C0DE000012/links', controls: [['operator', button('Add a link')]] },
  { path: 'devices/demo/00F1C0DE000001/schedule', controls: [['operator', button(/^Edit/)]] },
  {
    path: 'links',
    controls: [
      ['operator', button(/^Test/)],
      ['operator', button(/^Edit/)],
      ['operator', button(/^Remove/)],
    ],
  },
  {
    path: 'programs',
    controls: [
      ['operator', button(/^Run/)],
      ['operator', (main) => main.getByRole('switch').first()],
    ],
  },
  { path: 'sysvars', controls: [['operator', button('New variable')]] },
  {
    path: 'pairing',
    controls: [
      ['operator', button(/^Accept/)],
      ['admin', button(/^Start/)],
      ['admin', button('Search')],
    ],
  },
  { path: 'rooms', controls: [['operator', button('New room')]] },
  { path: 'heating-groups', controls: [['admin', button('New group')]] },
  { path: 'problems', controls: [['operator', button('Acknowledge all')]] },
  {
    path: 'firmware?all=1',
    controls: [
      ['operator', button('Check devices again')],
      ['admin', button('Install')],
    ],
  },
];

/** Pages that are for administrators as a whole. */
const FOR_ADMINS = ['centrals', 'backups', 'settings', 'tokens', 'users', 'logs'] as const;

const ORDER: readonly Role[] = ['viewer', 'operator', 'admin'];
const WORDS: Readonly<Record<Role, string>> = { viewer: 'viewer', operator: 'operator', admin: 'administrator' };

/** Without loading the app anew, as a link would. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', new URL(to, document.baseURI));
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Why a control cannot be used; undefined where it can. */
async function reasonOf(page: Page, control: Locator): Promise<string | undefined> {
  if (await control.isEnabled()) return undefined;
  const described = await control.getAttribute('aria-describedby');
  if (described !== null) return (await page.locator(`[id="${described}"]`).textContent()) ?? '';
  return (await control.getAttribute('title')) ?? '';
}

describe.each(ORDER)('the %s', (role) => {
  it('sees every action, with the reason at those beyond the role', async () => {
    const { page, faults, close } = await world.visit('/', { role });
    // Only the last page of the gateway's knows who is signed in.
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText(`(${WORDS[role]})`).waitFor();
    await page.keyboard.press('Escape');
    const main = page.getByRole('main');
    for (const { path, controls } of SCREENS) {
      await goTo(page, path);
      for (const [needed, find] of controls) {
        const control = find(main);
        await control.waitFor();
        const what = `${path} ${await control.textContent()}`;
        const allowed = ORDER.indexOf(role) >= ORDER.indexOf(needed);
        const expected = allowed ? undefined : expect.stringContaining(`needs the role ${WORDS[needed]}`);
        await expect.poll(async () => [what, await reasonOf(page, control)]).toEqual([what, expected]);
      }
    }
    for (const path of FOR_ADMINS) {
      await goTo(page, path);
      if (role === 'admin') await main.locator('h1').waitFor();
      else await main.locator('.empty').getByText('It needs the role administrator').waitFor();
    }
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a viewer', () => {
  it('has no control that changes a device or setting, on any screen', async () => {
    const { page, close } = await world.visit('/', { role: 'viewer' });
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // What is of the caller alone, as favourites, is anyone's.
      if (request.method() !== 'GET' && !pathname.startsWith('/api/v1/me/'))
        sent.push(`${request.method()} ${pathname}`);
    });
    for (const { path } of SCREENS) {
      await goTo(page, path);
      await page.locator('main h1').waitFor();
      await page.waitForFunction(() => document.querySelector('main [role=status][aria-label]') === null);
      await page.evaluate(async () => {
        for (const each of document.querySelectorAll<HTMLElement>('main button, main [role=switch]')) each.click();
      });
      for (let open = 0; open < 3; open += 1) await page.keyboard.press('Escape');
    }
    expect(sent).toEqual([]);
    await close();
  });
});
