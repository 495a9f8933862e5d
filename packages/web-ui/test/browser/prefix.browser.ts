import { type ReverseProxy, startReverseProxy } from '@ccu-gateway/auth-core/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN } from './gateway.js';
import { useGatewayWorld } from './harness.js';
import type { Visit } from './world.js';

const SENSOR = '00F1C0DE000001';
const INGRESS = '/api/hassio_ingress/abcDEF_-0123456789';
const PREFIX = '/house/gateway';

const { gateway, world } = useGatewayWorld({
  rest: {
    trusted_proxies: ['127.0.0.1/32'],
    auth: {
      users: { [ADMIN.username]: ADMIN.password },
      ha_ingress: { trusted_proxy_cidr: '127.0.0.1/32', role: 'admin' },
    },
  },
  hasAccount: true,
  env: { SERVICE_SUPERVISOR: '1' },
});
let sensor: string;
beforeAll(async () => {
  ({ name: sensor } = (await gateway.api('GET', `/devices/${SENSOR}`)) as { name: string });
});

/** Opens, goes from page to page, writes, reloads a deep link, follows events; all of it below the path. */
async function expectToWork({ page, faults }: Visit, proxy: ReverseProxy): Promise<void> {
  await page.locator('.connection-pill.good').waitFor();
  await followsEvents(page, 19.3);
  await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).click();
  await page.waitForURL(`${proxy.url}/devices`);
  await page.getByRole('searchbox').fill('Keller');
  await page.waitForURL(`${proxy.url}/devices?q=Keller`);
  const device = page.getByRole('row').nth(1).getByRole('link').first();
  const name = (await device.textContent()) ?? '';
  await device.click();
  await page.waitForURL((url) => url.href.startsWith(`${proxy.url}/devices/home/`));
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.locator('main').getByRole('link', { name: 'Raw' }).click();
  await page.waitForURL(/\/raw$/);
  // The lines to copy lead to where the browser is.
  await page.getByText(`${proxy.url}/api/v1/`).first().waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.locator('.connection-pill.good').waitFor();
  await page.goBack();
  await page.locator('.brand').click();
  await page.waitForURL(`${proxy.url}/`);
  await followsEvents(page, 20.4);
  await page.getByRole('switch', { name: 'Licht Keller' }).click();
  await page.locator('.recent-changes li', { hasText: 'Licht Keller' }).first().waitFor();
  const scopes = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready;
    return [scope, active?.scriptURL];
  });
  expect(scopes).toEqual([`${proxy.url}/`, `${proxy.url}/sw.js`]);
  expect(proxy.strays).toEqual([]);
  expect(faults).toEqual([]);
}

async function followsEvents(page: Page, celsius: number): Promise<void> {
  await gateway.emit(`${SENSOR}:1`, 'ACTUAL_TEMPERATURE', celsius);
  await page.getByRole('article', { name: sensor }).getByText(String(celsius)).waitFor();
}

describe('the app behind a proxy that drops the port of Host', () => {
  it('follows events, takes writes, keeps its controls and names the setting', async () => {
    const proxy = await startReverseProxy(gateway.url, {
      prefix: PREFIX,
      headers: { host: 'localhost', 'x-forwarded-prefix': PREFIX },
    });
    const visit = await world.open(proxy.url, { serviceWorker: true });
    const { page } = visit;
    await page.goto(`${proxy.url}/login`);
    await page.fill('#username', ADMIN.username);
    await page.fill('#password', ADMIN.password);
    await page.click('form button');
    await page.locator('.connection-pill.warn', { hasText: 'no WebSocket' }).waitFor();
    await followsEvents(page, 18.7);
    await page.getByRole('switch', { name: 'Licht Keller' }).click();
    await page.locator('.recent-changes li', { hasText: 'Licht Keller' }).first().waitFor();
    await page.locator('.connection-pill').click();
    await page.getByText(`north.rest.public_url to ${new URL(proxy.url).origin}`).waitFor();
    await visit.close();
    proxy.close();
  });
});

describe('the app below the path of an ingress', () => {
  it('opens without signing in, and nothing leaves that path', async () => {
    const proxy = await startReverseProxy(gateway.url, {
      prefix: INGRESS,
      headers: { 'x-ingress-path': INGRESS, 'x-remote-user-id': 'anna' },
    });
    const visit = await world.open(proxy.url, { serviceWorker: true });
    await visit.page.goto(`${proxy.url}/`);
    await expectToWork(visit, proxy);
    await visit.page.getByRole('button', { name: 'Account' }).click();
    await visit.page.getByText('ha-ingress').waitFor();
    await visit.close();
    proxy.close();
  });
});

describe('the app below the prefix of a proxy', () => {
  it('leads to the form and back to the address, works, and signs out, all below that prefix', async () => {
    const proxy = await startReverseProxy(gateway.url, {
      prefix: PREFIX,
      headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-prefix': PREFIX },
    });
    const visit = await world.open(proxy.url, { serviceWorker: true });
    const { page } = visit;
    await page.goto(`${proxy.url}/devices?q=Keller`);
    await page.waitForURL(`${proxy.url}/login?**`);
    await page.fill('#username', ADMIN.username);
    await page.fill('#password', ADMIN.password);
    await page.click('form button');
    await page.getByRole('row').nth(1).waitFor();
    expect(page.url()).toBe(`${proxy.url}/devices?q=Keller`);
    await page.locator('.brand').click();
    await expectToWork(visit, proxy);
    const cookies = (await page.context().cookies()).map(({ name, path }) => [name, path]);
    expect(cookies.every(([, path]) => path === `${PREFIX}/`)).toBe(true);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${proxy.url}/login`);
    await page.goto(`${proxy.url}/devices`);
    await page.waitForURL(`${proxy.url}/login?**`);
    expect(proxy.strays).toEqual([]);
    await visit.close();
    proxy.close();
  });
});
