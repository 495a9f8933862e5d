import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMemoryStores } from '../src/index.js';
import { resolveOidc } from '../src/settings/oidc.js';
import { basic, bearer, browserWith, describeRequest, passwords, sessionRecord } from '../src/testing/index.js';
import { accountStatusOf, statusOf } from './statuses.js';
import { cli, startWorld, type TestWorld } from './world.js';

const hour = 3_600_000;
const logout = { method: 'POST', target: '/api/v1/auth/logout' };

const changePassword = async (
  world: TestWorld,
  headers: Readonly<Record<string, string>>,
  current: unknown,
  next: unknown,
) => {
  const request = describeRequest({ method: 'PATCH', target: '/api/v1/auth/me/password', headers });
  const verdict = await world.auth.check(request, 'viewer');
  if (!verdict.ok || !verdict.principal) return `${verdict.ok ? 'nobody' : statusOf(verdict.problem)}`;
  const input = { current_password: current, new_password: next };
  const result = await world.auth.changePasswordFromBody(request, verdict.principal, input);
  return result.ok ? result.value.cookies : `${accountStatusOf(result.problem)} ${result.problem.reason}`;
};

describe('signing in', () => {
  it('sets exactly these two cookies [C01]', async () => {
    const world = await startWorld();
    const answer = await world.login('root', passwords.root);
    expect(answer.status).toBe(200);
    const flags = 'Path=/; HttpOnly; SameSite=Lax; Max-Age=43200';
    expect(answer.cookies[0]).toMatch(new RegExp(`^service_session=[A-Za-z0-9_-]{43}; ${flags}$`));
    expect(answer.cookies[1]).toMatch(
      /^service_csrf=[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}; Path=\/; SameSite=Lax; Max-Age=43200$/,
    );
    expect(answer.cookies.length).toBe(2);
    expect(answer.principal).toMatchObject({ subject: 'root', role: 'admin', scheme: 'session' });
    expect(answer.principal?.expiresAt).toBe(world.clock.now() + 12 * hour);
    expect((await world.call({ method: 'POST', headers: answer.browser.unsafe }, 'admin')).status).toBe(200);
  });

  it('never adopts an id the browser came with [C02]', async () => {
    const world = await startWorld();
    const chosen = 'A'.repeat(43);
    const answer = await world.login('root', passwords.root, { headers: { Cookie: `service_session=${chosen}` } });
    expect(answer.browser.id).not.toBe(chosen);
    expect((await world.call({ headers: { Cookie: `service_session=${chosen}` } })).status).toBe(401);
  });

  it('ends the session the browser had before [C03]', async () => {
    const world = await startWorld();
    const before = await world.signIn('root');
    const after = await world.login('root', passwords.root, { headers: before.headers });
    expect((await world.call({ headers: before.headers })).status).toBe(401);
    expect((await world.call({ headers: after.browser.headers })).status).toBe(200);
  });

  it('marks both cookies Secure, and the answer with HSTS, behind TLS [C12]', async () => {
    const world = await startWorld({ csrf: { secure: true } });
    const answer = await world.login('root', passwords.root);
    expect(answer.cookies.every((cookie) => cookie.endsWith('; Secure'))).toBe(true);
    expect(world.auth.staticHeaders(null).map(([name]) => name)).toContain('Strict-Transport-Security');
  });

  it('marks cookies Secure without HSTS where that is not asked for [M05]', async () => {
    const world = await startWorld({ csrf: { secure: true, hsts: false } });
    const answer = await world.login('root', passwords.root);
    expect(answer.cookies.every((cookie) => cookie.endsWith('; Secure'))).toBe(true);
    expect(world.auth.staticHeaders(null).map(([name]) => name)).not.toContain('Strict-Transport-Security');
  });

  it('is one answer for every way of failing', async () => {
    const world = await startWorld();
    const attempts: readonly (readonly [unknown, unknown])[] = [
      ['root', 'wrong-password'],
      ['nobody', 'wrong-password'],
      ['', 'wrong-password'],
      ['root', ''],
      ['root', 7],
      [null, null],
      ['ro\u200bot', passwords.root],
      ['root', 'x'.repeat(1025)],
    ];
    const answers = [];
    for (const [username, password] of attempts)
      answers.push(JSON.stringify((await world.login(username, password)).problem));
    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0] ?? '{}')).toMatchObject({
      code: 'unauthorized',
      reason: 'invalid_credentials',
      headers: [],
    });
  });

  it('renames its cookies and realm with the service', async () => {
    const world = await startWorld({ serviceName: 'haus' });
    const answer = await world.login('root', passwords.root);
    expect(answer.cookies.map((cookie) => cookie.split('=')[0])).toEqual(['haus_session', 'haus_csrf']);
    expect(world.header(await world.call({}), 'WWW-Authenticate')).toContain('realm="haus"');
  });
});

describe('a session', () => {
  it('ends after twelve hours, the boundary included, and its row with it [C04]', async () => {
    const world = await startWorld();
    const browser = await world.signIn('root');
    const hash = createHash('sha256').update(browser.id).digest('hex');
    world.clock.advance(12 * hour - 1);
    expect((await world.call({ headers: browser.headers })).status).toBe(200);
    expect(await world.stores.sessions.find(hash)).not.toBeNull();
    world.clock.advance(1);
    expect((await world.call({ headers: browser.headers })).status).toBe(401);
    expect(await world.stores.sessions.find(hash)).toBeNull();
  });

  it('survives a restart of the gateway on the same stores [C05]', async () => {
    const world = await startWorld();
    const browser = await world.signIn('root');
    const restarted = world.another();
    const verdict = await restarted.check(describeRequest({ headers: browser.headers }), 'admin');
    expect(verdict.ok).toBe(true);
  });

  it('ends with the process when it is kept in memory, and the start logs it [C06]', async () => {
    const world = await startWorld();
    await world.auth.start();
    expect(world.log.map(({ event }) => event)).toContain('auth.store.memory');
    const browser = await world.signIn('root');
    const restarted = world.another({ stores: createMemoryStores() });
    expect((await restarted.check(describeRequest({ headers: browser.headers }), 'viewer')).ok).toBe(false);
  });

  it('is worth nothing while its store cannot be asked, and no new one is made [C07]', async () => {
    const stores = createMemoryStores();
    let broken = false;
    const guard = <T>(run: () => Promise<T>) => (broken ? Promise.reject(new Error('gone')) : run());
    const sessions = {
      ...stores.sessions,
      find: (idHash: string) => guard(() => stores.sessions.find(idHash)),
      create: (record: Parameters<typeof stores.sessions.create>[0]) => guard(() => stores.sessions.create(record)),
    };
    const world = await startWorld({ stores: { ...stores, sessions } });
    const browser = await world.signIn('root');
    broken = true;
    const answer = await world.call({ headers: browser.headers });
    expect([answer.status, answer.reason, answer.cookies]).toEqual([503, 'auth_store_unavailable', []]);
    const login = await world.login('root', passwords.root);
    expect([login.status, login.cookies]).toEqual([503, []]);
  });

  /** A world with session deletions that get no answer once `lose` is called. */
  async function startInDoubt() {
    const stores = createMemoryStores();
    const deletions: string[] = [];
    let isLost = false;
    const sessions = {
      ...stores.sessions,
      async delete(idHash: string) {
        deletions.push(idHash);
        if (isLost) throw Object.assign(new Error('no answer'), { outcomeUnknown: true });
        return await stores.sessions.delete(idHash);
      },
    };
    const world = await startWorld({ stores: { ...stores, sessions } });
    const browser = await world.signIn('root');
    const lose = () => {
      isLost = true;
    };
    return { world, browser, deletions, lose };
  }
  const UNKNOWN = { outcome: 'pending', reason: 'outcome_unknown' };

  it('may have ended after an unanswered deletion: that is reported, audited, and more are left', async () => {
    const { world, browser, deletions, lose } = await startInDoubt();
    for (let more = 0; more < 2; more += 1) await world.signIn('root');
    const { principal } = await world.call({ headers: browser.headers });
    if (principal === null) throw new Error('not signed in');
    lose();
    const answer = await world.auth.sessions.revokeAll(principal, cli);
    expect(answer).toMatchObject({ ok: false, problem: { code: 'upstream_unavailable', reason: 'outcome_unknown' } });
    expect(deletions).toHaveLength(1);
    expect(world.audit.at(-1)).toMatchObject({ action: 'session.revoke', ...UNKNOWN });
  });

  it('that its user ends reports and audits the same, and a sign-in that would replace one is only not possible now', async () => {
    const { world, browser, lose } = await startInDoubt();
    lose();
    const login = await world.login('root', passwords.root, { headers: browser.headers });
    expect([login.status, login.reason]).toEqual([503, 'auth_store_unavailable']);
    const answer = await world.auth.logout(describeRequest({ ...logout, headers: browser.unsafe }));
    expect(answer).toMatchObject({ ok: false, problem: { reason: 'outcome_unknown' } });
    expect(world.audit.at(-1)).toMatchObject({ action: 'auth.logout', ...UNKNOWN });
  });

  it('past its time is no reason to say of a request that it may have been done', async () => {
    const { world, browser, lose } = await startInDoubt();
    world.clock.advance(12 * hour);
    lose();
    const answer = await world.call({ method: 'POST', headers: browser.headers });
    expect([answer.status, answer.reason]).toEqual([503, 'auth_store_unavailable']);
  });

  it('is kept as a hash only [C13]', async () => {
    const world = await startWorld();
    const browser = await world.signIn('root');
    const dump = JSON.stringify([
      await world.stores.sessions.list(),
      await world.stores.tokens.list(),
      await world.stores.users.list(),
    ]);
    expect(dump).not.toContain(browser.id);
    expect(dump).not.toContain(browser.csrf);
    expect(world.canary.findLeaks({ dump })).toEqual([]);
    for (const { idHash } of await world.stores.sessions.list()) expect(idHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is refused, and cleared, when a request carries two that are both alive [C10]', async () => {
    const world = await startWorld();
    const [a, b] = [await world.signIn('root'), await world.signIn('vi')];
    const answer = await world.call({ headers: { Cookie: `service_session=${a.id}; service_session=${b.id}` } });
    expect(answer.status).toBe(401);
    expect(answer.cookies.map((cookie) => cookie.replace(/;.*Max-Age/, '; Max-Age'))).toEqual([
      'service_session=; Max-Age=0',
      'service_csrf=; Max-Age=0',
    ]);
  });

  it('is found beside junk of the same name, in any order [C11]', async () => {
    const world = await startWorld();
    const { id } = await world.signIn('root');
    const junk = 'B'.repeat(43);
    for (const values of [
      [junk, id],
      [id, junk],
      ['x', id],
      [id, id],
    ]) {
      const Cookie = values.map((value) => `service_session=${value}`).join('; ');
      expect((await world.call({ headers: { Cookie } })).status).toBe(200);
    }
    const split = await world.call({
      headers: [
        ['Cookie', `service_session=${junk}`],
        ['Cookie', `other=1; service_session=${id}`],
      ],
    });
    expect(split.status).toBe(200);
  });

  it('is read raw: quotes, escapes and near names do not count [C20]', async () => {
    const world = await startWorld();
    const { id } = await world.signIn('root');
    const escaped = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    for (const Cookie of [
      `service_session="${id}"`,
      `service_session=${escaped}`,
      `service session=${id}`,
      `Service_Session=${id}`,
      `xservice_session=${id}`,
      `service_session =${id}x`,
      `service_session=${id}\u00a0`,
    ]) {
      expect([Cookie.slice(0, 20), (await world.call({ headers: { Cookie } })).status]).toEqual([
        Cookie.slice(0, 20),
        401,
      ]);
    }
  });

  it('names its principal, like every other authentication source [C21]', async () => {
    const world = await startWorld();
    const browser = await world.signIn('vi');
    expect((await world.call({})).status).toBe(401);
    const me = async (headers: Readonly<Record<string, string>>) => (await world.call({ headers })).principal;
    expect(await me(browser.headers)).toMatchObject({ subject: 'vi', role: 'viewer', scheme: 'session' });
    expect((await me(browser.headers))?.expiresAt).toBe(world.clock.now() + 12 * hour);
    expect(await me({ Authorization: bearer(world.tokens.operator) })).toMatchObject({
      role: 'operator',
      scheme: 'bearer',
    });
    expect((await me({ Authorization: bearer(world.tokens.operator) }))?.expiresAt).toBeUndefined();
  });

  it('has the role its account has now, not the one it began with [C19]', async () => {
    const world = await startWorld();
    await world.auth.users.create({ username: 'root2', password: 'root2-Passwort', role: 'admin' }, cli);
    const { browser } = await world.login('root2', 'root2-Passwort');
    expect((await world.call({ headers: browser.headers }, 'admin')).status).toBe(200);
    expect((await world.auth.users.update('root2', { role: 'viewer' }, cli)).ok).toBe(true);
    expect((await world.call({ headers: browser.headers }, 'admin')).reason).toBe('forbidden_role');
    expect((await world.call({ headers: browser.headers })).status).toBe(200);
  });

  it('ends at once when its account is disabled, and enabling brings it not back [C22]', async () => {
    const world = await startWorld();
    const { headers } = await world.signIn('op');
    const withPassword = { headers: { Authorization: basic('op', passwords.op) } };
    expect((await world.call(withPassword)).status).toBe(200);
    expect((await world.auth.users.update('op', { disabled: true }, cli)).ok).toBe(true);
    expect((await world.call({ headers })).status).toBe(401);
    // The pair that was right a moment ago is remembered no longer, and a sign-in looks like one with a wrong password.
    expect((await world.call(withPassword)).status).toBe(401);
    const refused = await world.login('op', passwords.op);
    const wrong = await world.login('op', 'not the password');
    expect([refused.status, refused.reason]).toEqual([wrong.status, wrong.reason]);
    expect((await world.auth.users.update('op', { disabled: false }, cli)).ok).toBe(true);
    expect((await world.call({ headers })).status).toBe(401);
    expect((await world.login('op', passwords.op)).status).toBe(200);
  });

  it('is not made by a login during which the account was disabled', async () => {
    const world = await startWorld();
    const { users } = world.stores;
    const disabling = createMemoryStores();
    const user = await users.find('op');
    if (!user) throw new Error('no such user');
    await disabling.users.create(user);
    // The account is read, then its password is compared: it is disabled in between.
    let reads = 0;
    const find: typeof users.find = async (account) => {
      reads += 1;
      if (reads === 2) await disabling.users.update(account, { disabledAt: 1 }, { keepAdmin: false });
      return disabling.users.find(account);
    };
    const raced = await startWorld({ stores: { ...disabling, users: { ...disabling.users, find } } });
    expect((await raced.login('op', passwords.op)).status).toBe(401);
    expect(await disabling.sessions.list()).toEqual([]);
  });

  it('of an identity provider is not ended with the local account of its name [C18]', async () => {
    const oidc = {
      enabled: true,
      issuer: 'https://idp.example',
      clientId: 'gateway',
      redirectUrl: 'https://gw.example/callback',
    };
    const world = await startWorld({ oidc });
    const authEpoch = resolveOidc(oidc)?.epoch ?? '';
    const local = await world.signIn('op');
    const id = 'F'.repeat(43);
    const idHash = createHash('sha256').update(id).digest('hex');
    const expiresAt = world.clock.now() + hour;
    const principalKey = 'oidc:https://idp.example#7';
    await world.stores.sessions.create(
      sessionRecord({ idHash, principalKey, subject: 'op', scheme: 'oidc', role: 'viewer', expiresAt, authEpoch }),
    );
    expect((await world.auth.users.delete('op', cli)).ok).toBe(true);
    expect((await world.call({ headers: { Cookie: `service_session=${id}` } })).principal?.scheme).toBe('oidc');
    expect((await world.call({ headers: local.headers })).status).toBe(401);
  });
});

describe('signing out', () => {
  it('ends the session for good and clears both cookies [C08]', async () => {
    const world = await startWorld();
    const browser = await world.signIn('root');
    const answer = await world.auth.logout(describeRequest({ ...logout, headers: browser.unsafe }));
    expect(answer.ok && answer.value.cookies).toEqual([
      'service_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      'service_csrf=; Path=/; SameSite=Lax; Max-Age=0',
    ]);
    expect((await world.call({ headers: browser.headers })).status).toBe(401);
    expect((await world.stores.sessions.list()).length).toBe(0);
  });

  it('may be repeated, also without any session [C09]', async () => {
    const world = await startWorld();
    const browser = await world.signIn('root');
    for (const headers of [browser.unsafe, browser.unsafe, browser.headers, {}]) {
      expect((await world.auth.logout(describeRequest({ ...logout, headers }))).ok).toBe(true);
    }
  });

  it('is not something another site can do to a visitor', async () => {
    const world = await startWorld();
    const browser = await world.signIn('root');
    const without = await world.auth.logout(describeRequest({ ...logout, headers: browser.headers }));
    const foreign = await world.auth.logout(
      describeRequest({ ...logout, headers: { ...browser.unsafe, Origin: 'http://evil' } }),
    );
    expect([without.ok, foreign.ok]).toEqual([false, false]);
    expect((await world.call({ headers: browser.headers })).status).toBe(200);
  });
});

describe('changing the own password', () => {
  it('takes two fields and no third', async () => {
    const world = await startWorld();
    const here = await world.signIn('op');
    const request = describeRequest({ method: 'PATCH', target: '/api/v1/auth/me/password', headers: here.unsafe });
    const verdict = await world.auth.check(request, 'viewer');
    if (!verdict.ok || verdict.principal === null) throw new Error('not signed in');
    const input = { current_password: passwords.op, new_password: 'another-Passwort', role: 'admin' };
    expect(await world.auth.changePassword(request, verdict.principal, input)).toMatchObject({
      problem: {
        code: 'validation',
        reason: 'validation_failed',
        errors: [{ path: 'role', message: 'unknown field' }],
      },
    });
    expect((await world.login('op', passwords.op)).status).toBe(200);
  });

  it('ends the other sessions, renews this one and leaves tokens alone [C14]', async () => {
    const world = await startWorld();
    const [here, elsewhere] = [await world.signIn('op'), await world.signIn('op')];
    const own = await world.auth.tokens.create({ subject: 'op', role: 'operator' }, cli);
    const next = world.canary.plant('an-even-better-one');
    const cookies = await changePassword(world, here.unsafe, passwords.op, next);
    const renewed = browserWith(cookies as readonly string[]);
    world.canary.plant(renewed.id);
    expect(renewed.id).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const statusOf = async (headers: Readonly<Record<string, string>>) => (await world.call({ headers })).status;
    expect([await statusOf(here.headers), await statusOf(elsewhere.headers), await statusOf(renewed.headers)]).toEqual([
      401, 401, 200,
    ]);
    expect(await statusOf({ Authorization: bearer(own.ok ? own.value.token : '') })).toBe(200);
    expect((await world.login('op', passwords.op)).status).toBe(401);
    expect((await world.login('op', next)).status).toBe(200);
  });

  it('is done also where the database is away before the sessions are ended: none from before lets in', async () => {
    const stores = createMemoryStores();
    const deleteByPrincipal = async () => Promise.reject(new Error('gone'));
    const world = await startWorld({ stores: { ...stores, sessions: { ...stores.sessions, deleteByPrincipal } } });
    const browser = await world.signIn('op');
    const next = world.canary.plant('an-even-better-one');
    expect(await changePassword(world, browser.unsafe, passwords.op, next)).toEqual([]);
    expect(world.audit.at(-1)).toMatchObject({ action: 'user.password_changed', outcome: 'ok' });
    expect((await world.call({ headers: browser.headers })).status).toBe(401);
    expect((await world.login('op', next)).status).toBe(200);
  });

  it('is for local accounts only [C15]', async () => {
    const ccu = {
      enabled: true,
      login: { verify: async () => ({ ok: true, userLevel: 8 }) as const },
      hasCentral: () => true,
    };
    const world = await startWorld({ ccu, build: { supervised: true } });
    const { browser: karl } = await world.login('karl', 'ccu-Passwort-1');
    const ingress = { 'X-Ingress-Path': '/api/hassio_ingress/abcdefgh12' };
    expect(await changePassword(world, karl.unsafe, 'ccu-Passwort-1', 'a-new-password')).toBe(
      '403 password_change_unavailable',
    );
    expect(await changePassword(world, { Authorization: bearer(world.tokens.admin) }, 'x', 'a-new-password')).toBe(
      '403 password_change_unavailable',
    );
    const request = describeRequest({ headers: ingress, peer: '172.30.32.2' });
    const verdict = await world.auth.check(request, 'viewer');
    if (!verdict.ok || !verdict.principal) throw new Error('no ingress principal');
    const result = await world.auth.changePassword(request, verdict.principal, {
      current_password: 'x',
      new_password: 'a-new-password',
    });
    expect(result.ok ? '' : result.problem.reason).toBe('password_change_unavailable');
    const federated = { ...verdict.principal, key: 'oidc:https://idp#root', subject: 'root', scheme: 'oidc' } as const;
    const oidc = await world.auth.changePassword(request, federated, {
      current_password: passwords.root,
      new_password: 'a-new-password',
    });
    expect(oidc.ok ? '' : oidc.problem.reason).toBe('password_change_unavailable');
    const configured = { Authorization: basic('cfg', passwords.cfg) };
    expect(await changePassword(world, configured, passwords.cfg, 'a-new-password')).toBe('409 user_managed_by_config');
  });

  it('with a wrong current one is refused five times and then waits [C16]', async () => {
    const world = await startWorld({ throttled: true });
    const { unsafe } = await world.signIn('op');
    const answers = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      answers.push(await changePassword(world, unsafe, 'wrong-one', 'a-new-password'));
    expect(answers).toEqual([...Array<string>(5).fill('403 current_password_invalid'), '429 login_throttled']);
    expect((await world.call({ headers: unsafe })).status).toBe(200);
  });

  it('takes 8 characters to 1024 bytes, and not the same again [C17]', async () => {
    const world = await startWorld();
    const { unsafe } = await world.signIn('op');
    expect(await changePassword(world, unsafe, passwords.op, '7-chars')).toBe('400 validation_failed');
    expect(await changePassword(world, unsafe, passwords.op, 'x'.repeat(1025))).toBe('400 validation_failed');
    expect(await changePassword(world, unsafe, passwords.op, 'ü'.repeat(513))).toBe('400 validation_failed');
    expect(await changePassword(world, unsafe, passwords.op, passwords.op)).toBe('422 password_unchanged');
    expect(await changePassword(world, unsafe, passwords.op, undefined)).toBe('400 validation_failed');
  });

  it('makes passwords of one look one password, however they were typed', async () => {
    const world = await startWorld();
    const { unsafe } = await world.signIn('op');
    expect(Array.isArray(await changePassword(world, unsafe, passwords.op, 'caf\u00e9-caf\u00e9'))).toBe(true);
    expect((await world.login('op', 'cafe\u0301-cafe\u0301')).status).toBe(200);
  });

  it('keeps every byte of a long one', async () => {
    const world = await startWorld();
    const { unsafe } = await world.signIn('op');
    const long = 'x'.repeat(1023);
    expect(Array.isArray(await changePassword(world, unsafe, passwords.op, `${long}a`))).toBe(true);
    expect((await world.login('op', `${long}b`)).status).toBe(401);
    expect((await world.login('op', `${long}a`)).status).toBe(200);
  });
});

describe('the list of sessions', () => {
  it('shows everybody their own, and an admin those of a subject', async () => {
    const world = await startWorld();
    const [op, vi] = [await world.signIn('op'), await world.signIn('vi')];
    const root = await world.signIn('root');
    const who = async (headers: Readonly<Record<string, string>>) => {
      const { principal } = await world.call({ headers });
      if (!principal) throw new Error('nobody');
      return principal;
    };
    const opPrincipal = await who(op.headers);
    const own = await world.auth.sessions.list(opPrincipal);
    expect(own.ok && own.value.map(({ subject, current }) => [subject, current])).toEqual([['op', true]]);
    const foreign = await world.auth.sessions.list(opPrincipal, { subject: 'vi' });
    expect(foreign.ok ? '' : foreign.problem.reason).toBe('forbidden_role');
    const admin = await who(root.headers);
    const ofVi = await world.auth.sessions.list(admin, { subject: 'vi' });
    const id = ofVi.ok ? (ofVi.value[0]?.id ?? '') : '';
    expect((await world.auth.sessions.revoke(id, opPrincipal, cli)).ok).toBe(false);
    expect((await world.auth.sessions.revoke(id, admin, cli)).ok).toBe(true);
    expect((await world.call({ headers: vi.headers })).status).toBe(401);
    const all = await world.auth.sessions.list(admin, { all: true });
    expect(all.ok && all.value.length).toBe(2);
    const ended = await world.auth.sessions.revokeAll(admin, cli, { subject: 'op' });
    expect(ended.ok && ended.value).toBe(1);
    const others = await world.auth.sessions.revokeAll(admin, cli);
    expect(others.ok && others.value).toBe(0);
    expect((await world.call({ headers: root.headers })).status).toBe(200);
  });
});
