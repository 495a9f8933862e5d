import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';
import { DALI, DALI_PARAMETERS, FOREIGN, HOSTILE_NAMES, hostileHouse, WEIRD } from './hostile-house.js';
import type { Visit } from './world.js';

const { gateway, world } = useGatewayWorld({ house: hostileHouse() }, async (gateway) => {
  // Names of tokens and accounts have no invisible letters.
  for (const name of HOSTILE_NAMES.map((each) => each.slice(0, 128)).filter((each) => !/\p{Cf}/u.test(each)))
    await gateway.api('POST', '/auth/tokens/v2', { subject: name, role: 'viewer', expires_in_days: 1 });
});

/** Fails when a name was taken for markup, when the page is wider than the phone, or when anything went wrong. */
async function expectUnharmed({ page, faults }: Visit): Promise<void> {
  expect(await page.evaluate(() => (window as { hacked?: string }).hacked)).toBeUndefined();
  expect(await page.locator('main img[src=x], main svg[onload], main b, main i').count()).toBe(0);
  expect(await tooWide(page)).toEqual([]);
  expect(faults).toEqual([]);
}

/** What stands out of the page at its right. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return [];
    const wide = [...document.querySelectorAll('main *')].filter(
      (each) => each.getBoundingClientRect().right > window.innerWidth + 1,
    );
    return wide.map((each) => `${each.tagName.toLowerCase()}.${each.className}: ${each.textContent?.slice(0, 40)}`);
  });

const PAGES: readonly (readonly [group: string, paths: readonly string[]])[] = [
  ['of the house', ['/', '/devices', '/links', '/rooms', '/programs', '/sysvars', '/pairing']],
  ['of what goes on', ['/problems', '/firmware?all=1', '/radio', '/system', '/tokens', '/audit', '/events']],
  [
    'of a device',
    ['', '/configure', '/links', '/schedule', '/history', '/events', '/raw'].map(
      (part) => `/devices/home/00F1C0DE000001${part}`,
    ),
  ],
];

describe('names with markup, pictures, 200 letters and the other direction', () => {
  it.each(PAGES)(
    'are shown as they are, on every page %s, and break neither its width nor its words',
    async (_, paths) => {
      const visit = await world.visit('/', { width: 390, prepare: withForeignNames });
      const { page } = visit;
      for (const path of paths) {
        await page.goto(`${gateway.url}${path}`);
        await untilShown(page);
        for (const width of [1440, 390] as const) {
          await page.setViewportSize({ width, height: 844 });
          // What is drawn otherwise at another width is there with the next picture.
          await expect.poll(() => tooWide(page), { message: `${path} at ${width}` }).toEqual([]);
        }
        expect.soft([path, await brokenWords(page)]).toEqual([path, []]);
        await visit.screenshot(`hostile${path.replaceAll(/\W+/g, '-')}`);
      }
      await expectUnharmed(visit);
      await visit.close();
    },
  );

  it('are found in full, in the table and in the palette', async () => {
    const { page, close } = await world.visit('/devices', { prepare: withForeignNames });
    for (const [index, { description }] of hostileHouse().devices.slice(1, 6).entries()) {
      const sign = HOSTILE_NAMES[(index + 1) % HOSTILE_NAMES.length]!;
      const name = FOREIGN.get(sign) ?? sign;
      // Rooms and channels have these names, too.
      await page.getByRole('searchbox').fill(`${name} ${description.ADDRESS}`);
      const links = () => page.getByRole('row').getByRole('link').allTextContents();
      await expect.poll(links, { timeout: 10_000 }).toEqual([expect.stringContaining(name)]);
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type(HOSTILE_NAMES[0].slice(0, 20));
    await page.getByRole('option').first().getByText(HOSTILE_NAMES[0]).waitFor();
    await close();
  });

  it('leave the tab that is shown in view', async () => {
    const { page, close } = await world.visit(`/devices/home/${WEIRD}/raw`, { width: 390 });
    const tab = page.locator('.tabs [aria-current]');
    const { x, width } = (await tab.boundingBox())!;
    expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    await close();
  });
});

/** A CCU keeps its texts in ISO-8859-15, so that it says question marks for these; other servers do not. */
async function withForeignNames(page: Page): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'GET' || request.resourceType() !== 'fetch') return route.fallback();
    // The gateway may end a connection that was idle just as it is used again.
    const answer = await route.fetch({ maxRetries: 2 }).catch(() => undefined);
    // A page that is left breaks off what it asked.
    if (answer === undefined) return route.abort('aborted').catch(() => {});
    const said = await answer.text();
    const body = [...FOREIGN].reduce((text, [sign, name]) => text.replaceAll(sign, name), said);
    await route.fulfill({ response: answer, body }).catch(() => {});
  });
}

/** Everything that is loaded is there. */
async function untilShown(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await page.locator('.connection-pill.good').waitFor();
  await page.waitForFunction(() => document.querySelector('main [role=status][aria-label]') === null);
}

/** Labels and buttons of one word that stand on several lines. */
const brokenWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main .cell-label, main .button')]
      .filter((each) => /^\S{2,24}$/.test(each.textContent.trim()) && each.querySelector('svg') === null)
      .filter((each) => {
        const lines = document.createRange();
        lines.selectNodeContents(each);
        return new Set([...lines.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })
      .map((each) => each.textContent),
  );

describe('values that no description allows', () => {
  it('are shown or missing, and break nothing', async () => {
    for (const [parameter, value] of [
      ['LEVEL', -17.5],
      ['ACTUAL_TEMPERATURE', 1.7976931348623157e308],
      ['HUMIDITY', 4_000_000],
      ['ILLUMINATION', Number.NaN],
      ['STATE_OF_MIND', 99],
      ['HOLOGRAM', '<b>deep</b>'],
      ['<SCRIPT>ALERT', HOSTILE_NAMES[0]],
    ] as const)
      await gateway.emit(`${WEIRD}:1`, parameter, value);
    await gateway.emit(`${WEIRD}:0`, 'RSSI_DEVICE', 65_536);
    for (const width of [390, 1440] as const) {
      const visit = await world.visit(`/devices/home/${WEIRD}`, { width });
      await visit.page.getByText('HOLOGRAM').first().waitFor();
      await visit.screenshot('hostile-values');
      await expectUnharmed(visit);
      for (const part of ['/raw', '/events', '/history', '/configure']) {
        await visit.page.goto(`${gateway.url}/devices/home/${WEIRD}${part}`);
        await untilShown(visit.page);
        await expectUnharmed(visit);
      }
      await visit.page.goto(
        `${gateway.url}/devices?columns=name,.ACTUAL_TEMPERATURE,.ILLUMINATION,.LEVEL,.HOLOGRAM,rssi`,
      );
      await untilShown(visit.page);
      await visit.screenshot('hostile-columns');
      await expectUnharmed(visit);
      await visit.close();
    }
  });
});

describe('a paramset of 3 702 parameters', () => {
  it('opens with a few fields, finds one, and never makes all of them', async () => {
    const visit = await world.visit(`/devices/home/${DALI}/configure?channel=1&expert=true`, { width: 390 });
    const { page } = visit;
    await page.locator('.setting-group').first().waitFor();
    const counts = await page.locator('.setting-group summary .dim:first-of-type').allTextContents();
    const total = counts.reduce((sum, text) => sum + Number(/\d[\d,]*/.exec(text)?.[0].replaceAll(',', '')), 0);
    expect(total).toBe(DALI_PARAMETERS);
    const fields = page.locator('.setting-group input, .setting-group select');
    expect(await fields.count()).toBeLessThanOrEqual(80);
    await page.getByRole('searchbox').fill('lamp47 setting 3');
    await page
      .getByRole('textbox', { name: /Lamp47 Setting 3/i })
      .first()
      .waitFor();
    await page.getByRole('searchbox').fill('a');
    await page.waitForURL(/find=a$/);
    expect(await fields.count()).toBeLessThanOrEqual(400);
    await visit.screenshot('hostile-dali');
    await expectUnharmed(visit);
    await visit.close();
  });
});
