import { type TestFramework, tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { type OpenSharedWorld, onWorld } from './world.js';

const ROUNDS = 5;
const FIRST = { adminTokensCountAt: 1, noOtherSource: () => true };

/** What access control must do where two programs change it at once. */
export function describeSharedAccess(framework: TestFramework, name: string, open: OpenSharedWorld): void {
  const { describe, expect } = framework;
  const test = onWorld(framework, open);

  describe(`access by two programs ${name}`, () => {
    test('shows what the other one changed at once, and moves the change counter for it', async ({ stores, other }) => {
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

    test('keeps a row that breaks the rules of the schema out', async ({ stores }) => {
      // What no caller of these types can do, another program may.
      const wrong = userRecord({ role: 'root' as 'admin' });
      const refused = await stores.auth.users.create(wrong).catch((error: unknown) => error);
      expect((refused as { readonly code?: unknown }).code).toBe('storage_failed');
      expect(await stores.auth.users.list()).toEqual([]);
    });
  });
}
