import { request as plain } from 'node:http';
import { type RequestOptions, request as secured } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../src/tls/make-certificate.js';
import { missingProgram, PROXIES, startRealProxy } from './real-proxies.js';
import { connectSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const ANNA = { username: 'anna', password: 'a-long-password' } as const;
const SPOOFED = '192.168.77.7';

let world: World;
let pem: { readonly cert: string; readonly key: string };
beforeAll(async () => {
  pem = await makeCertificate({
    names: ['localhost'],
    notBefore: 0,
    notAfter: Date.now() + 24 * 3_600_000,
    serial: Buffer.alloc(16, 3),
  });
  world = await startWorld({
    only: ['00F1C0DE000001'],
    config: {
      north: {
        rest: {
          listen: '127.0.0.1:0',
          trusted_proxies: ['127.0.0.1/32'],
          csrf_secure: true,
          auth: { users: { [ANNA.username]: ANNA.password } },
        },
      },
    },
  });
});
afterAll(() => world.close());

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

/** Has an address of its own, so that it is told from the proxy, and one for each proxy, because refusals of one are counted together. */
const createClient =
  (localAddress: string, scheme: 'http' | 'https') =>
  (port: number, path: string, { body, ...options }: RequestOptions & { readonly body?: object } = {}) =>
    new Promise<Answer>((settle, fail) => {
      const headers = { ...(body && { 'content-type': 'application/json' }), 'x-forwarded-for': SPOOFED };
      const outgoing = (scheme === 'https' ? secured : plain)(
        {
          host: '127.0.0.1',
          servername: 'localhost',
          localAddress,
          port,
          path,
          ca: pem.cert,
          ...options,
          agent: false,
          headers: { ...headers, host: `localhost:${port}`, ...options.headers },
        },
        (answer) => {
          let text = '';
          answer.on('data', (data) => {
            text += data;
          });
          answer.on('end', () => settle({ status: answer.statusCode, headers: answer.headers, text }));
        },
      );
      outgoing.on('error', fail).end(body && JSON.stringify(body));
    });

describe.each(PROXIES)('behind %s with its shipped configuration', (name) => {
  const missing = missingProgram(name);
  it.skipIf(missing !== undefined)(
    `the gateway is below its path with events, client addresses and cookies${missing === undefined ? '' : ` (skipped: ${missing} is not installed)`}`,
    async () => {
      const client = `127.0.0.${10 + PROXIES.indexOf(name)}`;
      const proxy = await startRealProxy(name, world.url, pem);
      const { port, path, scheme } = proxy;
      const asked = createClient(client, scheme);
      try {
        await expect
          .poll(async () => (await asked(port, `${path}/api/v1/info`).catch(() => undefined))?.status, {
            message: name,
          })
          .toBe(200);
        const bare = await asked(port, path);
        expect([bare.status, String(bare.headers.location)]).toEqual([
          proxy.bare,
          expect.stringMatching(new RegExp(`${path}/$`)),
        ]);
        expect((await asked(port, '/api/v1/info')).text).not.toContain('capabilities');
        const page = await asked(port, `${path}/`, { headers: { accept: 'text/html' } });
        // The way to the pages stays below the path.
        expect([page.status, page.headers.location]).toEqual([303, `${path}/login`]);

        const wrong = await asked(port, `${path}/api/v1/auth/login`, {
          method: 'POST',
          body: { username: name.toLowerCase(), password: 'wrong' },
        });
        expect(wrong.status, wrong.text).toBe(401);
        const { json: entries } = await world.call('GET', '/api/v1/audit?op=auth.login');
        expect(entries.find(({ user }: { user: string }) => user === name.toLowerCase())).toMatchObject({
          peer_address: '127.0.0.1',
          client_address: client,
        });

        const login = await asked(port, `${path}/api/v1/auth/login`, { method: 'POST', body: ANNA });
        const cookies = [login.headers['set-cookie']].flat().map(String);
        expect(cookies.length, login.text).toBeGreaterThan(0);
        for (const cookie of cookies)
          expect(cookie).toMatch(new RegExp(`Path=${path}/?;.*Secure|Secure.*Path=${path}/?(;|$)`));

        const socket = await connectSocket(`${scheme}://localhost:${port}${path}`, world.tokens.viewer, {
          ca: pem.cert,
        });
        await subscribe(socket, ['device.#']);
        const value = 10.5 + PROXIES.indexOf(name);
        world.simulator.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', value);
        await socket.until(({ payload }) => payload?.parameter === 'ACTUAL_TEMPERATURE' && payload.value === value);
        socket.close();
      } catch (error) {
        throw new Error(`${name} said: ${proxy.said()}`, { cause: error });
      } finally {
        await proxy.stop();
      }
    },
  );
});
