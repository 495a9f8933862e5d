import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Auth, type AuthOptions, type CcuLoginOptions, createMemoryStores, type Role } from '../src/index.js';
import { resolveOidc } from '../src/settings/oidc.js';
import { basic, bearer, describeRequest, passwords, sessionRecord, type WorldOptions } from '../src/testing/index.js';
import { cli, startWorld, type TestWorld } from './world.js';

const next = 'another-Passwort';
const epochKey = new Uint8Array(32).fill(5);
const oidc = {
  enabled: true,
  issuer: 'http://127.0.0.1:1',
  clientId: 'gateway',
  redirectUrl: 'http://127.0.0.1/api/v1/auth/oidc/callback',
  fetch: () => Promise.reject(new Error('away')),
} as const;

const me = async (auth: Auth, headers: Readonly<Record<string, string>>, peer?: string) => {
  const verdict = await auth.check(describeRequest({ headers, ...(peer === undefined ? {} : { peer }) }), 'viewer');
  return verdict.ok ? verdict.principal : null;
};
const isIn = async (auth: Auth, headers: Readonly<Record<string, string>>) => (await me(auth, headers)) !== null;

/** A world in which something happens just before a session is stored. */
async function startWith(before: (world: TestWorld) => Promise<unknown>, options: WorldOptions = {}) {
  const stores = createMemoryStores();
  let armed: TestWorld | undefined;
  const world: TestWorld = await startWorld({
    stores: {
      ...stores,
      sessions: {
        ...stores.sessions,
        create: async (session) => {
          const happening = armed;
          armed = undefined;
          if (happening) await before(happening);
          return stores.sessions.create(session);
        },
      },
    },
    ...options,
  });
  armed = world;
  return world;
}

function ccuOptions(change: Partial<CcuLoginOptions> = {}): CcuLoginOptions {
  const verify = async () => ({ ok: true, userLevel: 8 }) as const;
  return { enabled: true, login: { verify }, hasCentral: () => true, central: () => 'home@ccu3', ...change };
}

async function withOidcSession(world: TestWorld) {
  const id = 'E'.repeat(43);
  const idHash = createHash('sha256').update(id).digest('hex');
  const authEpoch = resolveOidc(oidc)?.epoch ?? '';
  const expiresAt = world.clock.now() + 3_600_000;
  const principalKey = 'oidc:http://127.0.0.1:1#7';
  await world.stores.sessions.create(
    sessionRecord({ idHash, principalKey, subject: 'anna', scheme: 'oidc', role: 'viewer', expiresAt, authEpoch }),
  );
  return { Cookie: `service_session=${id}` };
}

describe('a login that is under way leaves no session', () => {
  it.each([
    [
      'when the password is reset meanwhile',
      (world: TestWorld) => world.auth.users.update('op', { password: next }, cli),
    ],
    ['when the account is deleted meanwhile', (world: TestWorld) => world.auth.users.delete('op', cli)],
  ])('%s', async (_when, before) => {
    const world = await startWith(before);
    expect((await world.login('op', passwords.op)).reason).toBe('invalid_credentials');
    expect(await world.stores.sessions.list()).toEqual([]);
  });

  it.each([
    ['switched off', () => ({})],
    ['given other levels', () => ({ ccu: ccuOptions({ roleMapping: { 8: 'viewer' } }) })],
    ['led to another CCU', () => ({ ccu: ccuOptions({ central: () => 'attic@ccu2' }) })],
  ])('when CCU login is %s meanwhile', async (_how, change) => {
    const world = await startWith(async ({ auth }) => auth.reconfigure(change()), { ccu: ccuOptions() });
    expect((await world.login('karl', 'ccu-Passwort')).status).toBe(401);
    expect(await world.stores.sessions.list()).toEqual([]);
  });

  it('nor a principal, when the password is reset while it is being compared', async () => {
    const stores = createMemoryStores();
    let asked = 0;
    const find: typeof stores.users.find = async (account) => {
      if (account === 'op') asked += 1;
      // Between the two look-ups of the account: the second one comes after the comparison.
      if (account === 'op' && asked === 2) {
        await stores.users.update('op', { passwordHash: 'other' }, { keepAdmin: false });
      }
      return stores.users.find(account);
    };
    const world = await startWorld({ stores: { ...stores, users: { ...stores.users, find } } });
    asked = 0;
    expect(await isIn(world.auth, { Authorization: basic('op', passwords.op) })).toBe(false);
    expect(asked).toBe(2);
  });

  it('nor does a change of the password undo a reset that came first', async () => {
    const world = await startWorld();
    const { stores } = world;
    const here = await world.signIn('op');
    const request = describeRequest({ method: 'PATCH', target: '/api/v1/auth/me/password', headers: here.unsafe });
    const verdict = await world.auth.check(request, 'viewer');
    if (!verdict.ok || verdict.principal === null) throw new Error('not signed in');
    const both = world.auth.changePassword(request, verdict.principal, {
      current_password: passwords.op,
      new_password: next,
    });
    await stores.users.update('op', { passwordHash: 'reset' }, { keepAdmin: false });
    expect(await both).toMatchObject({ ok: false, problem: { reason: 'current_password_invalid' } });
    expect((await stores.users.find('op'))?.passwordHash).toBe('reset');
  });
});

describe('a session ends, also over a restart,', () => {
  it('when a user of the configuration has a new password, and not before', async () => {
    const world = await startWorld({ epochKey });
    const { headers } = await world.signIn('cfg');
    expect(await isIn(world.another({ epochKey }), headers)).toBe(true);
    expect(await isIn(world.another({ epochKey, configUsers: { cfg: next } }), headers)).toBe(false);
    // Gone for good, not only while the other password counts.
    expect(await isIn(world.another({ epochKey }), headers)).toBe(false);
    expect(JSON.stringify(await world.stores.sessions.list())).not.toContain(passwords.cfg);
  });

  const ways: readonly (readonly [
    string,
    (world: TestWorld) => Promise<Record<string, string>>,
    Partial<AuthOptions>,
  ])[] = [
    ['CCU login is switched off', ccuSession, { ccu: ccuOptions({ enabled: false }) }],
    ['another CCU is asked', ccuSession, { ccu: ccuOptions({ central: () => 'attic@ccu2' }) }],
    ['there is no CCU to ask', ccuSession, { ccu: ccuOptions({ central: () => null }) }],
    ['user levels mean something else', ccuSession, { ccu: ccuOptions({ roleMapping: { 8: 'viewer' } }) }],
    ['higher levels are asked for', ccuSession, { ccu: ccuOptions({ minUserLevel: 2 }) }],
    ['the provider is switched off', withOidcSession, { oidc: { ...oidc, enabled: false } }],
    ['it is another provider', withOidcSession, { oidc: { ...oidc, issuer: 'http://127.0.0.1:2' } }],
    ['roles come of another claim', withOidcSession, { oidc: { ...oidc, roleClaim: 'groups' } }],
  ];

  async function ccuSession(world: TestWorld): Promise<Record<string, string>> {
    return { ...(await world.login('karl', 'ccu-Passwort')).browser.headers };
  }

  it.each(ways)('when %s', async (_when, begin, change) => {
    const base = { ccu: ccuOptions(), oidc };
    const world = await startWorld(base);
    const session = await begin(world);
    expect(await isIn(world.another(), session)).toBe(true);
    expect(await isIn(world.another({ ...base, ...change }), session)).toBe(false);

    const running = await begin(world);
    const principal = await me(world.auth, running);
    if (principal === null) throw new Error('not let in');
    const ended = new Promise((resolve) => world.auth.watch(principal, resolve));
    world.auth.reconfigure({ ...base, ...change });
    expect(await ended).toBe(4401);
    expect(await isIn(world.auth, running)).toBe(false);
  });

  it('when its scheme was off for a moment, though no request used it meanwhile', async () => {
    const ccu = ccuOptions({ primary: false });
    const world = await startWorld({ ccu, oidc });
    const [karl, anna, local] = [await ccuSession(world), await withOidcSession(world), await world.signIn('op')];
    world.auth.reconfigure({});
    await world.auth.review();
    world.auth.reconfigure({ ccu, oidc });
    expect([await isIn(world.auth, karl), await isIn(world.auth, anna)]).toEqual([false, false]);
    expect(await isIn(world.auth, local.headers)).toBe(true);
  });

  it('when the CCU changes, as soon as access control is notified', async () => {
    let central: string | null = 'home@ccu3';
    const world = await startWorld({ ccu: ccuOptions({ central: () => central }) });
    const principal = await me(world.auth, await ccuSession(world));
    if (principal === null) throw new Error('not let in');
    const ended = new Promise((resolve) => world.auth.watch(principal, resolve));
    central = null;
    await world.auth.review();
    expect(await ended).toBe(4401);
    expect(await world.stores.sessions.list()).toEqual([]);
  });
});

describe('access without a session ends too', () => {
  const supervisor = '172.30.32.2';
  const ingress = { 'X-Ingress-Path': '/api/hassio_ingress/abcdefgh12' };

  it.each([
    ['the proxy is trusted no more', { ingress: { trustedProxyCidr: '172.30.32.3/32' } }],
    ['passthrough is switched off', { ingress: { enabled: false } }],
  ])('when %s', async (_when, change) => {
    const world = await startWorld({ build: { supervised: true } });
    const principal = await me(world.auth, ingress, supervisor);
    if (principal === null) throw new Error('not let in');
    const ended = new Promise((resolve) => world.auth.watch(principal, resolve));
    world.auth.reconfigure(change);
    expect(await ended).toBe(4401);
    expect(await me(world.auth, ingress, supervisor)).toBeNull();
  });

  it('when it ended between the check and the moment from which it is watched', async () => {
    const world = await startWorld();
    const principal = await me(world.auth, { Authorization: bearer(world.tokens.viewer) });
    if (principal === null) throw new Error('not let in');
    const fingerprint = principal.credentialId.slice('token:'.length);
    expect((await world.auth.tokens.revoke(fingerprint, cli)).ok).toBe(true);
    expect(await new Promise((resolve) => world.auth.watch(principal, resolve))).toBe(4401);
  });

  it('when its account is demoted: tokens of that name which may do more than the account', async () => {
    const world = await startWorld();
    const mint = async (subject: string, role: Role) => {
      const created = await world.auth.tokens.create({ subject, role }, cli);
      if (!created.ok) throw new Error(created.problem.reason);
      return { Authorization: bearer(world.canary.plant(created.value.token)) };
    };
    const [above, within, other] = [await mint('Op', 'operator'), await mint('op', 'viewer'), await mint('x', 'admin')];
    expect((await world.auth.users.update('op', { role: 'viewer' }, cli)).ok).toBe(true);
    expect([await isIn(world.auth, above), await isIn(world.auth, within), await isIn(world.auth, other)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(world.audit.filter(({ action }) => action === 'token.revoke')).toHaveLength(1);
  });
});
