import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '@ccu-gateway/storage';
import { describe, expect, it } from 'vitest';
import { csrfOf, hiddenField, openBrowser } from './access/browser.js';
import { expectNoLeaks } from './access/leaks.js';
import { behindItsBack } from './access/other-process.js';
import { startWorld, type World, type WorldOptions } from './world.js';

const PASSWORD = 'das-erste-Passwort';
const alone = { waitForCcu: false, mintTokens: false } as const;

const startEmpty = (config: WorldOptions['config'] = { centrals: [] }, dataDir?: string) =>
  startWorld({ ...alone, config, ...(dataDir === undefined ? {} : { dataDir }) });

const status = async (world: World) => (await world.call('GET', '/api/v1/setup/status', { as: 'stranger' })).json;
const setUp = async (world: World, username: string) =>
  world.call('POST', '/api/v1/setup', { as: 'stranger', body: { username, password: PASSWORD } });
const timesLogged = (world: World, text: string) => world.logged().split(text).length - 1;

/** What a setup that is asked for under a host name is answered, with a password that is refused in the end. */
async function statusUnder(world: World, host: string): Promise<number | undefined> {
  const headers = { host, 'content-type': 'application/json' };
  const asked = request(`${world.url}/api/v1/setup`, { method: 'POST', headers });
  asked.end(JSON.stringify({ username: 'anna', password: 'short' }));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('the first administrator', () => {
  it('is created under the name of `public_url` and names that are allowed; under no other', async () => {
    const rest = { public_url: 'https://gateway.example:8443/below/', allowed_hosts: ['haus.example'] };
    await using world = await startEmpty({ centrals: [], north: { rest } });
    const statuses = ['gateway.example', 'haus.example', 'other.example'].map((host) => statusUnder(world, host));
    expect(await Promise.all(statuses)).toEqual([422, 422, 421]);
  });

  it('is created once, however many try at the same time', async () => {
    await using world = await startEmpty();
    expect(await status(world)).toEqual({ required: true });
    const weak = { username: 'anna', password: 'short' };
    expect((await world.call('POST', '/api/v1/setup', { as: 'stranger', body: weak })).status).toBe(422);

    const names = Array.from({ length: 20 }, (_, index) => `anna-${index}`);
    const answers = await Promise.all(names.map((name) => setUp(world, name)));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((each) => each === 204)).toHaveLength(1);
    for (const each of statuses) expect([204, 409, 429, 503]).toContain(each);
    const winner = names[statuses.indexOf(204)];

    expect(await status(world)).toEqual({ required: false });
    const browser = openBrowser(world.url);
    const signedIn = await browser.visit('POST', '/api/v1/auth/login', {
      json: { username: winner, password: PASSWORD },
    });
    expect(signedIn.json).toMatchObject({ subject: winner, role: 'admin', scheme: 'session' });
    const { json: users } = await browser.visit('GET', '/api/v1/users');
    expect(users.map(({ subject }: { subject: string }) => subject)).toEqual([winner]);
    const created = await browser.visit('POST', '/api/v1/auth/tokens/v2', {
      json: { subject: 'audit', role: 'viewer' },
      headers: csrfOf(browser),
    });
    const { json: audit } = await browser.visit('GET', '/api/v1/audit?op=setup.create');
    const ok = audit.filter(({ outcome }: { outcome: string }) => outcome === 'ok');
    expect(ok).toMatchObject([{ user: winner, scheme: 'none', peer_address: '127.0.0.1' }]);
    await expectNoLeaks(world, [PASSWORD, ...browser.secrets], created.json.token);
  });

  it('comes with a broker, which is in the settings then, without showing its password', async () => {
    await using world = await startEmpty();
    const body = {
      admin: { username: 'anna', password: PASSWORD },
      mqtt: { broker_url: 'tcp://haus:das-Broker-Passwort@127.0.0.1:1' },
    };
    expect((await world.call('POST', '/api/v1/setup', { as: 'stranger', body })).status).toBe(204);
    const browser = openBrowser(world.url);
    await browser.visit('POST', '/api/v1/auth/login', { json: { username: 'anna', password: PASSWORD } });
    const { json } = await browser.visit('GET', '/api/v1/config/sections/mqtt');
    expect(json.brokers.main).toMatchObject({ url: 'mqtt://127.0.0.1:1', username: 'haus', password: '***' });
    expect(world.logged()).not.toContain('das-Broker-Passwort');
  });

  it('cannot be created again, not even after a restart; only when no user is left', async () => {
    let world = await startEmpty();
    expect((await setUp(world, 'anna')).status).toBe(204);
    expect((await setUp(world, 'bob')).status).toBe(409);
    world = await world.restart();
    await using _ = world;
    expect(await status(world)).toEqual({ required: false });
    expect((await setUp(world, 'bob')).json).toMatchObject({ status: 409, reason: 'setup_already_done' });
    await behindItsBack(world, (storage) => storage.resetAccess(Date.now()));
    expect(await status(world)).toEqual({ required: true });
    expect((await setUp(world, 'bob')).status).toBe(204);
  });

  it('is created with the form, to which every page leads until then', async () => {
    await using world = await startEmpty();
    const browser = openBrowser(world.url);
    const page = (path: string) => browser.visit('GET', path, { headers: { accept: 'text/html' } });
    expect((await page('/')).headers.get('location')).toBe('/setup');
    expect((await page('/login')).headers.get('location')).toBe('/setup');
    const fill = (_csrf: string, password_confirmation: string) =>
      browser.visit('POST', '/setup', { form: { username: 'Anna', password: PASSWORD, password_confirmation, _csrf } });
    const first = await page('/setup');
    const again = await fill(hiddenField(first, '_csrf'), 'something-else');
    expect([again.status >= 400, again.text.includes('role="alert"')]).toEqual([true, true]);
    expect(again.text).not.toContain(PASSWORD);
    const done = await fill(hiddenField(again, '_csrf'), PASSWORD);
    expect([done.status, done.headers.get('location')]).toEqual([303, '/welcome']);
    expect((await page('/welcome')).status).toBe(200);
    expect((await page('/setup')).headers.get('location')).toBe('/login');
    expect((await page('/login')).status).toBe(200);
  });

  it('may name the first CCU in the same step, and its password is shown and logged nowhere', async () => {
    let world = await startEmpty();
    const ccuPassword = 'geheim-und-lang';
    const ccu = {
      name: 'home',
      host: '127.0.0.1',
      interfaces: ['HmIP-RF'],
      username: 'Gateway',
      password: ccuPassword,
    };
    const body = { admin: { username: 'anna', password: PASSWORD }, locale: { locale: 'de' }, ccu };
    const post = () => world.call('POST', '/api/v1/setup', { as: 'stranger', body });
    expect([(await post()).status, (await post()).status]).toEqual([204, 409]);
    const browser = openBrowser(world.url);
    await browser.visit('POST', '/api/v1/auth/login', { json: body.admin });
    const token = await browser.visit('POST', '/api/v1/auth/tokens/v2', {
      json: { subject: 'audit', role: 'admin' },
      headers: csrfOf(browser),
    });
    const headers = { authorization: `Bearer ${token.json.token}` };
    const secrets = [PASSWORD, ccuPassword, ...browser.secrets];
    await expectNoLeaks(world, secrets, token.json.token);
    world = await world.restart();
    await using _ = world;
    const centrals = await world.call('GET', '/api/v1/centrals', { as: 'stranger', headers });
    expect(centrals.json).toMatchObject([{ name: 'home', host: '127.0.0.1' }]);
    expect(centrals.text).not.toContain(ccuPassword);
    await expectNoLeaks(world, secrets, token.json.token);
  });
});

describe('setup stays closed', () => {
  const pinned = { allow_first_run_setup: false };

  it('when it is pinned shut, and the log reports once that no user can sign in', async () => {
    await using world = await startEmpty({ centrals: [], bootstrap: pinned });
    expect(await status(world)).toEqual({ required: false });
    expect((await setUp(world, 'anna')).json).toMatchObject({ status: 403, reason: 'setup_disabled' });
    expect((await world.call('POST', '/api/v1/setup', { as: 'stranger', body: '{' })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await setUp(world, 'anna')).status).toBe(403);
    expect(timesLogged(world, 'setup.onboarding.dormant')).toBe(1);
  });

  it('while accounts of a CCU may sign in, from the first moment on', async () => {
    const north = { rest: { listen: '127.0.0.1:0', auth: { ccu: { enabled: true } } } };
    await using world = await startEmpty({ north, bootstrap: pinned });
    expect(await status(world)).toEqual({ required: false });
    expect(world.logged()).not.toContain('setup.onboarding.dormant');
    await using open = await startEmpty({ north });
    expect(await status(open)).toEqual({ required: false });
    expect((await setUp(open, 'anna')).status).toBe(409);
  });

  it('but not for a CCU without sign-in for its accounts, and not for accounts of an unreachable CCU', async () => {
    await using world = await startEmpty({});
    expect(await status(world)).toEqual({ required: true });
    const north = { rest: { listen: '127.0.0.1:0', auth: { ccu: { enabled: true } } } };
    await using without = await startEmpty({ centrals: [], north });
    expect(await status(without)).toEqual({ required: true });
  });

  it('while the database cannot be opened, because its users are unknown', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-setup-'));
    mkdirSync(join(dataDir, DATABASE_FILE));
    const users = { karl: 'from-the-file' };
    try {
      {
        await using world = await startEmpty({ centrals: [] }, dataDir);
        expect(await status(world)).toEqual({ required: false });
        expect((await setUp(world, 'anna')).json).toMatchObject({ status: 503, reason: 'auth_store_unavailable' });
        const bearer = { authorization: `Bearer ${'A'.repeat(43)}` };
        const me = await world.call('GET', '/api/v1/auth/me', { as: 'stranger', headers: bearer });
        expect([me.status, me.json.code]).toEqual([503, 'service_unready']);
        const health = await world.call('GET', '/api/v1/health', { as: 'stranger' });
        expect(health.json).toMatchObject({ status: 'degraded' });
      }
      const north = { rest: { listen: '127.0.0.1:0', auth: { users } } };
      await using configured = await startEmpty({ centrals: [], north }, dataDir);
      const signIn = async (username: string) => {
        const browser = openBrowser(configured.url);
        const { status } = await browser.visit('POST', '/api/v1/auth/login', {
          json: { username, password: users.karl },
        });
        return [status, (await browser.visit('GET', '/api/v1/auth/me')).status];
      };
      expect([await signIn('Karl'), await signIn('anna')]).toEqual([
        [200, 200],
        [503, 401],
      ]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
