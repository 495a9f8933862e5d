import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { damages } from '../test/damages.js';
import { manualClock, recordingLog, startStorage } from '../test/fixture.js';
import { createAuthStores } from './auth/stores.js';
import { guarded } from './database/connection.js';
import { loadSqlite } from './database/driver/driver.js';
import { migrate } from './database/migrations.js';
import { createTurn } from './database/turn.js';
import { openStorage } from './open.js';

const sqlite = await loadSqlite();

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('opening the storage', () => {
  const cleanups: (() => void)[] = [];
  afterEach(() => {
    for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  });

  function tempDir(): string {
    const dir = mkdtempSync(join(tmpdir(), 'storage-'));
    cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
    return dir;
  }

  const options = (dataDir: string) => ({ dataDir, clock: manualClock().clock, log: recordingLog().log });

  it('makes files that only their owner can read, under any umask [K19]', async () => {
    const before = process.umask(0o022);
    cleanups.push(() => process.umask(before));
    const world = await startStorage();
    cleanups.push(world.close);
    await world.storage.auth.users.create(userRecord());
    expect(mode(world.dataDir)).toBe('700');
    const files = readdirSync(world.dataDir);
    const companions = (file: string) => [file, `${file}-shm`, `${file}-wal`];
    expect(files.sort()).toEqual([...companions('ccu-gateway.db'), ...companions('events.db')]);
    expect(new Set(files.map((file) => mode(join(world.dataDir, file))))).toEqual(new Set(['600']));
  });

  it('closes files that were left open to others, and logs it', async () => {
    const world = await startStorage();
    cleanups.push(world.close);
    world.storage.close();
    chmodSync(world.dataDir, 0o755);
    chmodSync(join(world.dataDir, 'ccu-gateway.db'), 0o644);
    writeFileSync(join(world.dataDir, 'secret.key'), 'x', { mode: 0o644 });
    await world.reopen();
    expect(mode(world.dataDir)).toBe('700');
    expect(mode(join(world.dataDir, 'ccu-gateway.db'))).toBe('600');
    expect(mode(join(world.dataDir, 'secret.key'))).toBe('600');
    expect(world.events.filter((event) => event === 'storage.mode.tightened')).toHaveLength(3);
  });

  it('closes a directory that was there before and holds only files of a gateway', async () => {
    const dir = tempDir();
    chmodSync(dir, 0o755);
    writeFileSync(join(dir, 'secret.key'), 'x', { mode: 0o600 });
    const storage = await openStorage(options(dir));
    cleanups.push(() => storage.close());
    expect(mode(dir)).toBe('700');
  });

  it('leaves a directory alone that holds other things', async () => {
    const dir = tempDir();
    chmodSync(dir, 0o755);
    writeFileSync(join(dir, 'something'), '');
    const storage = await openStorage(options(dir));
    cleanups.push(() => storage.close());
    expect(mode(dir)).toBe('755');
    expect(mode(storage.file)).toBe('600');
  });

  it('reports storage as unavailable when the directory cannot be made', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'file'), '');
    await expect(openStorage(options(join(dir, 'file', 'data')))).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('ENOTDIR'),
    });
  });

  it('reports storage as unavailable when the file is no database, and does not touch it', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'ccu-gateway.db'), 'not a database, but something that somebody may still need'.repeat(50));
    await expect(openStorage(options(dir))).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(statSync(join(dir, 'ccu-gateway.db')).size).toBeGreaterThan(2000);
  });

  it.each(damages)('neither opens nor changes nor replaces a database when $name', async ({ spoil }) => {
    const world = await startStorage();
    cleanups.push(world.close);
    await world.storage.auth.users.create(userRecord());
    world.storage.close();
    spoil(world.storage.file);
    const snapshot = () => readdirSync(world.dataDir).map((name) => [name, readFileSync(join(world.dataDir, name))]);
    const before = snapshot();
    const refused = { code: 'storage_unavailable', damaged: true };
    await expect(openStorage(options(world.dataDir))).rejects.toMatchObject(refused);
    expect(snapshot()).toEqual(before);
  });

  it('reports storage as unavailable when the file is a directory', async () => {
    const dir = tempDir();
    mkdirSync(join(dir, 'ccu-gateway.db'));
    await expect(openStorage(options(dir))).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('refuses a database that a newer version wrote, and leaves it as it is', async () => {
    const world = await startStorage();
    cleanups.push(world.close);
    world.storage.close();
    const db = sqlite.open(world.storage.file);
    db.pragma('user_version = 999');
    db.close();
    await expect(world.reopen()).rejects.toMatchObject({ code: 'storage_schema_newer' });
    const after = sqlite.open(world.storage.file);
    cleanups.push(() => after.close());
    expect(after.pragma('user_version', { simple: true })).toBe(999);
  });

  it('migrates step by step, each step whole or not at all', () => {
    const db = sqlite.open(':memory:');
    cleanups.push(() => db.close());
    const one = 'CREATE TABLE a (x INTEGER)';
    migrate(db, 'always', [one]);
    expect(() => migrate(db, 'new-only', [one, 'CREATE TABLE b (x INTEGER)'])).toThrow(/start the gateway once/);
    const broken = [one, 'CREATE TABLE b (x INTEGER); CREATE TABLE a (x INTEGER)'];
    expect(() => migrate(db, 'always', broken)).toThrow(/already exists/);
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    expect(db.prepare(`SELECT name FROM sqlite_schema ORDER BY name`).pluck().all()).toEqual(['a']);
    migrate(db, 'always', [one, 'CREATE TABLE b (x INTEGER)']);
    migrate(db, 'always', [one, 'CREATE TABLE b (x INTEGER)']);
    expect(db.prepare(`SELECT name FROM sqlite_schema ORDER BY name`).pluck().all()).toEqual(['a', 'b']);
  });

  it('can be opened by two programs at once, also the first time', async () => {
    const dir = tempDir();
    const both = await Promise.all([openStorage(options(dir)), openStorage(options(dir))]);
    cleanups.push(() => both.map((storage) => storage.close()));
    await both[0].auth.users.create(userRecord());
    expect(await both[1].auth.users.list()).toHaveLength(1);
  });

  it('reports a write lock held by another program and changes nothing [K26]', async () => {
    const world = await startStorage({ busyTimeoutMs: 20 });
    cleanups.push(world.close);
    await world.storage.auth.tokens.create(tokenRecord());
    const other = sqlite.open(world.storage.file);
    cleanups.push(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const revoking = world.storage.auth.tokens.revoke(tokenRecord().fingerprint, 1);
    await expect(revoking).rejects.toMatchObject({ code: 'storage_busy' });
    expect(await world.storage.auth.tokens.find(tokenRecord().fingerprint)).toEqual(tokenRecord());
    other.exec('ROLLBACK');
    expect(await world.storage.auth.tokens.revoke(tokenRecord().fingerprint, 1)).toBe(true);
  });

  it('reports a full disk and goes on when there is room again [K26]', async () => {
    const world = await startStorage();
    cleanups.push(world.close);
    const { storage } = world;
    // To SQLite, a page limit on the connection looks like a full disk.
    const db = sqlite.open(storage.file);
    cleanups.push(() => db.close());
    const limited = createAuthStores(db, guarded, createTurn());
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
    const big = userRecord({ passwordHash: 'x'.repeat(1_000_000) });
    await expect(limited.users.create(big)).rejects.toMatchObject({ code: 'storage_full' });
    expect(await limited.users.list()).toEqual([]);
    db.pragma('max_page_count = 1000000');
    expect(await limited.users.create(big)).toBe(true);
  });

  it('rejects calls after it was closed, and may be closed twice', async () => {
    const world = await startStorage();
    cleanups.push(world.close);
    world.storage.close();
    world.storage.close();
    await expect(world.storage.auth.users.list()).rejects.toMatchObject({ code: 'storage_closed' });
    expect(existsSync(`${world.storage.file}-wal`)).toBe(false);
  });
});
