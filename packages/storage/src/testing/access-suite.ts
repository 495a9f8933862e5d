import { type TestFramework, tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import type { ExclusiveSharedStores, SharedStores } from '../shared.js';
import { type OpenSharedWorld, onWorld } from './world.js';

const ROUNDS = 5;
const FIRST = { adminTokensCountAt: 1, noOtherSource: () => true };

/** Contract suite for access control that two programs change at once. */
export function describeSharedAccess(framework: TestFramework, name: string, open: OpenSharedWorld): void {
  const { describe, expect } = framework;
  const test = onWorld(framework, open);

  describe(`access by two programs ${name}`, () => {
    test('shows changes of the other program at once, and moves the change counter for it', async ({
      stores,
      other,
    }) => {
      await stores.auth.tokens.create(tokenRecord());
      const before = await other.auth.changes.current();
      await stores.auth.tokens.revoke(tokenRecord().fingerprint, 1);
      expect(await other.auth.tokens.find(tokenRecord().fingerprint)).toBeNull();
      expect((await other.auth.changes.current()) > before).toBe(true);
    });

    test('creates one first admin of many that both programs want', async ({ stores, other }) => {
      const created = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? stores : other).auth.users.createFirstAdminIf(userRecord({ account: `a${index}` }), FIRST),
        ),
      );
      expect(created.filter(Boolean).length).toBe(1);
      expect((await stores.auth.users.list()).length).toBe(1);
    });

    test('leaves no first admin behind that fails, and is free for the next try', async ({ stores, other }) => {
      const crash = () => {
        throw new Error('crash');
      };
      const failed = stores.auth.users.createFirstAdminIf(userRecord(), { ...FIRST, noOtherSource: crash });
      expect(await failed.catch(() => 'failed')).toBe('failed');
      expect(await other.auth.users.list()).toEqual([]);
      expect(await other.auth.users.createFirstAdminIf(userRecord(), FIRST)).toBe(true);
    });

    test('always keeps an admin, whichever of them goes and however', async ({ stores, other }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await stores.auth.users.create(userRecord({ account: 'anna' }));
        await stores.auth.users.create(userRecord({ account: 'bert' }));
        const outcomes = await Promise.all([
          stores.auth.users.delete('anna', { keepAdmin: true }),
          round % 2 === 0
            ? other.auth.users.update('bert', { role: 'viewer' }, { keepAdmin: true })
            : other.auth.users.update('bert', { disabledAt: 5 }, { keepAdmin: true }),
        ]);
        expect([...outcomes].sort()).toEqual(['done', 'last_admin']);
        for (const account of ['anna', 'bert']) await stores.auth.users.delete(account, { keepAdmin: false });
      }
    });

    for (const [one, another] of PAIRS) {
      test(`keeps an authentication source when ${one} and ${another} are removed at once`, async ({
        stores,
        other,
        isOfOneGateway,
      }) => {
        const second = isOfOneGateway ? stores : other;
        for (let round = 0; round < ROUNDS; round += 1) {
          await WAYS[one].make(stores, round);
          await WAYS[another].make(stores, round);
          const taken = await Promise.all([takeUnlessLast(stores, one, round), takeUnlessLast(second, another, round)]);
          expect(taken.filter(Boolean).length).toBe(1);
          expect(await stores.exclusively(waysIn)).toBe(1);
          for (const way of [one, another]) await stores.exclusively((inside) => WAYS[way].take(inside, round));
        }
      });
    }

    test('lets exclusive work read its own writes, and passes on its result and its errors', async ({ stores }) => {
      const seen = await stores.auth.exclusively(async ({ users, tokens }) => {
        await users.create(userRecord());
        await tokens.create(tokenRecord());
        return [(await users.list()).length, (await tokens.list()).length];
      });
      expect(seen).toEqual([1, 1]);
      const failing = stores.exclusively(() => Promise.reject(new Error('mine')));
      expect(await failing.catch((error: Error) => error.message)).toBe('mine');
      expect((await stores.auth.users.list()).length).toBe(1);
    });

    test('lets one of many changes through that were decided on one generation', async ({ stores, other }) => {
      await stores.auth.users.create(userRecord());
      const decided = { keepAdmin: false, generation: 1 };
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? stores : other).auth.users.update('root', { passwordHash: `p${index}` }, decided),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'done').length).toBe(1);
      expect((await stores.auth.users.find('root'))?.generation).toBe(2);
    });

    test('never takes a revoked token back, however both meet', async ({ stores, other }) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const token = tokenRecord({ fingerprint: String(round).repeat(64) });
        await stores.auth.tokens.create(token);
        const again = Array.from({ length: 4 }, () => other.auth.tokens.create(token));
        const [revoked] = await Promise.all([stores.auth.tokens.revoke(token.fingerprint, 1), ...again]);
        expect(revoked).toBe(true);
        expect(await other.auth.tokens.create(token)).toBe(false);
        expect(await other.auth.tokens.find(token.fingerprint)).toBeNull();
      }
    });

    test('counts every change of both', async ({ stores, other }) => {
      const before = await stores.auth.changes.current();
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? stores : other).auth.tokens.create(tokenRecord({ fingerprint: `${index}`.repeat(64) })),
        ),
      );
      expect(await other.auth.changes.current()).toBe(before + 10);
    });

    test('resets all access in one go and never takes a reset token back', async ({ stores, other }) => {
      await stores.auth.users.create(userRecord());
      await stores.auth.tokens.create(tokenRecord());
      const before = await other.auth.changes.current();
      expect(await stores.resetAccess(7)).toEqual({ users: 1, sessions: 0, tokens: 1 });
      expect([await other.auth.users.list(), await other.auth.tokens.list()]).toEqual([[], []]);
      expect(await other.auth.tokens.create(tokenRecord())).toBe(false);
      expect((await other.auth.changes.current()) > before).toBe(true);
    });

    test('makes no first admin while a gateway has noted an authentication source of its own, until access is reset', async ({
      stores,
      other,
      tick,
      isOfOneGateway,
    }) => {
      const { ownWays } = stores.auth;
      if (isOfOneGateway) {
        // It knows its authentication sources by itself.
        expect(ownWays).toBe(undefined);
        return;
      }
      await ownWays?.note('config_users');
      tick(5);
      await ownWays?.note('oidc');
      const noted = await other.auth.ownWays?.list();
      expect(noted).toEqual([{ gateway: noted?.[0]?.gateway, way: 'oidc', since: 1_700_000_000_000 }]);
      expect(await other.auth.users.createFirstAdminIf(userRecord(), FIRST)).toBe(false);
      const before = await stores.auth.changes.current();
      await other.resetAccess(7);
      // The gateway has to be notified: if it still has an authentication source, it notes it again.
      expect((await stores.auth.changes.current()) > before).toBe(true);
      expect(await ownWays?.list()).toEqual([]);
      expect(await other.auth.users.createFirstAdminIf(userRecord(), FIRST)).toBe(true);
    });

    test('leaves no note of an authentication source with work that fails, and one with work that succeeds', async ({
      stores,
      other,
      isOfOneGateway,
    }) => {
      if (isOfOneGateway) return;
      const note = (then: () => void) =>
        stores.exclusively(async ({ auth }) => {
          await auth.ownWays?.note('config_users');
          then();
        });
      const failing = note(() => {
        throw new Error('mine');
      });
      expect(await failing.catch((error: Error) => error.message)).toBe('mine');
      expect(await other.auth.ownWays?.list()).toEqual([]);
      await note(() => {});
      expect((await other.auth.ownWays?.list())?.map(({ way }) => way)).toEqual(['config_users']);
    });

    test('keeps a row that breaks the rules of the schema out', async ({ stores }) => {
      // Callers of these types cannot do this, but another program may.
      const wrong = userRecord({ role: 'root' as 'admin' });
      const refused = await stores.auth.users.create(wrong).catch((error: unknown) => error);
      expect((refused as { readonly code?: unknown }).code).toBe('storage_failed');
      expect(await stores.auth.users.list()).toEqual([]);
    });
  });
}

interface Way {
  make(stores: SharedStores, round: number): Promise<unknown>;
  take(stores: ExclusiveSharedStores, round: number): Promise<unknown>;
}

const OIDC = 'north.rest.auth.oidc';

/** One that was revoked never comes back. */
const fingerprintOf = (digit: string, round: number) => `${digit}${round}`.repeat(32);

const token = (digit: string): Way => ({
  make: ({ auth }, round) => auth.tokens.create(tokenRecord({ fingerprint: fingerprintOf(digit, round) })),
  take: ({ auth }, round) => auth.tokens.revoke(fingerprintOf(digit, round), 1),
});

const WAYS = {
  'a token': token('a'),
  'another token': token('b'),
  'a user': {
    make: ({ auth }) => auth.users.create(userRecord()),
    take: ({ auth }) => auth.users.delete('root', { keepAdmin: false }),
  },
  'a setting': {
    make: ({ sections }) => sections.put(OIDC, { enabled: true }),
    take: ({ sections }) => sections.replace(OIDC, { enabled: true }, undefined),
  },
  'a CCU': {
    make: ({ centrals }) => centrals.create({ name: 'home', enabled: true, config: {} }),
    take: ({ centrals }) => centrals.delete('home'),
  },
} as const satisfies Readonly<Record<string, Way>>;

const PAIRS = [
  ['a token', 'another token'],
  ['a token', 'a user'],
  ['a user', 'a setting'],
  ['a setting', 'a CCU'],
] as const;

async function waysIn({ auth, sections, centrals }: ExclusiveSharedStores): Promise<number> {
  const kept = [await auth.users.list(), await auth.tokens.list(), Object.keys(await sections.all())];
  return [...kept, await centrals.list()].reduce((count, each) => count + each.length, 0);
}

function takeUnlessLast(stores: SharedStores, way: keyof typeof WAYS, round: number): Promise<boolean> {
  return stores.exclusively(async (inside) => {
    if ((await waysIn(inside)) < 2) return false;
    await WAYS[way].take(inside, round);
    return true;
  });
}
