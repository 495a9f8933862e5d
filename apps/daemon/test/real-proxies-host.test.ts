import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type HostFault, missingProgram, SPOILING_PROXIES, startSpoilingProxy } from './real-proxies.js';
import { startWorld, type World } from './world.js';

const ANNA = { username: 'anna', password: 'a-long-password' } as const;
const ELSEWHERE = 'http://elsewhere.example';
const FAULTS: readonly HostFault[] = ['port dropped', 'rewritten'];

// A gateway for each case, because it reports few refusals a minute and each address once.
let world: World;
beforeEach(async () => {
  world = await startWorld({
    waitForCcu: false,
    config: { north: { rest: { listen: '127.0.0.1:0', auth: { users: { [ANNA.username]: ANNA.password } } } } },
  });
});
afterEach(() => world.close());

/** Names the address under which people open the gateway, in the running gateway. */
async function usePublicUrl(url: string): Promise<void> {
  const path = '/api/v1/config/sections/north.rest';
  const { json: rest } = await world.call('GET', path);
  const answer = await world.call('PUT', path, { body: { ...rest, public_url: url } });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
}

interface Answer {
  readonly status: number | undefined;
  readonly cookies: readonly string[];
  readonly text: string;
}

/** Where people open the gateway. */
const home = new URL('http://home.example:8443');

/** As a browser that has the address of `home` in its bar. */
function ask(
  port: number,
  method: string,
  path: string,
  { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: object } = {},
): Promise<Answer> {
  return new Promise((settle, fail) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = { host: home.host, ...type, ...headers };
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent: false, headers: sent }, (answer) => {
      let text = '';
      answer.on('data', (data) => {
        text += data;
      });
      answer.on('end', () => settle({ status: answer.statusCode, cookies: answer.headers['set-cookie'] ?? [], text }));
    });
    outgoing.on('error', fail).end(body && JSON.stringify(body));
  });
}

/** The status of the upgrade: 101, or that of the refusal. */
function upgrade(port: number, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((settle, fail) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events`, {
      headers: { host: home.host, ...headers },
    });
    ws.on('unexpected-response', (_request, { statusCode }) => {
      settle(statusCode);
      ws.terminate();
    });
    ws.on('open', () => {
      settle(101);
      ws.terminate();
    });
    ws.on('error', fail);
  });
}

async function signIn(port: number): Promise<Readonly<Record<string, string>>> {
  const same = { origin: home.origin, 'sec-fetch-site': 'same-origin' };
  const login = await ask(port, 'POST', '/api/v1/auth/login', { headers: same, body: ANNA });
  expect(login.status, login.text).toBe(200);
  const pairs = login.cookies.map((cookie) => cookie.split(';')[0] ?? '');
  const token = pairs.find((pair) => pair.startsWith('service_csrf='))?.split('=')[1] ?? '';
  return { cookie: pairs.join('; '), 'x-csrf-token': token };
}

const refusals = () =>
  world
    .logged()
    .split('\n')
    .filter((line) => line.includes('auth.origin.refused'));

describe.each(SPOILING_PROXIES.flatMap((name) => FAULTS.map((fault) => ({ name, fault }))))(
  'behind $name with its Host $fault',
  ({ name, fault }) => {
    const missing = missingProgram(name);
    it.skipIf(missing !== undefined)(
      `a browser of today needs no setting, an older one needs public_url, and other sites stay out${missing === undefined ? '' : ` (skipped: ${missing} is not installed)`}`,
      async () => {
        const proxy = await startSpoilingProxy(name, world.url, fault);
        const { port } = proxy;
        try {
          await expect
            .poll(async () => (await ask(port, 'GET', '/api/v1/info').catch(() => undefined))?.status)
            .toBe(200);
          expect((await ask(port, 'GET', '/login', { headers: { accept: 'text/html' } })).text).toContain('<form');
          const session = await signIn(port);
          const { cookie = '' } = session;
          const own = { ...session, origin: home.origin };
          const save = (headers: Readonly<Record<string, string>>) =>
            ask(port, 'PUT', '/api/v1/me/preferences/proxy', { headers, body: { seen: true } });
          const today = { ...own, 'sec-fetch-site': 'same-origin' };
          expect((await save(today)).status).toBeLessThan(300);
          expect(await upgrade(port, { cookie, origin: home.origin, 'sec-fetch-site': 'same-origin' })).toBe(101);

          const before = refusals().length;
          expect((await save(own)).status).toBe(403);
          expect(await upgrade(port, { cookie, origin: home.origin })).toBe(403);
          const said = refusals().slice(before);
          expect(said.length).toBeGreaterThan(0);
          for (const line of said) expect(line).toContain('north.rest.public_url');

          await usePublicUrl(home.origin);
          expect((await save(own)).status).toBeLessThan(300);
          expect(await upgrade(port, { cookie, origin: home.origin })).toBe(101);
          for (const site of ['cross-site', 'same-site']) {
            const foreign = { ...session, origin: ELSEWHERE, 'sec-fetch-site': site };
            expect((await save(foreign)).status).toBe(403);
            expect(await upgrade(port, { cookie, origin: ELSEWHERE, 'sec-fetch-site': site })).toBe(403);
          }
          expect(await upgrade(port, { cookie, origin: ELSEWHERE })).toBe(403);
        } catch (error) {
          throw new Error(`${name} said: ${proxy.said()}`, { cause: error });
        } finally {
          await proxy.stop();
        }
      },
    );
  },
);
