import { describe, expect, it } from 'vitest';
import type { Actor, Auth, AuthOptions, AuthProblem, SetupService } from '../src/index.js';
import { createMemoryStores } from '../src/index.js';
import { bearer, describeRequest, passwords, type RequestInput, userRecord } from '../src/testing/index.js';
import { statusOf } from './statuses.js';
import { cli, startWorld, type TestWorld } from './world.js';

const good = { username: 'Admin', password: 'first-Passwort' };
/** An administrator over the API. */
const remote: Actor = { subject: 'root', scheme: 'bearer', peer: '192.168.1.5' };
const post: RequestInput = { method: 'POST', target: '/api/v1/setup' };
type Input = Parameters<SetupService['create']>[1];

const create = async (world: TestWorld, input: Input = good, request: RequestInput = {}) => {
  world.canary.plant(good.password);
  const result = await world.auth.setup.create(describeRequest({ ...post, ...request }), input);
  return result.ok ? 'created' : `${statusOf(result.problem)} ${result.problem.reason}`;
};
const answerOf = (result: { readonly ok: true } | { readonly ok: false; readonly problem: AuthProblem }) =>
  result.ok ? 'done' : `${statusOf(result.problem)} ${result.problem.reason}`;
const required = async (world: TestWorld, request: RequestInput = {}) =>
  (await world.auth.setup.status(describeRequest({ target: '/api/v1/setup/status', ...request }))).required;
const startEmpty = (options: Partial<AuthOptions> & { readonly throttled?: boolean } = {}) =>
  startWorld({ empty: true, ...options });
const oidc = {
  enabled: true,
  issuer: 'https://idp.example',
  clientId: 'gateway',
  redirectUrl: 'https://gw.example/callback',
};

describe('first-run setup', () => {
  it('is required on an empty gateway [F01]', async () => {
    expect(await required(await startEmpty())).toBe(true);
  });

  it('creates one admin, and is closed from then on [F02]', async () => {
    const world = await startEmpty();
    expect(await create(world)).toBe('created');
    expect(await world.stores.users.list()).toMatchObject([{ account: 'admin', role: 'admin' }]);
    expect(await create(world, { ...good, username: 'second' })).toBe('409 setup_already_done');
    expect(await required(world)).toBe(false);
    expect((await world.login('admin', good.password)).status).toBe(200);
  });

  it('has exactly one winner when twenty race [F03]', async () => {
    const world = await startEmpty();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(world, { ...good, username: `admin${index}` })),
    );
    expect(answers.filter((answer) => answer === 'created').length).toBe(1);
    expect(answers.filter((answer) => answer === '409 setup_already_done').length).toBe(19);
    expect((await world.stores.users.list()).length).toBe(1);
  });

  it('stays shut when it is pinned shut, which the log names once [F04]', async () => {
    const world = await startEmpty({ bootstrap: { allowFirstRunSetup: false } });
    await world.auth.start();
    expect(await required(world)).toBe(false);
    expect(await create(world)).toBe('403 setup_disabled');
    expect(world.log.filter(({ event }) => event === 'setup.onboarding.dormant').length).toBe(1);
  });

  it('is written down also where it is refused before its body is read', async () => {
    const world = await startWorld();
    expect((await world.auth.setup.precheck(describeRequest({ ...post, peer: '192.168.1.9' }))).ok).toBe(false);
    expect(world.audit.at(-1)).toMatchObject({
      action: 'setup.create',
      outcome: 'refused',
      reason: 'setup_already_done',
      peer: '192.168.1.9',
    });
    const open = await startEmpty();
    expect((await open.auth.setup.precheck(describeRequest(post))).ok).toBe(true);
    expect(open.audit).toEqual([]);
  });

  it('reports that it is pinned shut before it reports that it is done [F05]', async () => {
    const world = await startWorld({ bootstrap: { allowFirstRunSetup: false } });
    await world.auth.start();
    expect(await create(world)).toBe('403 setup_disabled');
    expect(world.log.some(({ event }) => event === 'setup.onboarding.dormant')).toBe(false);
  });

  it('is closed by an identity provider [F06]', async () => {
    const world = await startEmpty({ oidc });
    expect(await required(world)).toBe(false);
    expect(await create(world)).toBe('409 setup_already_done');
    expect(await world.auth.setup.closedBecause()).toBe('oidc');
  });

  it('is closed by CCU login as soon as there is a CCU [F07]', async () => {
    let centrals = 0;
    const login = { verify: async () => ({ ok: false, cause: 'rejected' }) as const };
    const world = await startEmpty({ ccu: { enabled: true, login, hasCentral: () => centrals > 0 } });
    expect(await required(world)).toBe(true);
    centrals = 1;
    expect(await required(world)).toBe(false);
    expect(await create(world)).toBe('409 setup_already_done');
  });

  it('is closed by a configured user [F08]', async () => {
    expect(await required(await startEmpty({ configUsers: { cfg: passwords.cfg } }))).toBe(false);
  });

  it('is closed by an admin token while tokens count, and by the trusted proxy', async () => {
    const world = await startEmpty();
    const token = await world.auth.tokens.create({ subject: 'ha', role: 'admin', expires_in_days: 1 }, cli);
    expect(await world.auth.setup.closedBecause()).toBe('admin_tokens');
    expect(await create(world)).toBe('409 setup_already_done');
    world.clock.advance(86_400_000);
    expect(await required(world)).toBe(true);
    expect(token.ok && (await required(world, { headers: { Authorization: bearer(token.value.token) } }))).toBe(true);
    const supervised = await startEmpty({ build: { supervised: true } });
    expect(await supervised.auth.setup.closedBecause()).toBe('ingress');
  });

  it('is not required of a caller with an identity', async () => {
    const world = await startEmpty();
    const token = await world.auth.tokens.create({ subject: 'ha', role: 'viewer' }, cli);
    const headers = { Authorization: bearer(token.ok ? token.value.token : '') };
    expect(await required(world, { headers })).toBe(false);
    expect(await required(world)).toBe(true);
  });

  it('is served under local names only, so that no foreign name can be pointed here [F09]', async () => {
    const world = await startEmpty();
    for (const Host of ['attacker.example', 'attacker.example:8119', 'gateway.lan.evil.com', '', 'a@b']) {
      expect([Host, await create(world, good, { headers: { Host } })]).toEqual([Host, '421 host_not_allowed']);
    }
    for (const [index, Host] of [
      '192.168.1.2:8119',
      '[fd00::1]:8119',
      'localhost',
      'ccu3',
      'gw.local',
      'GW.FRITZ.BOX',
      'gw.home.arpa',
      'gw.internal',
      'my.example',
    ].entries()) {
      const fresh = await startEmpty({ bootstrap: { allowedHosts: ['my.example'] } });
      expect([index, await create(fresh, good, { headers: { Host } })]).toEqual([index, 'created']);
    }
  });

  it('is not for callers from the internet, unless they are allowed [F10]', async () => {
    const world = await startEmpty();
    for (const peer of ['203.0.113.5', '2001:db8::1', '::ffff:203.0.113.5', '172.32.0.1', '']) {
      expect([peer, await create(world, good, { peer })]).toEqual([peer, '403 setup_remote_forbidden']);
    }
    const remote = await startEmpty({ bootstrap: { allowRemoteSetup: true } });
    expect(await create(remote, good, { peer: '203.0.113.5' })).toBe('created');
    for (const peer of ['127.0.0.1', '::1', '10.1.2.3', 'fe80::1%eth0', 'fd00::7']) {
      expect([peer, await create(await startEmpty(), good, { peer })]).toEqual([peer, 'created']);
    }
  });

  it('is not something another site can do [F11]', async () => {
    const world = await startEmpty();
    expect(await create(world, good, { headers: { Origin: 'http://evil' } })).toBe('403 origin_forbidden');
    expect(await world.stores.users.list()).toEqual([]);
  });

  it('wants the password twice alike, long enough, and a name that can be read [F12]', async () => {
    const world = await startEmpty();
    expect(await create(world, { ...good, confirmation: 'different' })).toBe('422 validation_failed');
    expect(await create(world, { ...good, password: '7-chars' })).toBe('422 validation_failed');
    for (const username of ['ad\u200bmin', '', ' admin', 'x'.repeat(65), 7, 'a:b', 'ＡＤＭＩＮ', 'a\u0000']) {
      expect([username, await create(world, { ...good, username })]).toEqual([username, '422 username_invalid']);
    }
    expect(await create(world, { ...good, confirmation: good.password })).toBe('created');
  });

  it('creates no session [F13]', async () => {
    const world = await startEmpty();
    expect(await create(world)).toBe('created');
    expect(await world.stores.sessions.list()).toEqual([]);
  });

  it('is not re-opened by deleting or demoting the last admin, which is refused [F14]', async () => {
    const world = await startEmpty();
    await create(world);
    const deleted = await world.auth.users.delete('admin', cli);
    const demoted = await world.auth.users.update('admin', { role: 'viewer' }, cli);
    expect(
      [deleted, demoted].map((result) => (result.ok ? '' : `${statusOf(result.problem)} ${result.problem.reason}`)),
    ).toEqual(['409 last_admin', '409 last_admin']);
    expect(await required(world)).toBe(false);
  });

  it('stays shut and manageable: the last account that is enabled cannot be disabled', async () => {
    const world = await startEmpty();
    await create(world);
    expect(answerOf(await world.auth.users.update('admin', { disabled: true }, remote))).toBe('409 last_way_in');
    await world.auth.users.create({ username: 'vi', password: 'vi-Passwort-99', role: 'viewer' }, cli);
    expect(answerOf(await world.auth.users.update('admin', { disabled: true }, remote))).toBe('409 last_admin');
    await world.auth.users.create({ username: 'second', password: 'second-Passwort', role: 'admin' }, cli);
    const both = await Promise.all(
      ['admin', 'second'].map((name) => world.auth.users.update(name, { disabled: true }, remote)),
    );
    expect(both.map(answerOf)).toEqual(['done', '409 last_admin']);
    expect(answerOf(await world.auth.users.update('second', { role: 'viewer' }, remote))).toBe('409 last_admin');
    expect((await world.stores.users.find('second'))?.disabledAt).toBeNull();
    expect(await required(world)).toBe(false);
  });

  it('is not re-opened by revoking the last admin token, also where two are revoked at once', async () => {
    const world = await startEmpty();
    const mint = async (subject: string, role: 'admin' | 'viewer') => {
      const made = await world.auth.tokens.create({ subject, role }, cli);
      if (!made.ok) throw new Error(made.problem.reason);
      return made.value.fingerprint;
    };
    const [first, second, viewer] = [await mint('a', 'admin'), await mint('b', 'admin'), await mint('c', 'viewer')];
    const both = await Promise.all([first, second].map((token) => world.auth.tokens.revoke(token, remote)));
    expect(both.map(answerOf)).toEqual(['done', '409 last_way_in']);
    const others = [
      await world.auth.tokens.revokeByPrefix(second.slice(0, 12), remote),
      await world.auth.legacyTokens.revoke(second, remote),
      await world.auth.tokens.revoke(viewer, remote),
    ];
    expect(others.map(answerOf)).toEqual(['409 last_way_in', '409 last_way_in', 'done']);
    expect([await required(world), (await world.stores.tokens.find(second))?.role]).toEqual([false, 'admin']);
    expect(world.audit.filter(({ reason }) => reason === 'last_way_in').map(({ action }) => action)).toEqual(
      Array(3).fill('token.revoke'),
    );
    await world.stores.users.create(userRecord());
    expect(answerOf(await world.auth.tokens.revoke(second, remote))).toBe('done');
    expect(await required(world)).toBe(false);
  });

  it('is not re-opened by deleting the one account together with the last tokens', async () => {
    const world = await startEmpty();
    await world.stores.users.create(userRecord({ account: 'berta', role: 'viewer' }));
    const made = await world.auth.tokens.create({ subject: 'Berta', role: 'admin' }, cli);
    expect(answerOf(await world.auth.users.delete('berta', remote))).toBe('409 last_way_in');
    expect(await world.stores.users.find('berta')).not.toBeNull();
    await world.auth.tokens.create({ subject: 'other', role: 'admin' }, cli);
    expect(answerOf(await world.auth.users.delete('berta', remote))).toBe('done');
    expect(made.ok && (await world.stores.tokens.find(made.value.fingerprint))).toBeNull();
    expect(await required(world)).toBe(false);
  });

  it('may be re-opened by the command line, which the owner of the machine has', async () => {
    const world = await startEmpty();
    const made = await world.auth.tokens.create({ subject: 'a', role: 'admin' }, cli);
    expect(made.ok && answerOf(await world.auth.tokens.revoke(made.value.fingerprint, cli))).toBe('done');
    expect(await required(world)).toBe(true);
  });

  it('lets the last local admin go when others can still become admin', async () => {
    const world = await startEmpty({ oidc });
    await world.stores.users.create(userRecord());
    expect((await world.auth.users.delete('root', cli)).ok).toBe(true);
  });

  it('opens again when the data is gone while the gateway runs, and old sessions are dead then [F15]', async () => {
    const world = await startEmpty();
    await create(world);
    const { browser } = await world.login('admin', good.password);
    await world.stores.users.delete('admin', { keepAdmin: false });
    expect(await required(world)).toBe(true);
    expect((await world.call({ headers: browser.headers })).status).toBe(401);
  });

  it('is tried again after the store failed at the last step', async () => {
    const stores = createMemoryStores();
    let broken = true;
    const users: typeof stores.users = {
      ...stores.users,
      createFirstAdminIf: (user, condition) =>
        broken ? Promise.reject(new Error('crash')) : stores.users.createFirstAdminIf(user, condition),
    };
    const world = await startEmpty({ stores: { ...stores, users } });
    expect(await create(world)).toBe('503 auth_store_unavailable');
    expect(await stores.users.list()).toEqual([]);
    broken = false;
    expect(await create(world)).toBe('created');
  });

  it('is closed while the presence of users is unknown', async () => {
    const stores = createMemoryStores();
    const world = await startEmpty({
      stores: { ...stores, users: { ...stores.users, list: () => Promise.reject(new Error('gone')) } },
    });
    expect(await required(world)).toBe(false);
    expect(await create(world)).toBe('503 auth_store_unavailable');
  });

  it('is tried ten times in ten minutes and then waits [F17]', async () => {
    const world = await startEmpty({ throttled: true });
    const answers = [];
    for (let attempt = 0; attempt < 11; attempt += 1) answers.push(await create(world, { ...good, password: 'short' }));
    expect(answers).toEqual([...Array<string>(10).fill('422 validation_failed'), '429 login_throttled']);
    world.clock.advance(600_000);
    expect(await create(world)).toBe('created');
  });

  it('throttles refusals of any reason, before any store is read', async () => {
    const stores = createMemoryStores();
    let asked = 0;
    const list = () => {
      asked += 1;
      return stores.users.list();
    };
    const world = await startEmpty({ throttled: true, stores: { ...stores, users: { ...stores.users, list } } });
    const race = Array.from({ length: 20 }, (_, index) => create(world, { ...good, username: `admin${index}` }));
    expect((await Promise.all(race)).filter((answer) => answer === '409 setup_already_done')).toHaveLength(19);
    expect(asked).toBeGreaterThan(0);
    asked = 0;
    expect(await create(world)).toBe('429 login_throttled');
    expect((await world.auth.setup.precheck(describeRequest(post))).ok).toBe(false);
    expect(asked).toBe(0);
    world.clock.advance(600_000);
    const later = [];
    for (let attempt = 0; attempt < 11; attempt += 1) later.push(await create(world));
    expect(later).toEqual([...Array<string>(10).fill('409 setup_already_done'), '429 login_throttled']);
    const pinned = await startEmpty({ throttled: true, bootstrap: { allowFirstRunSetup: false } });
    const shut = [];
    for (let attempt = 0; attempt < 11; attempt += 1) shut.push(await create(pinned));
    expect(shut).toEqual([...Array<string>(10).fill('403 setup_disabled'), '429 login_throttled']);
  });

  it('counts questions beforehand like attempts, but nothing that another site sends', async () => {
    const world = await startEmpty({ throttled: true });
    const foreign = { headers: { Origin: 'http://evil' } };
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect(await create(world, good, foreign)).toBe('403 origin_forbidden');
    }
    const remote = describeRequest({ ...post, headers: { Host: 'attacker.example' } });
    for (let attempt = 0; attempt < 10; attempt += 1) await world.auth.setup.precheck(remote);
    expect(await create(world)).toBe('429 login_throttled');
  });

  it('stays shut once the gateway begins to stop, also for a call that is under way', async () => {
    const stores = createMemoryStores();
    let shutNow = () => {};
    const users: typeof stores.users = {
      ...stores.users,
      createFirstAdminIf: (user, condition) => {
        shutNow();
        return stores.users.createFirstAdminIf(user, condition);
      },
    };
    const world = await startEmpty({ stores: { ...stores, users } });
    shutNow = () => world.auth.setup.shut();
    expect(await create(world)).toBe('503 setup_stopping');
    expect(await stores.users.list()).toEqual([]);
    expect(await create(world)).toBe('503 setup_stopping');
    expect([await required(world), await world.auth.setup.closedBecause()]).toEqual([false, 'stopping']);
    const closed = await startEmpty();
    closed.auth.close();
    expect(await create(closed)).toBe('503 setup_stopping');
  });

  it('stays closed while there is a CCU, though it cannot be asked just now [F07]', async () => {
    const login = { verify: async () => ({ ok: false, cause: 'unreachable' }) as const };
    const ccu = { enabled: true, login, hasCentral: () => true, central: () => null };
    const world = await startEmpty({ ccu });
    expect(await required(world)).toBe(false);
    expect(await create(world)).toBe('409 setup_already_done');
    await world.stores.users.create(userRecord());
    const deleted = await world.auth.users.delete('root', cli);
    expect(deleted.ok ? '' : deleted.problem.reason).toBe('last_admin');
  });

  it('counts guesses of the code also when they come all at once', async () => {
    const world = await startEmpty({ throttled: true, bootstrap: { requireCode: true } });
    await world.auth.start();
    const guesses = Array.from({ length: 30 }, (_, index) => create(world, { ...good, code: `guess-${index}` }));
    const answers = await Promise.all(guesses);
    expect(answers.filter((answer) => answer === '403 setup_code_invalid')).toHaveLength(10);
    expect(answers.filter((answer) => answer === '429 login_throttled')).toHaveLength(20);
  });

  it('can ask for a code that only the log shows', async () => {
    const world = await startEmpty({ bootstrap: { requireCode: true } });
    await world.auth.start();
    const code = world.log.find(({ event }) => event === 'setup.onboarding.code')?.fields.code;
    expect((await world.auth.setup.status(describeRequest())).codeRequired).toBe(true);
    expect(await create(world)).toBe('403 setup_code_invalid');
    expect(await create(world, { ...good, code: 'AAAAAAAAAAAA' })).toBe('403 setup_code_invalid');
    expect(await create(world, { ...good, code })).toBe('created');
  });

  it('asks for one code at all gateways that share the stores, and for another one when it is done anew', async () => {
    const world = await startEmpty({ bootstrap: { requireCode: true } });
    const other = world.another();
    await world.auth.start();
    await other.start();
    const codes = () =>
      world.log.filter(({ event }) => event === 'setup.onboarding.code').map(({ fields }) => fields.code);
    const [code, same] = codes();
    expect(code).toMatch(/^[A-Za-z0-9_-]{12}$/);
    expect(same).toBe(code);
    const setUp = (auth: Auth, input: object) => auth.setup.create(describeRequest(post), { ...good, ...input });
    expect((await setUp(other, { code })).ok).toBe(true);
    for (const { account } of await world.stores.users.list()) {
      await world.stores.users.delete(account, { keepAdmin: false });
    }
    // Everything was wiped while both ran: the code of an old log opens nothing, and the first try logs the valid one.
    expect((await setUp(world.auth, { code })).ok).toBe(false);
    expect(codes()).toHaveLength(3);
    expect(codes()[2]).not.toBe(code);
    expect((await setUp(other, { code: codes()[2] })).ok).toBe(true);
  });

  it('lets go of a code that is needed no more, where another gateway cannot need it', async () => {
    const world = await startEmpty({ bootstrap: { requireCode: true } });
    await world.auth.start();
    const { setupCode } = world.stores;
    const kept = await setupCode?.first('another');
    await world.another({ configUsers: { cfg: 'ein-langes-Passwort' } }).start();
    expect(await setupCode?.first('another')).toBe(kept);
    await world.stores.users.create(userRecord());
    await world.another().start();
    expect(await setupCode?.first('another')).toBe('another');
  });

  it('can be asked beforehand whether it would be served', async () => {
    const world = await startEmpty();
    const ask = async (request: RequestInput = {}) => {
      const result = await world.auth.setup.precheck(describeRequest({ ...post, ...request }));
      return result.ok ? 'open' : result.problem.reason;
    };
    expect([await ask(), await ask({ peer: '203.0.113.5' })]).toEqual(['open', 'setup_remote_forbidden']);
    await create(world);
    expect(await ask()).toBe('setup_already_done');
  });
});
