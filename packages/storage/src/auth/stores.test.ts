import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeAuthStores, sessionRecord, tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { describe, expect, it } from 'vitest';
import { startStorage } from '../../test/fixture.js';
import { loadSqlite } from '../database/driver/driver.js';

const sqlite = await loadSqlite();

describeAuthStores({ describe, it, expect }, 'in SQLite', async () => {
  const world = await startStorage();
  return { stores: world.storage.auth, close: world.close };
});

describe('access control in SQLite', () => {
  it('keeps users, sessions and tokens across a restart', async () => {
    const world = await startStorage();
    await world.storage.auth.users.create(userRecord());
    await world.storage.auth.sessions.create(sessionRecord());
    await world.storage.auth.tokens.create(tokenRecord());
    world.storage.close();
    const { auth } = await world.reopen();
    expect(await auth.users.list()).toEqual([userRecord()]);
    expect(await auth.sessions.list()).toEqual([sessionRecord()]);
    expect(await auth.tokens.list()).toEqual([tokenRecord()]);
    world.close();
  });

  it('does not move the change counter when a token or a user is merely used', async () => {
    const world = await startStorage();
    const { auth } = world.storage;
    await auth.users.create(userRecord());
    await auth.tokens.create(tokenRecord());
    const before = await auth.changes.current();
    await auth.tokens.touch(tokenRecord().fingerprint, 5, '::1', null);
    await auth.users.touch('root', 5);
    expect(await auth.changes.current()).toBe(before);
    world.close();
  });

  it.each([
    [
      'before the row is written',
      () => {
        throw new Error('crash');
      },
      '',
    ],
    [
      'after the row is written',
      () => true,
      "CREATE TRIGGER crash AFTER INSERT ON users BEGIN SELECT RAISE(FAIL, 'crash'); END",
    ],
  ])(
    'leaves no first admin behind that fails %s, and is free for the next try [F16]',
    async (_when, noOtherSource, fault) => {
      const world = await startStorage();
      const { users } = world.storage.auth;
      const other = sqlite.open(join(world.dataDir, 'ccu-gateway.db'));
      if (fault !== '') other.exec(fault);
      const create = (source: () => boolean) =>
        users.createFirstAdminIf(userRecord(), { adminTokensCountAt: null, noOtherSource: source });
      await expect(create(noOtherSource)).rejects.toThrow();
      expect(other.prepare('SELECT count(*) FROM users').pluck().get()).toBe(0);
      expect(await users.list()).toEqual([]);
      other.exec('DROP TRIGGER IF EXISTS crash');
      other.close();
      expect(await create(() => true)).toBe(true);
      world.close();
    },
  );

  it('takes no token back that was revoked, though an older copy of the file still holds it [K22]', async () => {
    const world = await startStorage();
    const copy = join(world.dataDir, 'copy');
    mkdirSync(copy);
    await world.storage.auth.tokens.create(tokenRecord());
    world.storage.close();
    copyFileSync(join(world.dataDir, 'ccu-gateway.db'), join(copy, 'ccu-gateway.db'));
    const now = await world.reopen();
    await now.auth.tokens.revoke(tokenRecord().fingerprint, 7);
    now.close();

    const older = await world.reopen({ dataDir: copy });
    const { auth } = await world.reopen();
    const held = await older.auth.tokens.list();
    expect(held).toEqual([tokenRecord()]);
    for (const token of held) expect(await auth.tokens.create(token)).toBe(false);
    expect(await auth.tokens.find(tokenRecord().fingerprint)).toBeNull();
    world.close();
  });
});
