import type { AuthStores, TokenRecord } from '../model/ports.js';
import { type OpenStores, onFresh, type TestFramework } from './framework.js';

/**
 * A token record with everything filled in; `change` replaces members.
 *
 * @example
 * tokenRecord({ subject: 'karl' });
 */
export function tokenRecord(change: Partial<TokenRecord> = {}): TokenRecord {
  return {
    fingerprint: '0123456789abcdef'.repeat(4),
    subject: 'ha',
    role: 'viewer',
    version: 2,
    createdAt: 1_700_000_000_000,
    expiresAt: null,
    lastSeenAt: null,
    lastAddress: null,
    lastClient: null,
    createdBy: null,
    ...change,
  };
}

const a = 'a'.repeat(64);
const b = 'b'.repeat(64);

/**
 * Contract suite for token stores.
 *
 * @example
 * describeTokenStore({ describe, it, expect }, 'in my database', async () => ({ stores: openMyStores(), close: () => {} }));
 */
export function describeTokenStore(framework: TestFramework, name: string, make: OpenStores<AuthStores>): void {
  const { describe, it, expect } = framework;
  const test = (title: string, body: (stores: AuthStores) => Promise<void>) => it(title, () => onFresh(make, body));

  describe(`the token store ${name}`, () => {
    test('returns created tokens, newest first', async ({ tokens }) => {
      const older = tokenRecord({ fingerprint: a });
      const newer = tokenRecord({
        fingerprint: b,
        createdAt: 1_700_000_000_001,
        expiresAt: 1_800_000_000_000,
        version: 1,
        createdBy: 'root',
      });
      expect(await tokens.create(older)).toBe(true);
      expect(await tokens.create(newer)).toBe(true);
      expect(await tokens.find(b)).toEqual(newer);
      expect(await tokens.list()).toEqual([newer, older]);
      expect(await tokens.find('c'.repeat(64))).toBeNull();
    });

    test('finds many at once where it can, as one by one', async ({ tokens }) => {
      for (const fingerprint of [a, b]) await tokens.create(tokenRecord({ fingerprint }));
      const found = await tokens.findMany?.([b, 'c'.repeat(64), a]);
      const sorted = found && [...found].sort((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1));
      expect(sorted ?? null).toEqual(
        sorted ? [tokenRecord({ fingerprint: a }), tokenRecord({ fingerprint: b })] : null,
      );
      expect((await tokens.findMany?.([])) ?? []).toEqual([]);
    });

    test('refuses a fingerprint that exists', async ({ tokens }) => {
      await tokens.create(tokenRecord());
      expect(await tokens.create(tokenRecord({ role: 'admin' }))).toBe(false);
      expect((await tokens.find(tokenRecord().fingerprint))?.role).toBe('viewer');
    });

    test('revokes once, and never takes the fingerprint back', async ({ tokens }) => {
      await tokens.create(tokenRecord());
      expect(await tokens.revoke(tokenRecord().fingerprint, 1_700_000_000_002)).toBe(true);
      expect(await tokens.revoke(tokenRecord().fingerprint, 1_700_000_000_003)).toBe(false);
      expect(await tokens.find(tokenRecord().fingerprint)).toBeNull();
      expect(await tokens.list()).toEqual([]);
      expect(await tokens.create(tokenRecord())).toBe(false);
    });

    test('revokes all tokens of one subject and no others', async ({ tokens }) => {
      await tokens.create(tokenRecord({ fingerprint: a, subject: 'ha' }));
      await tokens.create(tokenRecord({ fingerprint: b, subject: 'HA' }));
      expect(await tokens.revokeBySubject('ha', 1_700_000_000_002)).toEqual([a]);
      expect((await tokens.list()).map((token) => token.fingerprint)).toEqual([b]);
      expect(await tokens.revokeBySubject('ha', 1_700_000_000_002)).toEqual([]);
    });

    test('notes when and from where a token was last used', async ({ tokens }) => {
      await tokens.create(tokenRecord());
      await tokens.touch(tokenRecord().fingerprint, 1_700_000_060_000, '192.168.1.7', 'Home Assistant/2026.1');
      await tokens.touch(a, 1, 'x', 'y');
      const seen = { lastSeenAt: 1_700_000_060_000, lastAddress: '192.168.1.7', lastClient: 'Home Assistant/2026.1' };
      expect(await tokens.list()).toEqual([tokenRecord(seen)]);
    });

    test('keeps the noted client when a later one sends no name', async ({ tokens, changes }) => {
      await tokens.create(tokenRecord());
      const before = await changes.current();
      await tokens.touch(tokenRecord().fingerprint, 1, '192.168.1.7', 'curl/8');
      await tokens.touch(tokenRecord().fingerprint, 2, '192.168.1.8', null);
      const seen = { lastSeenAt: 2, lastAddress: '192.168.1.8', lastClient: 'curl/8' };
      expect(await tokens.find(tokenRecord().fingerprint)).toEqual(tokenRecord(seen));
      expect(await changes.current()).toBe(before);
    });

    test('makes the change counter greater when a token is created or revoked', async ({ tokens, changes }) => {
      const before = await changes.current();
      await tokens.create(tokenRecord());
      const created = await changes.current();
      await tokens.revoke(tokenRecord().fingerprint, 1_700_000_000_002);
      const revoked = await changes.current();
      expect([created > before, revoked > created]).toEqual([true, true]);
    });
  });
}
