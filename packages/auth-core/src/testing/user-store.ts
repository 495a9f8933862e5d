import type { AuthStores, FirstAdminCondition, UserRecord } from '../model/ports.js';
import { type OpenStores, onFresh, type TestFramework } from './framework.js';
import { tokenRecord } from './token-store.js';

/**
 * A user record with everything filled in; `change` replaces members.
 *
 * @example
 * userRecord({ account: 'karl' });
 */
export function userRecord(change: Partial<UserRecord> = {}): UserRecord {
  return {
    account: 'root',
    role: 'admin',
    passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaA',
    generation: 1,
    createdAt: 1_700_000_000_000,
    lastSeenAt: null,
    disabledAt: null,
    ...change,
  };
}

const open: FirstAdminCondition = { adminTokensCountAt: 1_700_000_000_000, noOtherSource: () => true };
const freely = { keepAdmin: false };
const keeping = { keepAdmin: true };

/**
 * Contract suite for user stores.
 *
 * @example
 * describeUserStore({ describe, it, expect }, 'in my database', async () => ({ stores: openMyStores(), close: () => {} }));
 */
export function describeUserStore(framework: TestFramework, name: string, make: OpenStores<AuthStores>): void {
  const { describe, it, expect } = framework;
  const test = (title: string, body: (stores: AuthStores) => Promise<void>) => it(title, () => onFresh(make, body));

  describe(`the user store ${name}`, () => {
    test('finds no user at first', async ({ users }) => {
      expect(await users.find('root')).toBeNull();
      expect(await users.list()).toEqual([]);
    });

    test('returns created users, in order of account', async ({ users }) => {
      const vi = userRecord({ account: 'vi', role: 'viewer' });
      expect(await users.create(vi)).toBe(true);
      expect(await users.create(userRecord())).toBe(true);
      expect(await users.find('vi')).toEqual(vi);
      expect((await users.list()).map((user) => user.account)).toEqual(['root', 'vi']);
    });

    test('finds many at once where it can, as one by one', async ({ users }) => {
      const odd = userRecord({ account: 'a"b,{c}\\d\0e' });
      for (const user of [odd, userRecord()]) await users.create(user);
      const found = await users.findMany?.(['root', 'nobody', odd.account]);
      const sorted = found && [...found].sort((one, other) => (one.account < other.account ? -1 : 1));
      expect(sorted ?? null).toEqual(sorted ? [odd, userRecord()] : null);
    });

    test('keeps an existing account when it is created again', async ({ users }) => {
      await users.create(userRecord());
      expect(await users.create(userRecord({ role: 'viewer' }))).toBe(false);
      expect((await users.find('root'))?.role).toBe('admin');
    });

    test('counts a password change in the generation, and a role change not', async ({ users }) => {
      await users.create(userRecord());
      expect(await users.update('root', { passwordHash: 'other' }, freely)).toBe('done');
      expect(await users.update('root', { role: 'viewer' }, freely)).toBe('done');
      expect(await users.find('root')).toEqual(userRecord({ passwordHash: 'other', generation: 2, role: 'viewer' }));
      expect(await users.update('nobody', { role: 'viewer' }, freely)).toBe('not_found');
    });

    test('disables and enables; being disabled counts in the generation, being enabled not', async ({ users }) => {
      await users.create(userRecord());
      expect(await users.update('root', { disabledAt: 1_700_000_000_500 }, freely)).toBe('done');
      const disabled = userRecord({ disabledAt: 1_700_000_000_500, generation: 2 });
      expect(await users.find('root')).toEqual(disabled);
      expect(await users.list()).toEqual([disabled]);
      await users.update('root', { role: 'viewer' }, freely);
      expect((await users.find('root'))?.disabledAt).toBe(1_700_000_000_500);
      expect(await users.update('root', { disabledAt: null }, freely)).toBe('done');
      expect(await users.find('root')).toEqual(userRecord({ generation: 2, role: 'viewer' }));
    });

    test('counts no disabled account as the admin that has to stay', async ({ users }) => {
      await users.create(userRecord());
      await users.create(userRecord({ account: 'second' }));
      const both = await Promise.all(
        ['root', 'second'].map((account) => users.update(account, { disabledAt: 1_700_000_000_500 }, keeping)),
      );
      expect([...both].sort()).toEqual(['done', 'last_admin']);
      // A database may take either of two changes at once first.
      const [disabled, left] = both[0] === 'done' ? ['root', 'second'] : ['second', 'root'];
      expect(await users.delete(left, keeping)).toBe('last_admin');
      expect(await users.update(left, { role: 'viewer' }, keeping)).toBe('last_admin');
      expect(await users.delete(disabled, keeping)).toBe('done');
    });

    test('creates no first admin beside a disabled account', async ({ users }) => {
      await users.create(userRecord({ account: 'old', disabledAt: 1_700_000_000_500 }));
      expect(await users.createFirstAdminIf(userRecord(), open)).toBe(false);
    });

    test('changes nothing that was decided on another generation', async ({ users }) => {
      await users.create(userRecord());
      const decidedOn = { keepAdmin: false, generation: 1 };
      expect(await users.update('root', { passwordHash: 'second' }, decidedOn)).toBe('done');
      expect(await users.update('root', { passwordHash: 'third' }, decidedOn)).toBe('stale');
      expect(await users.find('root')).toEqual(userRecord({ passwordHash: 'second', generation: 2 }));
    });

    test('refuses to lose the last admin by deletion or demotion when asked to keep one', async ({ users }) => {
      await users.create(userRecord());
      await users.create(userRecord({ account: 'op', role: 'operator' }));
      expect(await users.update('root', { role: 'operator' }, keeping)).toBe('last_admin');
      expect(await users.delete('root', keeping)).toBe('last_admin');
      expect(await users.update('root', { passwordHash: 'other' }, keeping)).toBe('done');
      expect(await users.delete('op', keeping)).toBe('done');
      expect((await users.list()).map((user) => user.account)).toEqual(['root']);
    });

    test('lets one of two admins go, but not both at once', async ({ users }) => {
      await users.create(userRecord());
      await users.create(userRecord({ account: 'second' }));
      const outcomes = await Promise.all([users.delete('root', keeping), users.delete('second', keeping)]);
      expect([...outcomes].sort()).toEqual(['done', 'last_admin']);
    });

    test('deletes once', async ({ users }) => {
      await users.create(userRecord());
      expect(await users.delete('root', freely)).toBe('done');
      expect(await users.delete('root', freely)).toBe('not_found');
      expect(await users.find('root')).toBeNull();
    });

    test('notes when an account was last seen', async ({ users }) => {
      await users.create(userRecord());
      await users.touch('root', 1_700_000_000_500);
      await users.touch('nobody', 1);
      expect(await users.find('root')).toEqual(userRecord({ lastSeenAt: 1_700_000_000_500 }));
    });

    test('creates exactly one first admin of many that race', async ({ users }) => {
      const accounts = Array.from({ length: 20 }, (_, index) => `admin${index}`);
      const outcomes = await Promise.all(
        accounts.map((account) => users.createFirstAdminIf(userRecord({ account }), open)),
      );
      expect(outcomes.filter(Boolean).length).toBe(1);
      expect((await users.list()).length).toBe(1);
    });

    test('creates no first admin beside another source', async ({ users, tokens }) => {
      const user = userRecord();
      expect(await users.createFirstAdminIf(user, { ...open, noOtherSource: () => false })).toBe(false);
      await tokens.create(tokenRecord({ role: 'admin', expiresAt: 1_700_000_000_001 }));
      expect(await users.createFirstAdminIf(user, open)).toBe(false);
      expect(await users.list()).toEqual([]);
      expect(await users.createFirstAdminIf(user, { ...open, adminTokensCountAt: 1_700_000_000_001 })).toBe(true);
    });

    test('does not count tokens as a source when they are switched off, revoked or of a lower role', async (stores) => {
      await stores.tokens.create(tokenRecord({ fingerprint: 'a'.repeat(64), role: 'admin' }));
      await stores.tokens.create(tokenRecord({ fingerprint: 'b'.repeat(64), role: 'operator' }));
      const off = { ...open, adminTokensCountAt: null };
      expect(await stores.users.createFirstAdminIf(userRecord(), off)).toBe(true);
      await stores.users.delete('root', freely);
      await stores.tokens.revoke('a'.repeat(64), 1_700_000_000_000);
      expect(await stores.users.createFirstAdminIf(userRecord(), open)).toBe(true);
    });

    test('makes the change counter greater with every change', async ({ users, changes }) => {
      const seen = [await changes.current()];
      await users.create(userRecord());
      seen.push(await changes.current());
      await users.update('root', { passwordHash: 'other' }, freely);
      seen.push(await changes.current());
      await users.update('root', { disabledAt: 1_700_000_000_500 }, freely);
      seen.push(await changes.current());
      await users.update('root', { disabledAt: null }, freely);
      seen.push(await changes.current());
      await users.delete('root', freely);
      seen.push(await changes.current());
      expect(seen.every((value, index) => index === 0 || value > (seen[index - 1] ?? 0))).toBe(true);
    });
  });
}
