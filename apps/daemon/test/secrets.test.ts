import { randomBytes } from 'node:crypto';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { createCanary } from '@ccu-gateway/auth-core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyText } from '../../../scripts/lib/any-text.mjs';
import { keyFiles, readKeyFile } from '../src/config/master-key.js';
import { expectNoLeaks } from './access/leaks.js';
import { behindItsBack } from './access/other-process.js';
import { startWorld, type World } from './world.js';

const CLIENT_SECRET = 'a client secret of some length';
const CONFIGURED = 'ein-Passwort-aus-der-Datei';
const oidc = {
  enabled: true,
  issuer: 'https://id.example',
  client_id: 'gateway',
  client_secret: CLIENT_SECRET,
  redirect_url: 'https://gateway.example/api/v1/auth/oidc/callback',
};
const rest = { listen: '127.0.0.1:0', auth: { oidc, users: { karl: CONFIGURED }, user_roles: { karl: 'viewer' } } };

describe('the secrets of a configuration', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({
      history: true,
      simulator: { interfaces: ['HmIP-RF'] },
      waitForCcu: false,
      config: { north: { rest } },
    });
  });
  afterAll(() => world.close());

  const asKarl = async () => {
    const authorization = `Basic ${Buffer.from(`karl:${CONFIGURED}`).toString('base64')}`;
    return (await world.call('GET', '/api/v1/auth/me', { as: 'stranger', headers: { authorization } })).status;
  };
  const sections = async (): Promise<readonly string[]> =>
    (await world.call('GET', '/api/v1/config/schema')).json.sections;
  const section = (name: string) => `/api/v1/config/sections/${name}`;
  async function stored(): Promise<Readonly<Record<string, unknown>>> {
    let found: Readonly<Record<string, unknown>> = {};
    await behindItsBack(world, async (storage) => {
      found = await storage.sections.all();
    });
    return found;
  }

  it('are masked for an administrator, and other users may not read it [K23]', async () => {
    const { status, text, json } = await world.call('GET', '/api/v1/config/effective');
    expect(status).toBe(200);
    expect(json.config).toMatchObject({
      north: { rest: { auth: { oidc: { client_secret: '***' }, users: { karl: '***' } } } },
    });
    expect(createCanaryOf(CLIENT_SECRET, CONFIGURED).findLeaks({ text })).toEqual([]);
    expect((await world.call('GET', '/api/v1/config/effective', { as: 'operator' })).status).toBe(403);
  });

  it('survive a section that is written back unchanged, and their mask is never stored [K23]', async () => {
    const names = await sections();
    expect(names).toContain('north.rest.auth.oidc');
    for (const name of names) {
      const { json } = await world.call('GET', section(name));
      const saved = await world.call('PUT', section(name), { body: json });
      expect([name, saved.status]).toEqual([name, 200]);
    }
    const rows = await stored();
    expect(Object.keys(rows).toSorted()).toEqual([...names].toSorted());
    const { client_secret } = rows['north.rest.auth.oidc'] as { readonly client_secret: string };
    const box = createSecretBox(readKeyFile(keyFiles(world.dataDir).current), randomBytes);
    expect(box.open(client_secret, 'north.rest.auth.oidc.client_secret')).toBe(CLIENT_SECRET);
    expect(JSON.stringify(rows)).not.toContain('***');
    expect(createCanaryOf(CLIENT_SECRET, CONFIGURED).findLeaks({ rows })).toEqual([]);

    world = await world.restart();
    const { json } = await world.call('GET', section('north.rest.auth.oidc'));
    expect(json).toEqual({ ...json, ...oidc, client_secret: '***' });
    expect(await asKarl()).toBe(200);
  });

  it('cannot be replaced through a section that does not own them [K23]', async () => {
    const before = await stored();
    const { json } = await world.call('GET', '/api/v1/config/effective');
    const answer = await world.call('PUT', section('north.rest'), { body: json.config.north.rest });
    expect([answer.status, answer.json.reason]).toEqual([400, 'validation_failed']);
    expect(await stored()).toEqual(before);
    expect(await asKarl()).toBe(200);
    await expectNoLeaks(world, [CLIENT_SECRET, CONFIGURED]);
  });
});

describe('the log of a gateway', () => {
  const SECRET = 'Kanarienvogel-9f27c1';
  const BASE = '/api/v1/auth/login';

  it('holds no secret after a thousand odd logins, in any form it can be read in [K24]', {
    timeout: 60_000,
  }, async () => {
    await using world = await startWorld({ simulator: { interfaces: ['HmIP-RF'] }, waitForCcu: false });
    const canary = createCanaryOf(SECRET);
    const odd = anyText({ maxLength: 12 });
    const password = fc.tuple(odd, odd).map(([before, after]) => `${before}${SECRET}${after}`);
    const name = fc.oneof(fc.constantFrom('root', 'Gateway', '', 'a"; !', '\u212aarl'), odd);
    const basic = fc
      .tuple(name, password)
      .map(([user, pass]) => canary.plant(Buffer.from(`${user}:${pass}`).toString('base64')));
    const nobody = { as: 'stranger' } as const;
    const json =
      (body: unknown, headers = {}) =>
      () =>
        world.call('POST', BASE, { ...nobody, body, headers });
    const login = fc.oneof(
      fc.record({ username: name, password }).map((body) => json(body)),
      fc.tuple(name, password).map(([user, pass]) => json({ username: pass, password: { [pass]: user } })),
      password.map((text) => json(`{"password": "${text}`)),
      password.map((text) => json({ [text]: text }, { 'content-type': 'text/plain' })),
      fc.tuple(name, password).map(([username, text]) => () => {
        const body = new URLSearchParams({ username, password: text, _csrf: text, return_to: `/${text}` }).toString();
        const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: `service_csrf=${SECRET}` };
        return world.call('POST', '/login', { ...nobody, body, headers });
      }),
      basic.map((value) => () => {
        return world.call('GET', '/api/v1/devices', { ...nobody, headers: { authorization: `Basic ${value}` } });
      }),
      fc.constantFrom(`Bearer ${SECRET}`, `Basic ${SECRET}`, `Digest ${SECRET}`, SECRET).map((authorization) => () => {
        return world.call('GET', '/api/v1/auth/me', { ...nobody, headers: { authorization } });
      }),
      password.map((text) => () => {
        const query = new URLSearchParams({ access_token: text, password: text, token: SECRET }).toString();
        const headers = { cookie: `service_session=${SECRET}; service_csrf=${SECRET}`, 'x-csrf-token': SECRET };
        return world.call('POST', `${BASE}?${query}`, {
          ...nobody,
          body: { username: 'root', password: text },
          headers,
        });
      }),
    );
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.array(login, { minLength: 20, maxLength: 20 }), async (attempts) => {
        for (const { status } of await Promise.all(attempts.map((attempt) => attempt()))) statuses.add(status);
      }),
      { numRuns: 50, endOnFailure: true },
    );
    expect([...statuses].filter((status) => status < 400 || (status >= 500 && status !== 503))).toEqual([]);
    expect(statuses).toContain(401);

    const logs = await world.call('GET', '/api/v1/diagnostics/logs?limit=10000');
    const lines = await fetch(new URL('/api/v1/diagnostics/logs?limit=10000&format=ndjson', world.url), {
      headers: { authorization: `Bearer ${world.tokens.admin}` },
    });
    expect(logs.json.records.length).toBeGreaterThan(100);
    expect(canary.findLeaks({ logs: logs.text, lines: await lines.text() })).toEqual([]);
    await expectNoLeaks(world, [SECRET]);
  });
});

function createCanaryOf(...secrets: readonly string[]) {
  const canary = createCanary();
  for (const secret of secrets) canary.plant(secret);
  return canary;
}
