import type { AuthStores, SessionRecord } from '../model/ports.js';
import { type OpenStores, onFresh, type TestFramework } from './framework.js';

/**
 * A session record with everything filled in; `change` replaces members.
 *
 * @example
 * sessionRecord({ subject: 'karl' });
 */
export function sessionRecord(change: Partial<SessionRecord> = {}): SessionRecord {
  return {
    idHash: '0123456789abcdef'.repeat(4),
    principalKey: 'local:root',
    subject: 'root',
    scheme: 'session',
    role: 'admin',
    authEpoch: '1700000000000.1',
    createdAt: 1_700_000_000_000,
    expiresAt: 1_700_043_200_000,
    lastSeenAt: null,
    address: '192.168.1.7',
    userAgent: null,
    ...change,
  };
}

const a = 'a'.repeat(64);
const b = 'b'.repeat(64);
const c = 'c'.repeat(64);

/**
 * Contract suite for session stores.
 *
 * @example
 * describeSessionStore({ describe, it, expect }, 'in my database', async () => ({ stores: openMyStores(), close: () => {} }));
 */
export function describeSessionStore(framework: TestFramework, name: string, make: OpenStores<AuthStores>): void {
  const { describe, it, expect } = framework;
  const test = (title: string, body: (stores: AuthStores) => Promise<void>) => it(title, () => onFresh(make, body));

  describe(`the session store ${name}`, () => {
    test('returns created sessions, newest first', async ({ sessions }) => {
      const older = sessionRecord({ idHash: a });
      const newer = sessionRecord({
        idHash: b,
        createdAt: 1_700_000_000_001,
        userAgent: 'Mozilla/5.0',
        scheme: 'oidc',
      });
      await sessions.create(older);
      await sessions.create(newer);
      expect(await sessions.find(b)).toEqual(newer);
      expect(await sessions.list()).toEqual([newer, older]);
      expect(await sessions.find(c)).toBeNull();
    });

    test('finds many at once where it can, as one by one', async ({ sessions }) => {
      for (const idHash of [a, b]) await sessions.create(sessionRecord({ idHash }));
      const found = await sessions.findMany?.([b, c, a]);
      const sorted = found && [...found].sort((one, other) => (one.idHash < other.idHash ? -1 : 1));
      expect(sorted ?? null).toEqual(sorted ? [sessionRecord({ idHash: a }), sessionRecord({ idHash: b })] : null);
    });

    test('filters by principal and by subject', async ({ sessions }) => {
      await sessions.create(sessionRecord({ idHash: a }));
      await sessions.create(sessionRecord({ idHash: b, principalKey: 'ccu:root', scheme: 'ccu' }));
      await sessions.create(sessionRecord({ idHash: c, principalKey: 'local:vi', subject: 'vi' }));
      const hashes = async (filter: { principalKey?: string; subject?: string }) =>
        (await sessions.list(filter)).map((session) => session.idHash).sort();
      expect(await hashes({ principalKey: 'local:root' })).toEqual([a]);
      expect(await hashes({ subject: 'root' })).toEqual([a, b]);
      expect(await hashes({ subject: 'root', principalKey: 'ccu:root' })).toEqual([b]);
      expect(await hashes({ subject: 'nobody' })).toEqual([]);
    });

    test('notes when a session was last used, and leaves the change counter alone', async ({ sessions, changes }) => {
      await sessions.create(sessionRecord());
      const before = await changes.current();
      await sessions.touch(sessionRecord().idHash, 1_700_000_060_000);
      await sessions.touch(c, 1);
      expect(await sessions.list()).toEqual([sessionRecord({ lastSeenAt: 1_700_000_060_000 })]);
      expect(await changes.current()).toBe(before);
    });

    test('deletes once', async ({ sessions }) => {
      await sessions.create(sessionRecord());
      expect(await sessions.delete(sessionRecord().idHash)).toBe(true);
      expect(await sessions.delete(sessionRecord().idHash)).toBe(false);
      expect(await sessions.find(sessionRecord().idHash)).toBeNull();
    });

    test('deletes all of one principal but the session named', async ({ sessions }) => {
      await sessions.create(sessionRecord({ idHash: a }));
      await sessions.create(sessionRecord({ idHash: b }));
      await sessions.create(
        sessionRecord({ idHash: c, principalKey: 'oidc:https://idp.example#root', scheme: 'oidc' }),
      );
      expect(await sessions.deleteByPrincipal('local:root', a)).toEqual([b]);
      expect(await sessions.deleteByPrincipal('local:root')).toEqual([a]);
      expect((await sessions.list()).map((session) => session.idHash)).toEqual([c]);
    });

    test('deletes expired sessions, the boundary included', async ({ sessions }) => {
      await sessions.create(sessionRecord({ idHash: a, expiresAt: 1_700_000_001_000 }));
      await sessions.create(sessionRecord({ idHash: b, expiresAt: 1_700_000_001_001 }));
      expect(await sessions.deleteExpired(1_700_000_001_000)).toBe(1);
      expect((await sessions.list()).map((session) => session.idHash)).toEqual([b]);
    });

    test('makes the change counter greater when a session ends', async ({ sessions, changes }) => {
      await sessions.create(sessionRecord());
      const before = await changes.current();
      await sessions.delete(sessionRecord().idHash);
      expect((await changes.current()) > before).toBe(true);
    });
  });
}
