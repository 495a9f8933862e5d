import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, signInByForm } from './access/browser.js';
import { expectNoLeaks } from './access/leaks.js';
import { CCU_USER, startWorld, type World } from './world.js';

const only = ['00F1C0DE000001'];

const LOCAL = { username: 'root', password: 'break-the-glass' } as const;
const WRONG = 'not-the-password';
const users = [
  CCU_USER,
  { name: 'Chef', password: 'chef-passwort', level: 8 },
  { name: 'Bediener', password: 'bediener-passwort', level: 2 },
  { name: 'Jörg', password: 'gäste-passwort', level: 1 },
  { name: 'Niemand', password: 'niemand-passwort', level: 0 },
  { name: 'Offen', password: '', level: 8 },
] as const;

describe('signing in with an account of the CCU', () => {
  let world: World;
  const secrets = new Set<string>([
    LOCAL.password,
    WRONG,
    ...users.map(({ password }) => password).filter((password) => password !== ''),
  ]);

  beforeAll(async () => {
    const north = { rest: { listen: '127.0.0.1:0', auth: { ccu: { enabled: true } } } };
    world = await startWorld({ only, simulator: { users, interfaces: ['HmIP-RF'] }, config: { north } });
    expect((await world.call('POST', '/api/v1/users', { body: { ...LOCAL, role: 'admin' } })).status).toBe(201);
  });
  afterAll(() => world.close());

  async function signIn(username: string, password: string) {
    const browser = openBrowser(world.url);
    const answer = await browser.visit('POST', '/api/v1/auth/login', { json: { username, password } });
    for (const secret of browser.secrets) secrets.add(secret);
    return { browser, status: answer.status, json: answer.json };
  }

  /** Logins and logouts the CCU saw since the last look. */
  const sessionCalls = () =>
    world.simulator.received.jsonCalls
      .filter(({ method }) => /^Session\.(login|logout)$/.test(method))
      .map(({ method, params }) => [method, params.username].filter((each) => each !== undefined).join(' '));

  it.each([
    [8, 'Chef', 'chef-passwort', { subject: 'chef', role: 'admin' }],
    [2, 'Bediener', 'bediener-passwort', { subject: 'bediener', role: 'operator' }],
    [1, 'Jörg', 'gäste-passwort', { subject: 'jörg', role: 'viewer' }],
  ])('gives user level %i its role and leaves no session on the CCU', async (_level, name, password, identity) => {
    world.simulator.received.clear();
    const { browser, status, json } = await signIn(name, password);
    expect([status, json]).toMatchObject([200, { ...identity, scheme: 'ccu' }]);
    expect(sessionCalls()).toEqual([`Session.login ${name}`, 'Session.logout']);
    expect((await browser.visit('GET', '/api/v1/auth/me')).json).toMatchObject({ ...identity, scheme: 'ccu' });
    expect(sessionCalls()).toHaveLength(2);
    const mayAdminister = (await browser.visit('GET', '/api/v1/users')).status === 200;
    expect(mayAdminister).toBe(identity.role === 'admin');
  });

  it('works with the form too', async () => {
    const browser = openBrowser(world.url);
    expect((await signInByForm(browser, 'Chef', 'chef-passwort')).status).toBe(303);
    expect((await browser.visit('GET', '/api/v1/auth/me')).json).toMatchObject({ subject: 'chef', scheme: 'ccu' });
    for (const secret of browser.secrets) secrets.add(secret);
  });

  it('is refused for user level 0, and the session on the CCU is closed nevertheless', async () => {
    world.simulator.received.clear();
    expect((await signIn('Niemand', 'niemand-passwort')).status).toBe(401);
    const calls = sessionCalls();
    expect(calls.filter((call) => call === 'Session.logout')).toHaveLength(
      world.simulator.received.jsonCalls.filter(
        ({ method, errorCode }) => method === 'Session.login' && errorCode === undefined,
      ).length,
    );
  });

  it('is refused with a wrong password, in the words of any other wrong password', async () => {
    const [ofCcu, unknown] = [await signIn('Bediener', WRONG), await signIn('stranger', WRONG)];
    expect([ofCcu.status, unknown.status]).toEqual([401, 401]);
    expect({ ...ofCcu.json, request_id: '' }).toEqual({ ...unknown.json, request_id: '' });
  });

  it('never asks the CCU about an empty password, although an account there has one', async () => {
    world.simulator.received.clear();
    expect((await signIn('Offen', '')).status).toBe(401);
    expect((await signInByForm(openBrowser(world.url), 'Offen', '')).status).toBe(401);
    expect(sessionCalls()).toEqual([]);
  });

  it('never uses the session the gateway itself works with, nor ends it', async () => {
    const { json: programs } = await world.call('GET', '/api/v1/programs');
    const execute = () => world.call('POST', `/api/v1/programs/${programs[0].id}/execute`);
    expect((await execute()).status).toBe(202);
    world.simulator.received.clear();
    await signIn('Chef', 'chef-passwort');
    expect((await execute()).status).toBe(202);
    // A session of its own before, and none of the service needed anew after.
    expect(sessionCalls()).toEqual(['Session.login Chef', 'Session.logout']);
  });

  it('keeps a CCU account and a local one of the same name apart', async () => {
    const body = { username: 'chef', password: 'a-local-chef', role: 'viewer' };
    secrets.add(body.password);
    expect((await world.call('POST', '/api/v1/users', { body })).status).toBe(201);
    const [fromCcu, local] = [await signIn('Chef', 'chef-passwort'), await signIn('chef', body.password)];
    expect(fromCcu.json).toMatchObject({ subject: 'chef', role: 'admin', scheme: 'ccu' });
    expect(local.json).toMatchObject({ subject: 'chef', role: 'viewer', scheme: 'session' });
    expect((await world.call('DELETE', '/api/v1/users/chef')).status).toBe(204);
    const me = async ({ browser }: typeof local) => (await browser.visit('GET', '/api/v1/auth/me')).status;
    expect([await me(fromCcu), await me(local)]).toEqual([200, 401]);
  });

  it('is in the audit log as ccu', async () => {
    const entries = (await world.call('GET', '/api/v1/audit?op=auth.login')).json;
    const line = (user: string, scheme: string, outcome: string) =>
      expect.objectContaining({ user, scheme, outcome, peer_address: '127.0.0.1' });
    expect(entries).toEqual(
      expect.arrayContaining([
        line('chef', 'ccu', 'ok'),
        line('jörg', 'ccu', 'ok'),
        line(expect.any(String), 'none', 'refused'),
      ]),
    );
    // Refusals of one source and minute are one line, which names who else was tried.
    const refused = entries.filter(({ outcome }: { outcome: string }) => outcome === 'refused');
    for (const name of ['niemand', 'bediener']) expect(JSON.stringify(refused)).toContain(name);
  });

  describe('while the CCU is unwell', () => {
    let signedIn: Awaited<ReturnType<typeof signIn>>;
    beforeAll(async () => {
      signedIn = await signIn('Bediener', 'bediener-passwort');
    });

    it.each([
      ['boots', () => world.simulator.faults.boot(60)],
      ['has no session left', () => world.simulator.faults.exhaustSessions(true)],
      ['answers nonsense', () => world.simulator.faults.garbage(true)],
      ['is gone', () => world.simulator.close()],
    ])('lets local users in and those of the CCU not: it %s', async (_what, happen) => {
      world.simulator.faults.clear();
      await happen();
      expect((await signIn('Chef', 'chef-passwort')).status).toBe(401);
      expect((await signIn(LOCAL.username, LOCAL.password)).json).toMatchObject({ subject: 'root', scheme: 'session' });
      expect((await signedIn.browser.visit('GET', '/api/v1/auth/me')).json).toMatchObject({ subject: 'bediener' });
    });
  });

  it('leaves no password, token or cookie in the log or the audit log', async () => {
    expect(secrets.size).toBeGreaterThan(20);
    await expectNoLeaks(world, secrets);
  });
});

describe('packaged as an add-on of a CCU', () => {
  const addon = { env: { SERVICE_BUILD: 'ccu-addon' }, mintTokens: false } as const;
  const simulator = { users, interfaces: ['HmIP-RF'] } as const;

  it('lets its accounts in and keeps setup shut, with nothing about it in the configuration', async () => {
    await using world = await startWorld({ only, ...addon, simulator });
    const browser = openBrowser(world.url);
    const json = { username: 'Chef', password: 'chef-passwort' };
    expect((await browser.visit('POST', '/api/v1/auth/login', { json })).json).toMatchObject({ role: 'admin' });
    const info = await browser.visit('GET', '/api/v1/info');
    expect(info.json).toMatchObject({ addon_build: true });
    expect(info.json.capabilities).toContain('auth.ccu.v1');
    const stranger = openBrowser(world.url);
    expect((await stranger.visit('GET', '/api/v1/setup/status')).json).toEqual({ required: false });
    const setup = await stranger.visit('POST', '/api/v1/setup', { json: LOCAL });
    expect([setup.status, setup.json.reason]).toEqual([409, 'setup_already_done']);
  });

  it('is a usual gateway where that is switched off in its configuration', async () => {
    const north = { rest: { listen: '127.0.0.1:0', auth: { ccu: { enabled: false } } } };
    await using world = await startWorld({ only, ...addon, simulator, config: { north } });
    const browser = openBrowser(world.url);
    const json = { username: 'Chef', password: 'chef-passwort' };
    expect((await browser.visit('POST', '/api/v1/auth/login', { json })).status).toBe(401);
    expect((await browser.visit('GET', '/api/v1/setup/status')).json).toMatchObject({ required: true });
  });
});
