import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CCU_USER, startWorld, type World } from './world.js';

const KARL = { username: 'karl', password: 'ein Passwort der Datei' };
const CHEF = { name: 'Chef', password: 'chef-passwort', level: 8 } as const;
const provider = {
  ...{ enabled: true, issuer: 'https://id.example', client_id: 'gateway' },
  redirect_url: 'http://127.0.0.1/api/v1/auth/oidc/callback',
};
const auth = {
  users: { [KARL.username]: KARL.password },
  ...{ oidc: provider, ccu: { enabled: true }, ha_ingress: { trusted_proxy_cidr: '127.0.0.1/32' } },
};
const postgres = { host: join(tmpdir(), 'no-server-listens-here'), database: 'house', user: 'gateway' };

describe('a gateway that starts while the PostgreSQL of its fleet is away', () => {
  let world: World;
  const start = (oidc = provider) =>
    startWorld({
      simulator: { users: [CCU_USER, CHEF], interfaces: ['HmIP-RF'] },
      config: { north: { rest: { listen: '127.0.0.1:0', auth: { ...auth, oidc } } }, persistence: { postgres } },
      env: { SERVICE_SUPERVISOR: '1' },
      mintTokens: false,
    });
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world?.close());

  const call = (method: string, path: string, options: Parameters<World['call']>[2] = {}) =>
    world.call(method, `/api/v1${path}`, { as: 'stranger', ...options });
  const signIn = (body: object) => call('POST', '/auth/login', { body });

  it('signs in a user of its file', async () => {
    expect(await signIn(KARL)).toMatchObject({ status: 200, json: { subject: 'karl', role: 'admin' } });
  });

  it('signs in no account of a CCU that the fleet may have withdrawn, and asks no CCU', async () => {
    world.simulator.received.clear();
    expect((await signIn({ username: CHEF.name, password: CHEF.password })).status).toBe(503);
    const users = world.simulator.received.jsonCalls.map(({ params }) => params.username);
    expect(users).not.toContain(CHEF.name);
    const { capabilities } = (await call('GET', '/info')).json;
    expect(capabilities.filter((each: string) => each.startsWith('auth.'))).toEqual([]);
  });

  it('takes no word of a supervisor', async () => {
    const headers = {
      'x-ingress-path': '/api/hassio_ingress/abcDEF_-0123456789',
      'x-remote-user-id': '0123456789abcdef',
    };
    expect((await call('GET', '/auth/me', { headers })).status).toBe(401);
  });

  it('offers no sign-in at a provider', async () => {
    expect((await call('GET', '/auth/oidc/start')).status).toBe(404);
    const page = await world.call('GET', '/login', { as: 'stranger' });
    expect(page.text).not.toContain('oidc/start');
    expect(page.text).toContain('meanwhile only users of the configuration file sign in');
  });

  it('is refused for a setting that it could not start with when the database is there', async () => {
    await expect(start({ ...provider, client_id: '' })).rejects.toThrow('north.rest.auth.oidc.client_id');
  });

  it('reports that in its health', async () => {
    const { components } = (await call('GET', '/health')).json;
    expect(components).toContainEqual(
      expect.objectContaining({
        ...{ name: 'storage', status: 'degraded' },
        note: expect.stringMatching(/PostgreSQL.*cannot be reached.*meanwhile only users of the configuration file/),
      }),
    );
  });
});
