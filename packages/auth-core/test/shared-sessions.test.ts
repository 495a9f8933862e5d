import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Auth, type AuthOptions, type AuthStores, createMemoryStores } from '../src/index.js';
import { resolveOidc } from '../src/settings/oidc.js';
import { describeRequest, sessionRecord } from '../src/testing/index.js';
import { cli, startWorld, type TestWorld } from './world.js';

const epochKey = new Uint8Array(32).fill(5);
const oidc = {
  enabled: true,
  issuer: 'http://127.0.0.1:1',
  clientId: 'gateway',
  redirectUrl: 'http://127.0.0.1/api/v1/auth/oidc/callback',
  fetch: () => Promise.reject(new Error('away')),
} as const;

function sharedStores(): AuthStores {
  const stores = createMemoryStores();
  return { ...stores, sessions: { ...stores.sessions, shared: true } };
}

function ccu(central: () => string | null = () => 'home@ccu3'): NonNullable<AuthOptions['ccu']> {
  const verify = async () => ({ ok: true, userLevel: 8 }) as const;
  return { enabled: true, primary: false, login: { verify }, hasCentral: () => true, central };
}

const isIn = async (auth: Auth, headers: Readonly<Record<string, string>>) =>
  (await auth.check(describeRequest({ headers }), 'viewer')).ok;

async function oidcSession({ stores, clock }: Pick<TestWorld, 'stores' | 'clock'>, settings = oidc) {
  const id = 'E'.repeat(43);
  const idHash = createHash('sha256').update(id).digest('hex');
  const authEpoch = resolveOidc(settings)?.epoch ?? '';
  const expiresAt = clock.now() + 3_600_000;
  await stores.sessions.create(
    sessionRecord({ idHash, principalKey: 'oidc:x#7', scheme: 'oidc', role: 'viewer', expiresAt, authEpoch }),
  );
  return { Cookie: `service_session=${id}` };
}

describe('sessions that gateways with other settings share', () => {
  const others: readonly (readonly [string, Partial<AuthOptions>])[] = [
    [
      'has no provider, no CCU and no users of its own',
      { oidc: { ...oidc, enabled: false }, ccu: { ...ccu(), enabled: false }, configUsers: {} },
    ],
    [
      'has other ones',
      {
        oidc: { ...oidc, roleClaim: 'groups' },
        ccu: ccu(() => 'attic@ccu2'),
        configUsers: { cfg: 'another-Passwort' },
      },
    ],
  ];

  it.each(others)('are refused and kept by a gateway that %s', async (_what, change) => {
    const world = await startWorld({ stores: sharedStores(), epochKey, oidc, ccu: ccu() });
    const sessions = [
      (await world.login('karl', 'ccu-Passwort')).browser.headers,
      (await world.signIn('cfg')).headers,
      await oidcSession(world),
    ];
    const other = world.another(change);
    await other.start();
    await other.review();
    for (const session of sessions) expect(await isIn(other, session)).toBe(false);
    await other.review();
    for (const session of sessions) expect(await isIn(world.auth, session)).toBe(true);
  });

  it('end for all when the account in the store is gone, disabled or changed', async () => {
    for (const change of [{ password: 'another-Passwort' }, { disabled: true }, null] as const) {
      const world = await startWorld({ stores: sharedStores() });
      const session = (await world.signIn('op')).headers;
      await world.stores.sessions.create(sessionRecord({ expiresAt: world.clock.now() + 1, principalKey: 'local:op' }));
      const changed = change ? world.auth.users.update('op', change, cli) : world.auth.users.delete('op', cli);
      expect((await changed).ok).toBe(true);
      expect(await isIn(world.another(), session)).toBe(false);
      expect(await world.stores.sessions.list()).toEqual([]);
    }
  });

  it('end for all when one gateway is given other settings, though no request used them meanwhile', async () => {
    const world = await startWorld({ stores: sharedStores(), oidc, ccu: ccu() });
    const [karl, anna] = [(await world.login('karl', 'ccu-Passwort')).browser.headers, await oidcSession(world)];
    const local = await world.signIn('op');
    const other = world.another();
    other.reconfigure({});
    await other.review();
    expect([await isIn(world.auth, karl), await isIn(world.auth, anna)]).toEqual([false, false]);
    expect(await isIn(world.auth, local.headers)).toBe(true);
    expect(await world.stores.sessions.list()).toHaveLength(1);
  });

  it('end for all when the CCU to ask has become another one', async () => {
    let central = 'home@ccu3';
    const world = await startWorld({ stores: sharedStores(), ccu: ccu(() => central) });
    await world.login('karl', 'ccu-Passwort');
    await world.auth.review();
    expect(await world.stores.sessions.list()).toHaveLength(1);
    central = 'attic@ccu2';
    await world.auth.review();
    expect(await world.stores.sessions.list()).toEqual([]);
  });

  it('end with the next look where the store did not answer at the change', async () => {
    const stores = sharedStores();
    let isAway = false;
    const list: AuthStores['sessions']['list'] = (filter) =>
      isAway ? Promise.reject(new Error('away')) : stores.sessions.list(filter);
    const world = await startWorld({ stores: { ...stores, sessions: { ...stores.sessions, list } }, oidc });
    await oidcSession(world);
    isAway = true;
    world.auth.reconfigure({});
    await world.auth.detectChanges().catch(() => undefined);
    expect(await stores.sessions.list()).toHaveLength(1);
    isAway = false;
    await world.auth.detectChanges();
    expect(await stores.sessions.list()).toEqual([]);
  });

  it('are not left behind by a sign-in that loses its ground meanwhile', async () => {
    const stores = sharedStores();
    let before = () => {};
    const create: AuthStores['sessions']['create'] = (session) => {
      before();
      return stores.sessions.create(session);
    };
    const world = await startWorld({ stores: { ...stores, sessions: { ...stores.sessions, create } }, ccu: ccu() });
    before = () => world.auth.reconfigure({});
    expect((await world.login('karl', 'ccu-Passwort')).status).toBe(401);
    expect(await stores.sessions.list()).toEqual([]);
  });
});
