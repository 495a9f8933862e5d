import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const app = resolve(import.meta.dirname, '../../dist/app');
const worker = readFileSync(resolve(app, 'sw.js'), 'utf8');
const VERSION = /:([0-9a-f]{12})`/;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let browser: Browser;
let server: Server;
let url: string;
let reachable: boolean;
/** Version of the build below each path. */
let versions: Map<string, string>;

/** Gateways below paths of one origin: the files of the built app, and a page that tells them apart. */
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: process.env.CCU_GATEWAY_BROWSER, args: ['--no-sandbox'] });
  server = createServer((request, response) => {
    const [, gateway = '', file = ''] = /^(\/\w+\/)(.*)$/.exec(request.url ?? '') ?? [];
    const version = versions.get(gateway);
    if (!reachable || version === undefined) return void response.destroy();
    if (request.method === 'POST') return void response.writeHead(303, { location: `${gateway}login` }).end();
    if (file === '' || file === 'login') {
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${gateway} ${version}</h1>`);
    }
    const content = file === 'sw.js' ? worker.replace(VERSION, `:${version}\``) : readFileSync(resolve(app, file));
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(content);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});
beforeEach(() => {
  reachable = true;
  versions = new Map([
    ['/one/', '111111111111'],
    ['/two/', '222222222222'],
  ]);
});

/** Resolves when the worker of this build is the one of the page. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(url + path);
  await page.evaluate(async (scope) => {
    const registration = await navigator.serviceWorker.register(`${scope}sw.js`, { scope });
    await registration.update();
    const coming = registration.installing ?? registration.waiting;
    await new Promise<void>((settle) => {
      const look = () => coming === null || coming.state === 'activated' || coming.state === 'redundant';
      if (look()) return settle();
      coming?.addEventListener('statechange', () => look() && settle());
    });
    await navigator.serviceWorker.ready;
  }, path);
}

const cacheNames = (page: Page) => page.evaluate(async () => (await caches.keys()).sort());

it('gateways of different versions below one origin keep their files apart, and each opens without its gateway', async () => {
  const page = await browser.newPage();
  await open(page, '/one/');
  await open(page, '/two/');
  const both = ['ccu-gateway-app:/one/:111111111111', 'ccu-gateway-app:/two/:222222222222'];
  expect(await cacheNames(page)).toEqual(both);
  await open(page, '/one/');
  expect(await cacheNames(page)).toEqual(both);
  reachable = false;
  for (const [path, version] of versions) {
    await page.goto(url + path);
    expect(await page.locator('h1').textContent()).toBe(`${path} ${version}`);
  }
  await page.close();
});

it('a new version removes the files of the one before it, and nothing of other gateways', async () => {
  const page = await browser.newPage();
  await open(page, '/one/');
  await open(page, '/two/');
  // What a build kept before names had a path: of this gateway, and of another one.
  await page.evaluate(async () => {
    await (await caches.open('ccu-gateway-aaaaaaaaaaaa')).put('/one/', new Response('old'));
    await (await caches.open('ccu-gateway-bbbbbbbbbbbb')).put('/three/', new Response('old'));
  });
  versions.set('/one/', '333333333333');
  await open(page, '/one/');
  await expect
    .poll(() => cacheNames(page))
    .toEqual(['ccu-gateway-app:/one/:333333333333', 'ccu-gateway-app:/two/:222222222222', 'ccu-gateway-bbbbbbbbbbbb']);
  await page.close();
});

it('signing out with the form removes the stored snapshot of that gateway, without a script of the page', async () => {
  const page = await browser.newPage();
  await open(page, '/one/');
  await page.evaluate(async () => {
    for (const path of ['/one/', '/two/']) {
      await (await caches.open(`ccu-gateway-last-known:${path}`)).put('/x', new Response('a house'));
    }
    document.body.innerHTML = '<form method="post" action="/one/logout"><button>Sign out</button></form>';
  });
  await page.getByRole('button').click();
  await page.waitForURL(/\/one\/login$/);
  const keptHouses = async () => (await cacheNames(page)).filter((name) => name.includes('last-known'));
  await expect.poll(keptHouses).toEqual(['ccu-gateway-last-known:/two/']);
  await page.close();
});
