import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, csrfOf, openBrowser } from './access/browser.js';
import { expectNoLeaks } from './access/leaks.js';
import { behindItsBack } from './access/other-process.js';
import { cliBin, finish, start } from './process.js';
import { connectSocket, type Socket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const PASSWORD = 'ein-gutes-Passwort';
const OTHER = 'ein-anderes-Passwort';
/** How long a socket may outlive its credential by far; nothing waits this long. */
const SOON = 10_000;

describe('the end of a credential ends the sockets of', () => {
  let world: World;
  const secrets = new Set<string>([PASSWORD, OTHER]);

  beforeAll(async () => {
    world = await startWorld({ waitForCcu: false, config: { centrals: [] } });
    // The last administrator cannot be demoted, so there is one who stays.
    const body = { username: 'root', password: PASSWORD, role: 'admin' };
    expect((await world.call('POST', '/api/v1/users', { body })).status).toBe(201);
  });
  afterAll(() => world.close());

  async function mint(subject: string) {
    const body = { subject, role: 'operator' };
    const { json } = await world.call('POST', '/api/v1/auth/tokens/v2', { body });
    secrets.add(json.token);
    return json as { readonly token: string; readonly fingerprint: string };
  }

  async function signIn(username: string, password = PASSWORD): Promise<Browser> {
    const browser = openBrowser(world.url);
    const answer = await browser.visit('POST', '/api/v1/auth/login', { json: { username, password } });
    expect(answer.status).toBe(200);
    for (const secret of browser.secrets) secrets.add(secret);
    return browser;
  }

  /** A new account, signed in, with a socket that gets events. */
  async function watching(username: string, role = 'operator') {
    const body = { username, password: PASSWORD, role };
    expect((await world.call('POST', '/api/v1/users', { body })).status).toBe(201);
    const browser = await signIn(username);
    return { browser, socket: await socketOf(browser) };
  }

  async function socketOf(browser: Browser): Promise<Socket> {
    const socket = await connectSocket(world.url, { cookie: browser.cookiesFor('/api/v1/events'), origin: world.url });
    await subscribe(socket, ['*']);
    return socket;
  }

  const meOf = async (browser: Browser) => (await browser.visit('GET', '/api/v1/auth/me')).status;
  const withToken = async (token: string) =>
    (await world.call('GET', '/api/v1/auth/me', { as: 'stranger', headers: { authorization: `Bearer ${token}` } }))
      .status;

  it('a token that is revoked over REST', { timeout: SOON }, async () => {
    const { token, fingerprint } = await mint('revoked-here');
    const socket = await connectSocket(world.url, token);
    await subscribe(socket, ['*']);
    expect((await world.call('DELETE', `/api/v1/auth/tokens/v2/${fingerprint}`)).status).toBe(204);
    expect([await withToken(token), await socket.closed]).toEqual([401, 4401]);
  });

  it('a token that reads the stream of a plain request', { timeout: SOON }, async () => {
    const { token, fingerprint } = await mint('reader');
    const stream = await fetch(`${world.url}/api/v1/events/stream?topics=*`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect((await world.call('DELETE', `/api/v1/auth/tokens/v2/${fingerprint}`)).status).toBe(204);
    // The body ends; without that this would wait for ever.
    expect(await stream.text()).not.toContain(token);
  });

  it('a token that another process revoked in the database', { timeout: SOON }, async () => {
    const { token, fingerprint } = await mint('revoked-elsewhere');
    const socket = await connectSocket(world.url, token);
    await subscribe(socket, ['*']);
    const bystander = await connectSocket(world.url, world.tokens.viewer);
    await subscribe(bystander, ['*']);
    await withToken(token);
    await behindItsBack(world, ({ auth }) => auth.tokens.revoke(fingerprint, Date.now()));
    expect([await socket.closed, await withToken(token)]).toEqual([4401, 401]);
    bystander.close();
    expect(await bystander.closed).not.toBe(4401);
  });

  it('a token that the command line revokes while it is in use there', { timeout: 2 * SOON }, async () => {
    const { token, fingerprint } = await mint('tail');
    const run = (args: readonly string[], env: Record<string, string>) =>
      start(process.execPath, [cliBin, ...args], { env: { CCU_GATEWAY_URL: '', CCU_GATEWAY_TOKEN: '', ...env } });
    const tail = finish(run(['events', 'tail', '--json'], { CCU_GATEWAY_URL: world.url, CCU_GATEWAY_TOKEN: token }));
    const requests = async () => (await world.call('GET', '/api/v1/audit?op=auth.request')).json;
    await expect
      .poll(requests, { timeout: SOON })
      .toContainEqual(expect.objectContaining({ user: 'tail', scheme: 'bearer', outcome: 'ok' }));
    const revoke = run(['token', 'revoke', fingerprint.slice(0, 12)], { CCU_GATEWAY_DATA_DIR: world.dataDir });
    expect((await finish(revoke)).code).toBe(0);
    const { code, stdout, stderr } = await tail;
    expect(code).toBe(4);
    expect(stdout + stderr).not.toContain(token);
  });

  it('the session of a deleted user, and the tokens that name the user', { timeout: SOON }, async () => {
    const { browser, socket } = await watching('bob');
    const { token } = await mint('bob');
    const other = await connectSocket(world.url, token);
    expect((await world.call('DELETE', '/api/v1/users/bob')).status).toBe(204);
    expect([await socket.closed, await other.closed]).toEqual([4401, 4401]);
    expect([await meOf(browser), await withToken(token)]).toEqual([401, 401]);
    // A new account of the old name inherits nothing.
    await watching('bob');
    expect(await meOf(browser)).toBe(401);
  });

  it('every session of a user after an administrator has set the password', { timeout: SOON }, async () => {
    const { browser, socket } = await watching('carla');
    const changed = await world.call('PATCH', '/api/v1/users/carla', { body: { password: OTHER } });
    expect([changed.status, await socket.closed, await meOf(browser)]).toEqual([204, 4401, 401]);
    expect(await meOf(await signIn('carla', OTHER))).toBe(200);
  });

  it('every other session after a change of the own password, and the own session is renewed', {
    timeout: SOON,
  }, async () => {
    const { browser, socket } = await watching('dora');
    const elsewhere = await signIn('dora');
    const socketElsewhere = await socketOf(elsewhere);
    const before = browser.cookie('service_session')?.value;
    const json = { current_password: PASSWORD, new_password: OTHER };
    const wrong = await browser.visit('PATCH', '/api/v1/auth/me/password', {
      json: { ...json, current_password: OTHER },
      headers: csrfOf(browser),
    });
    expect(wrong.status).toBe(403);
    const answer = await browser.visit('PATCH', '/api/v1/auth/me/password', { json, headers: csrfOf(browser) });
    expect([answer.status, await socket.closed, await socketElsewhere.closed]).toEqual([204, 4401, 4401]);
    for (const secret of browser.secrets) secrets.add(secret);
    expect(browser.cookie('service_session')?.value).not.toBe(before);
    expect([await meOf(browser), await meOf(elsewhere)]).toEqual([200, 401]);
  });

  it('a role that was lowered, with another code, and the session goes on with less', { timeout: SOON }, async () => {
    const { browser, socket } = await watching('emil', 'admin');
    const lowered = await world.call('PATCH', '/api/v1/users/emil', { body: { role: 'viewer' } });
    expect([lowered.status, await socket.closed]).toEqual([204, 4403]);
    expect((await browser.visit('GET', '/api/v1/auth/me')).json).toMatchObject({ subject: 'emil', role: 'viewer' });
    expect((await browser.visit('GET', '/api/v1/users')).status).toBe(403);
  });

  it('a role that another process lowered, and an account that it deleted', { timeout: SOON }, async () => {
    const [lowered, deleted] = [await watching('fritz', 'admin'), await watching('gerd')];
    await behindItsBack(world, async ({ auth }) => {
      await auth.users.update('fritz', { role: 'viewer' }, { keepAdmin: false });
      await auth.users.delete('gerd', { keepAdmin: false });
    });
    expect([await lowered.socket.closed, await deleted.socket.closed]).toEqual([4403, 4401]);
    expect(await meOf(deleted.browser)).toBe(401);
  });

  it('a session that is logged out, here or from a list of sessions', { timeout: SOON }, async () => {
    const { browser, socket } = await watching('hans');
    const elsewhere = await signIn('hans');
    const socketElsewhere = await socketOf(elsewhere);
    const { json: sessions } = await browser.visit('GET', '/api/v1/auth/sessions');
    const other = sessions.find(({ current }: { current: boolean }) => !current);
    const ended = await browser.visit('DELETE', `/api/v1/auth/sessions/${other.id}`, { headers: csrfOf(browser) });
    expect([ended.status, await socketElsewhere.closed, await meOf(elsewhere)]).toEqual([204, 4401, 401]);
    expect(await meOf(browser)).toBe(200);
    const out = await browser.visit('POST', '/api/v1/auth/logout', { headers: csrfOf(browser) });
    expect([out.status, await socket.closed, await meOf(browser)]).toEqual([204, 4401, 401]);
  });

  it('but a restart ends nothing: the session and its token for changes still count', async () => {
    const { browser, socket } = await watching('ida');
    const gone = await signIn('ida');
    await gone.visit('POST', '/api/v1/auth/logout', { headers: csrfOf(gone) });
    const [cookie, goneCookie] = [browser.cookiesFor('/'), gone.cookie('service_session')?.value];
    await expectNoLeaks(world, secrets);
    world = await world.restart();
    expect(await socket.closed).toBe(1001);
    const headers = { cookie, origin: world.url };
    const me = await world.call('GET', '/api/v1/auth/me', { as: 'stranger', headers });
    expect(me.json).toMatchObject({ subject: 'ida', role: 'operator', scheme: 'session' });
    const again = await connectSocket(world.url, headers);
    await subscribe(again, ['*']);
    const change = { as: 'stranger', headers: { ...headers, ...csrfOf(browser) } } as const;
    expect((await world.call('DELETE', '/api/v1/auth/sessions', change)).status).toBe(204);
    expect((await world.call('POST', '/api/v1/auth/logout', change)).status).toBe(204);
    expect(await again.closed).toBe(4401);
    const dead = { as: 'stranger', headers: { cookie: `service_session=${goneCookie}` } } as const;
    expect((await world.call('GET', '/api/v1/auth/me', dead)).status).toBe(401);
  });

  it('and all of it is in the audit log, with its user', async () => {
    const entries: readonly Readonly<Record<string, string>>[] = (await world.call('GET', '/api/v1/audit?limit=10000'))
      .json;
    const told = new Set(entries.map(({ action, user, scheme, outcome }) => `${user} ${scheme} ${action} ${outcome}`));
    for (const line of [
      'test-admin bearer token.create ok',
      'test-admin bearer token.revoke ok',
      'test-admin bearer user.create ok',
      'test-admin bearer user.update ok',
      'test-admin bearer user.delete ok',
      'tail bearer auth.request ok',
      'emil session auth.request refused',
      'dora session user.password_changed ok',
      'dora session user.password_changed refused',
      'hans session session.revoke ok',
      'hans session auth.logout ok',
    ]) {
      expect(told).toContain(line);
    }
    // The command line writes down the account of the system it ran under.
    expect([...told].filter((line) => /^cli:\S+ cli token\.revoke ok$/.test(line))).toHaveLength(1);
  });

  it('and nothing of it leaves a password, token or cookie in the log or the audit log', async () => {
    expect(secrets.size).toBeGreaterThan(20);
    await expectNoLeaks(world, secrets);
  });
});
