import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { userRecord } from '@ccu-gateway/auth-core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manualClock, recordingLog, startStorage } from '../../test/fixture.js';
import { openStorage } from '../open.js';
import { createCondition } from './condition.js';
import { loadSqlite } from './driver/driver.js';
import type { Connection } from './driver/sqlite.js';

const sqlite = await loadSqlite();

describe('the condition of the database', () => {
  let world: Awaited<ReturnType<typeof startStorage>>;
  let file: string;
  let other: Connection;
  beforeEach(async () => {
    world = await startStorage();
    file = join(world.dataDir, 'ccu-gateway.db');
    other = sqlite.open(file);
  });
  afterEach(() => {
    other.close();
    world.close();
  });

  it('reports a fault while another process keeps the write lock, and is good again as soon as a write passes', async () => {
    world.storage.close();
    const { clock, tick } = manualClock();
    const storage = await openStorage({ dataDir: world.dataDir, clock, log: recordingLog().log, busyTimeoutMs: 1 });
    expect(storage.trouble()).toBeUndefined();
    other.exec('BEGIN IMMEDIATE');
    await expect(storage.auth.users.create(userRecord())).rejects.toMatchObject({ code: 'storage_busy' });
    expect(storage.trouble()).toMatchObject({
      code: 'storage_busy',
      message: expect.stringContaining('another process'),
    });
    await storage.auth.users.list();
    expect(storage.trouble()?.code).toBe('storage_busy');
    other.exec('COMMIT');
    await storage.auth.users.create(userRecord());
    expect(storage.trouble()).toBeUndefined();

    other.exec('BEGIN IMMEDIATE');
    await expect(storage.auth.users.create(userRecord({ account: 'berta' }))).rejects.toMatchObject({
      code: 'storage_busy',
    });
    tick(5_000);
    expect(storage.trouble()?.code).toBe('storage_busy');
    other.exec('COMMIT');
    expect(storage.trouble()?.code).toBe('storage_busy');
    tick(5_000);
    expect(storage.trouble()).toBeUndefined();
    storage.close();
  });

  it('reports a fault while there is no room, and the next write that passes ends it', () => {
    other.exec('CREATE TABLE filler (text TEXT)');
    const condition = createCondition(file, manualClock().clock);
    condition.watch(other);
    const insert = other.prepare('INSERT INTO filler VALUES (?)');
    other.pragma(`max_page_count = ${other.pragma('page_count', { simple: true })}`);
    expect(() => insert.run('x'.repeat(1_000_000))).toThrow(/full/);
    expect(condition.trouble()?.code).toBe('storage_full');
    other.pragma('max_page_count = 1000000');
    insert.run('x'.repeat(1_000_000));
    expect(condition.trouble()).toBeUndefined();
  });

  it('stays bad once the file was found damaged, even where a write passes', async () => {
    other.exec('CREATE TABLE filler (text TEXT)');
    other.prepare('INSERT INTO filler VALUES (?)').run('x'.repeat(50_000));
    const page =
      other.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name = 'filler'").pluck().get() ?? 0;
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    const bytes = readFileSync(file);
    bytes.fill(0x5a, (page - 1) * 4096, page * 4096);
    writeFileSync(file, bytes);
    other = sqlite.open(file);
    const { clock, tick } = manualClock();
    const condition = createCondition(file, clock);
    condition.watch(other);
    expect(() => other.prepare('SELECT * FROM filler').all()).toThrow(/malformed/);
    tick(5_000);
    expect(condition.trouble()).toMatchObject({ message: expect.stringContaining('damaged') });
    other.prepare("INSERT INTO meta (key, value) VALUES ('passes', 1)").run();
    expect(condition.trouble()).toMatchObject({ message: expect.stringContaining('damaged') });
  });

  it('is not bad because a value was refused', async () => {
    await world.storage.auth.users.create(userRecord());
    await world.storage.auth.users.create(userRecord()).catch(() => undefined);
    expect(() => other.exec('INSERT INTO meta SELECT * FROM meta')).toThrow(/UNIQUE/);
    expect(world.storage.trouble()).toBeUndefined();
  });

  it('reports a fault when the file is gone, because all writes into it are lost', async () => {
    rmSync(file);
    expect(world.storage.trouble()).toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('removed or replaced'),
    });
  });
});
