import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startStorage } from '../../test/fixture.js';
import { recorded } from '../../test/recorded.js';
import { loadSqlite } from './driver/driver.js';
import { lockDataDir, lookAtLock } from './lock.js';
import { RESTORE_FOLDER, RESTORE_PLAN, restorePending } from './restore-files.js';

describe('the lock of a data directory', () => {
  it('lets one gateway in at a time', async () => {
    const { dataDir, close } = await startStorage();
    const lock = await lockDataDir(dataDir);
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: 'storage_in_use' });
    expect(statSync(join(dataDir, 'daemon.lock')).mode & 0o777).toBe(0o600);
    lock.release();
    (await lockDataDir(dataDir)).release();
    close();
  });

  it('is given to a start that meets a check of it', async () => {
    const { dataDir, close } = await startStorage();
    const { driver, pragmas } = recorded(await loadSqlite());
    const look = driver.open(join(dataDir, 'daemon.lock'));
    look.exec('BEGIN EXCLUSIVE');
    const starting = lockDataDir(dataDir, { sqlite: driver });
    await vi.waitFor(() => expect(pragmas.length).toBeGreaterThan(0), { timeout: 50_000 });
    look.close();
    (await starting).release();
    expect(pragmas.length).toBeGreaterThan(1);
    close();
  });

  it('is gone when the process that held it is killed', async () => {
    const { dataDir, close } = await startStorage();
    const script = `const D = require(process.argv[1]); const db = new D(process.argv[2]);
      db.exec('BEGIN EXCLUSIVE'); process.stdout.write('held'); setInterval(() => {}, 1000);`;
    const module = createRequire(import.meta.url).resolve('../../test/driver.cjs');
    const holder = spawn(process.execPath, ['-e', script, module, join(dataDir, 'daemon.lock')]);
    await once(holder.stdout, 'data');
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: 'storage_in_use' });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    (await lockDataDir(dataDir)).release();
    close();
  });

  it('is checked without being claimed, and a restore that waits goes on waiting', async () => {
    const { dataDir, close } = await startStorage();
    expect(await lookAtLock(dataDir)).toEqual({ held: false });
    expect(readdirSync(dataDir)).not.toContain('daemon.lock');
    const lock = await lockDataDir(dataDir);
    expect(await lookAtLock(dataDir)).toEqual({ held: true, process: process.pid });
    lock.release();
    mkdirSync(join(dataDir, RESTORE_FOLDER));
    const plan = { replaced: [], placed: [], asideAs: 'replaced-20260101000000' };
    writeFileSync(join(dataDir, RESTORE_FOLDER, RESTORE_PLAN), JSON.stringify(plan));
    const before = readdirSync(dataDir);
    expect(await lookAtLock(dataDir)).toEqual({ held: false });
    expect(restorePending(dataDir)).toBe(true);
    expect(readdirSync(dataDir)).toEqual(before);
    close();
  });

  it('takes no room beside its file, so that a full disk does not keep a gateway from holding it', async () => {
    const { dataDir, close } = await startStorage();
    const lock = await lockDataDir(dataDir);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('daemon.lock'))).toEqual(['daemon.lock']);
    expect(statSync(join(dataDir, 'daemon.lock')).size).toBe(0);
    lock.release();
    close();
  });

  // Nothing keeps root from writing but a file system that is mounted for reading.
  it.skipIf(process.getuid?.() === 0)('is not held on a file that may only be read (not as root)', async () => {
    const { dataDir, close } = await startStorage();
    (await lockDataDir(dataDir)).release();
    chmodSync(join(dataDir, 'daemon.lock'), 0o400);
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: 'storage_unavailable' });
    close();
  });
});
