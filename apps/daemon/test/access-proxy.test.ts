import { afterEach, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const ADMIN = { username: 'admin', password: 'a-first-password' } as const;
const WRONG = { username: 'anna', password: 'not-her-password' } as const;

let world: World;
afterEach(() => world.close());

const start = (rest: object) =>
  startWorld({
    waitForCcu: false,
    mintTokens: false,
    config: { centrals: [], north: { rest: { listen: '127.0.0.1:0', ...rest } } },
  });
const post = (path: string, body: object, headers: Readonly<Record<string, string>>) =>
  world.call('POST', path, { as: 'stranger', body, headers });

it('lets no caller set the gateway up through an untrusted proxy, and logs the missing setting once', async () => {
  world = await start({});
  const through = { 'x-forwarded-for': '203.0.113.9' };
  for (let call = 0; call < 2; call += 1) {
    expect((await post('/api/v1/setup', ADMIN, through)).json).toMatchObject({ reason: 'setup_remote_forbidden' });
  }
  const said = world
    .logged()
    .split('\n')
    .filter((line) => line.includes('auth.proxy.untrusted'));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain('north.rest.trusted_proxies');
});

it('judges the client that a trusted proxy reports, and shows both addresses in the audit', async () => {
  world = await start({ trusted_proxies: ['127.0.0.1/32'] });
  const far = { 'x-forwarded-for': '192.168.1.7, 203.0.113.9' };
  expect((await post('/api/v1/setup', ADMIN, far)).json).toMatchObject({ reason: 'setup_remote_forbidden' });
  expect((await post('/api/v1/setup', ADMIN, { 'x-forwarded-for': '192.168.1.7' })).status).toBe(204);
  expect((await post('/api/v1/auth/login', WRONG, far)).status).toBe(401);
  const authorization = `Basic ${Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64')}`;
  const { json } = await world.call('GET', '/api/v1/audit?op=auth.login', {
    as: 'stranger',
    headers: { authorization },
  });
  expect(json).toMatchObject([{ user: 'anna', peer_address: '127.0.0.1', client_address: '203.0.113.9' }]);
});
