import { readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userRecord } from '@ccu-gateway/auth-core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startStorage } from '../../test/fixture.js';
import { openReadOnly, openStorage } from '../open.js';
import { loadSqlite } from './driver/driver.js';
import { StorageError } from './driver/errors.js';

const sqlite = await loadSqlite();

describe('a database in a directory that takes nothing', () => {
  const full = new StorageError('storage_full', 'no room');
  let world: Awaited<ReturnType<typeof startStorage>>;
  let dataDir: string;
  let file: string;
  beforeEach(async () => {
    world = await startStorage();
    dataDir = world.dataDir;
    file = join(dataDir, 'ccu-gateway.db');
    await world.storage.auth.users.create(userRecord());
    world.storage.close();
  });
  afterEach(() => world.close());

  it('is read from a copy in memory, with nothing put beside it, and reports the reason why it cannot be changed', async () => {
    // Path of the file that SQLite shares between connections: a link to nowhere prevents it.
    symlinkSync(join(dataDir, 'nowhere', 'else'), `${file}-shm`);
    await expect(openStorage({ dataDir })).rejects.toMatchObject({ damaged: false });
    const before = [readdirSync(dataDir), readFileSync(file)];
    const storage = await openReadOnly({ dataDir }, full);
    expect(await storage?.auth.users.list()).toEqual([expect.objectContaining({ account: userRecord().account })]);
    await expect(storage?.auth.users.create(userRecord({ account: 'berta' }))).rejects.toBeInstanceOf(StorageError);
    expect(await storage?.auth.users.list()).toHaveLength(1);
    expect(storage?.trouble()).toMatchObject({ code: 'storage_full', message: expect.stringContaining('no room') });
    storage?.close();
    expect([readdirSync(dataDir), readFileSync(file)]).toEqual(before);
  });

  it('is not read while its journal has contents that the file lacks, for example a revoked token', async () => {
    writeFileSync(`${file}-wal`, 'newer');
    expect(await openReadOnly({ dataDir }, full)).toBeUndefined();
    writeFileSync(`${file}-wal`, '');
    (await openReadOnly({ dataDir }, full))?.close();
    expect(readFileSync(`${file}-wal`)).toHaveLength(0);
  });

  it('is not read when it has another schema, is empty or is not there', async () => {
    const db = sqlite.open(file);
    db.pragma('user_version = 1');
    db.close();
    expect(await openReadOnly({ dataDir }, full)).toBeUndefined();
    truncateSync(file, 0);
    expect(await openReadOnly({ dataDir }, full)).toBeUndefined();
    rmSync(file);
    expect(await openReadOnly({ dataDir }, full)).toBeUndefined();
    expect(readdirSync(dataDir)).not.toContain('ccu-gateway.db');
  });

  it('is not read when it is damaged', async () => {
    writeFileSync(file, 'no database '.repeat(1000));
    await expect(openReadOnly({ dataDir }, full)).rejects.toMatchObject({ damaged: true });
  });
});
