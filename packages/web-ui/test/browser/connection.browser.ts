import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ADMIN } from './gateway.js';
import { useGatewayWorld } from './harness.js';
import { type GatewayProxy, startProxy } from './proxy.js';
import type { Visit } from './world.js';

const SENSOR = '00F1C0DE000001';

const { gateway, world } = useGatewayWorld({ rest: { ws: { replay_capacity: 16, log_events: 16 } } });
let sensor: string;
beforeAll(async () => {
  ({ name: sensor } = (await gateway.api('GET', `/devices/${SENSOR}`)) as { name: string });
});

const measured = (celsius: number) => gateway.emit(`${SENSOR}:1`, 'ACTUAL_TEMPERATURE', celsius);
const tile = ({ page }: Visit) => page.getByRole('article', { name: sensor });

/** Fails when the page was loaded anew. */
async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  return () => page.evaluate(() => 'stayed' in window);
}

/** What the tiles say of the house, without ages. */
const houseOf = ({ page }: Visit) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.tile')].map((each) =>
      [each.getAttribute('aria-label'), ...[...each.querySelectorAll('output')].map((value) => value.textContent)].join(
        '|',
      ),
    ),
  );

async function expectSameAsFresh(visit: Visit): Promise<void> {
  const fresh = await world.visit('/');
  // Each draws its tiles a screenful at a time.
  const differences = async () => {
    const [held, read] = [await houseOf(visit), await houseOf(fresh)];
    return [...held.filter((each) => !read.includes(each)), ...read.filter((each) => !held.includes(each))];
  };
  await expect.poll(differences, { timeout: 20_000 }).toEqual([]);
  await fresh.close();
}

describe('a page while the gateway restarts', () => {
  it('reports that, reconnects by itself, and misses nothing', async () => {
    const visit = await world.visit('/');
    const stayed = await marked(visit.page);
    await measured(17.1);
    await tile(visit).getByText('17.1').waitFor();
    await gateway.stop();
    await visit.page.locator('.connection-pill.warn', { hasText: 'gateway restarting' }).waitFor();
    await visit.page.getByText('this is the last known state').waitFor();
    await tile(visit).getByText('17.1').waitFor();
    await visit.page.getByRole('article', { name: 'home' }).getByText('unknown while offline').waitFor();
    await measured(18.2);
    await gateway.start();
    await visit.page.locator('.connection-pill.good').waitFor();
    await gateway.untilConnected(true);
    await tile(visit).getByText('18.2').waitFor();
    await expectSameAsFresh(visit);
    expect(await stayed()).toBe(true);
    await visit.close();
  });
});

describe('a page with lost events', () => {
  it('loads a new snapshot without a reload of the page', async () => {
    const visit = await world.visit('/', { prepare: holdSockets });
    const stayed = await marked(visit.page);
    await cut(visit.page);
    await visit.page.locator('.connection-pill.bad').waitFor();
    for (let celsius = 10; celsius < 40; celsius += 1) await measured(celsius + 0.5);
    await expect.poll(temperature).toBe(39.5);
    await letThrough(visit.page);
    await visit.page.getByRole('button', { name: 'Connection' }).click();
    // After a long cut the page waits up to 30 s before its next attempt.
    await visit.page.getByText('1 time', { exact: true }).waitFor({ timeout: 60_000 });
    await tile(visit).getByText('39.5').waitFor();
    await expectSameAsFresh(visit);
    expect(await stayed()).toBe(true);
    await visit.close();
  });
});

const temperature = async () =>
  ((await gateway.api('GET', `/devices/${SENSOR}/channels/1/data-points/ACTUAL_TEMPERATURE`)) as { value: unknown })
    .value;

describe('a page with a CCU that is lost and returns', () => {
  it('is one problem on Home with its time and its consequences, and disappears with the recovery', async () => {
    const visit = await world.visit('/');
    const { page } = visit;
    const connection = page.getByRole('region', { name: 'Connection' });
    await connection.getByText('all working').waitFor();
    await gateway.fault('garbage', { on: true });
    await gateway.untilConnected(false);
    const problem = page.locator('.problem', { hasText: /home does not answer, \d+ devices affected/ });
    await problem.getByText(/^ ?since \d+ (sec|min)/).waitFor();
    await connection.getByRole('article', { name: 'home' }).getByText('no connection', { exact: true }).waitFor();
    expect(await page.locator('.problem', { hasText: /is not connected|is out of reach/ }).count()).toBe(1);
    await problem.locator('summary').first().click();
    await problem.getByText(/^\d+ consequences$/).click();
    await problem.getByText('HmIP-RF is not connected').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await page.getByRole('link', { name: 'Problems' }).click();
    await page
      .locator('.inbox-entry', { hasText: 'home does not answer' })
      .getByText(/^\d+ consequences$/)
      .click();
    await page.getByText('HmIP-RF is not connected').waitFor();
    await page.goBack();
    await gateway.fault('clear');
    await gateway.untilConnected(true);
    await connection.getByText('all working').waitFor();
    await problem.waitFor({ state: 'detached' });
    await visit.close();
  });
});

describe('a page with a session that is ended elsewhere', () => {
  it('asks for a sign-in over the page, keeps the entered data, and has removed the stored snapshot', async () => {
    const visit = await world.visit('/settings?section=mqtt&add=1', { width: 390 });
    const { page } = visit;
    const stayed = await marked(page);
    await page.getByLabel('Host', { exact: true }).fill('broker.lan');
    await gateway.api('DELETE', '/auth/sessions');
    const dialog = page.getByRole('dialog', { name: 'Session ended' });
    await dialog.waitFor();
    await page.locator('.connection-pill.bad').waitFor();
    expect(await page.evaluate(keptStates)).toEqual([]);
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('session-ended');
    await dialog.getByLabel('Password').fill('wrong password');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByRole('alert').getByText('Wrong user name or password.').waitFor();
    await dialog.getByLabel('Password').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.connection-pill.good').waitFor();
    expect(await page.getByLabel('Host', { exact: true }).inputValue()).toBe('broker.lan');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit home' }).waitFor();
    expect(await stayed()).toBe(true);
    await visit.close();
    world.forgetSessions();
  });
});

describe('a page whose session is ended in another tab', () => {
  it('asks for a sign-in over the page, and goes on in both tabs', async () => {
    const visit = await world.visit('/devices');
    const { page } = visit;
    const stayed = await marked(page);
    const other = await page.context().newPage();
    await other.goto(new URL('/account', page.url()).href);
    await other.locator('.connection-pill.good').waitFor();
    await other.getByRole('button', { name: 'Account' }).click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.waitForURL(/\/login/);
    const dialog = page.getByRole('dialog', { name: 'Session ended' });
    await dialog.waitFor();
    await dialog.getByLabel('Password').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.connection-pill.good').waitFor();
    await other.goto(new URL('/account', page.url()).href);
    await other.locator('.connection-pill.good').waitFor();
    expect(await stayed()).toBe(true);
    await visit.close();
    world.forgetSessions();
  });
});

describe('a page that is loaded anew', () => {
  it('has the entered data of a form again, and no secret', async () => {
    const visit = await world.visit('/settings?section=mqtt&add=1');
    const { page } = visit;
    await page.getByLabel('Host', { exact: true }).fill('broker.lan');
    await page.getByLabel('Password', { exact: true }).fill('canary-4711');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('canary');
    page.on('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByLabel('Host', { exact: true }).inputValue()).toBe('broker.lan');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await visit.close();
  });
});

describe('a page without a network', () => {
  it('has a word of its own for that at once, shows its values as old, and goes on by itself', async () => {
    const visit = await world.visit('/', { width: 390 });
    const { page } = visit;
    await page.context().setOffline(true);
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await page.locator('.connection-pill.bad', { hasText: 'no network' }).waitFor();
    await page.getByRole('article', { name: 'home' }).getByText('unknown while offline').waitFor();
    await page.getByRole('button', { name: 'Connection' }).click();
    await page.getByText('This device has no network.').waitFor();
    expect(await isItalic(tile(visit).locator('.value.live output').first())).toBe(true);
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('no-network');
    await page.context().setOffline(false);
    await page.locator('.connection-pill.good').waitFor();
    await visit.close();
  });
});

/** Signs in through the proxy; resolves with Home and its values. */
async function throughProxy(
  proxy: GatewayProxy,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<Visit> {
  const visit = await world.open(proxy.url, { width: 390 });
  const { page } = visit;
  await prepare(page);
  await page.goto(`${proxy.url}/`);
  await page.fill('#username', ADMIN.username);
  await page.fill('#password', ADMIN.password);
  await page.click('form button');
  await page.locator('.connection-pill:is(.good, .warn)').waitFor();
  await tile(visit).waitFor();
  return visit;
}

/** Moves the clock of the page by the time after which a silent connection counts as none, until the element is there. */
async function passTimeUntil(page: Page, element: Locator): Promise<void> {
  const isThere = async () => {
    await page.clock.fastForward(35_000);
    return await element.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isThere).toBe(true);
}

describe('a page behind a proxy', () => {
  it('reports a silent connection after 35 s, shows its values as old, and goes on by itself', async () => {
    const proxy = await startProxy(gateway.url);
    onTestFinished(() => proxy.close());
    const visit = await throughProxy(proxy, (page) => page.clock.install());
    const { page } = visit;
    await measured(19.4);
    const value = tile(visit).locator('.value.live output', { hasText: '19.4' });
    await value.waitFor();
    expect(await isItalic(value)).toBe(false);
    proxy.silence();
    // The first period has heard the events before.
    await passTimeUntil(page, page.locator('.connection-pill.bad', { hasText: /^no answer – retry in \d+ s$/ }));
    await page.getByText('this is the last known state').waitFor();
    expect(await isItalic(value)).toBe(true);
    await page.getByRole('button', { name: 'Connection' }).click();
    await page.getByText('The gateway does not answer.').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    proxy.restore();
    // An attempt that began in the silence ends first.
    await passTimeUntil(page, page.locator('.connection-pill.good'));
    await measured(19.6);
    await tile(visit).getByText('19.6').waitFor();
    await visit.close();
  });

  it('follows server-sent events where the proxy refuses upgrades, and names its setting', async () => {
    const proxy = await startProxy(gateway.url);
    onTestFinished(() => proxy.close());
    proxy.refuseUpgrades();
    const visit = await throughProxy(proxy);
    const { page } = visit;
    await page.locator('.connection-pill.warn', { hasText: 'live, no WebSocket' }).waitFor();
    await measured(20.7);
    const value = tile(visit).locator('.value.live output', { hasText: '20.7' });
    await value.waitFor();
    expect(await isItalic(value)).toBe(false);
    await page.getByRole('button', { name: 'Connection' }).click();
    await page.getByText(/headers Upgrade and Connection .*proxy_http_version/).waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('no-websocket');
    await visit.close();
  });
});

/** How an old value looks. */
const isItalic = (value: Locator) => value.evaluate((each) => getComputedStyle(each).fontStyle === 'italic');

describe('a start while the gateway is out of reach', () => {
  it('shows the last known state with its time until the gateway is back, and nothing after signing out', async () => {
    const visit = await world.visit('/', { serviceWorker: true });
    const { page } = visit;
    await measured(21.3);
    await tile(visit).getByText('21.3').waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await gateway.stop();
    await page.locator('.connection-pill.warn').waitFor();
    await expect.poll(() => page.evaluate(keptStates)).toHaveLength(1);
    await page.reload();
    await page.getByText(/You see the last known state of .*\d:\d\d/).waitFor();
    await tile(visit).getByText('21.3').waitFor();
    expect(await tile(visit).locator('.value.live').count()).toBe(0);
    // So do the pages of rooms and devices, opened by their own addresses.
    for (const [path, kept] of [
      ['rooms', page.locator('main .entries a').first()],
      // The table draws the rows that are in view alone.
      ['devices', page.locator('main').getByRole('row').nth(1)],
    ] as const) {
      await page.goto(new URL(path, page.url()).href);
      await page.getByText(/You see the last known state of .*\d:\d\d/).waitFor();
      await kept.waitFor();
      await visit.screenshot(`last-known-${path}`);
    }
    await page.goto(new URL('/', page.url()).href);
    await gateway.start();
    await page.locator('.connection-pill.good').waitFor();
    await page.getByText('You see the last known state').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    expect(await page.evaluate(keptStates)).toEqual([]);
    await visit.close();
    world.forgetSessions();
  });
});

async function keptStates(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.includes('last-known'));
}

const gates = new WeakMap<Page, { open: boolean; cut: () => void }>();

/** Sockets of the page go through the test, which can cut them and hold back new ones. */
async function holdSockets(page: Page): Promise<void> {
  const gate = { open: true, cut: () => {} };
  gates.set(page, gate);
  // Without sockets the page would follow server-sent events.
  await page.route(/\/api\/v1\/events\/stream/, (route) => (gate.open ? route.continue() : route.abort()));
  await page.routeWebSocket(/\/api\/v1\/events/, async (socket) => {
    if (!gate.open) return void socket.close({ code: 1012 });
    const server = socket.connectToServer();
    gate.cut = () => {
      void server.close();
      void socket.close({ code: 1012 });
    };
  });
}

async function cut(page: Page): Promise<void> {
  const gate = gates.get(page)!;
  gate.open = false;
  gate.cut();
}

async function letThrough(page: Page): Promise<void> {
  gates.get(page)!.open = true;
}
