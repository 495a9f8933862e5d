import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { userRecord } from '@ccu-gateway/auth-core/testing';
import { openStorage } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackupHouse, NOW, startBackupHouse } from '../../test/backup-house.js';
import { listBackups, pruneBackups, removeBackup, verifyBackup } from './directory.js';
import { readArchive } from './read-archive.js';

const PASSPHRASE = 'richtig Pferd Batterie Heftklammer';
/** They are there where they are used, and no package brings them. */
const [MOUNT, UMOUNT] = ['mount', 'umount'] as const;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a backup of the gateway', () => {
  let house: BackupHouse;
  beforeEach(async () => {
    house = await startBackupHouse();
  });
  afterEach(() => house.close());
  const key = () => readFileSync(join(house.dataDir, 'secret.key'), 'utf8').trim();
  const partsOf = async (file: string) => (await readArchive(file)).manifest.parts.map(({ name }) => name);

  it('is one file named by host and UTC with the requested parts, is read again, and is listed as verified', async () => {
    const made = await house.make({ events: true });
    expect(made.id).toBe('ccu-gateway-nas-local-20261122T201530Z-0001');
    expect(await partsOf(made.file)).toEqual(['ccu-gateway.db', 'events.db', 'config.yaml']);
    expect(await partsOf((await house.make()).file)).toEqual(['ccu-gateway.db', 'config.yaml']);
    const { manifest } = await readArchive(made.file);
    expect(manifest).toMatchObject({
      host: 'nas.local',
      gateway_version: '1.2.3',
      created_at: new Date(NOW).toISOString(),
    });
    const [, listed] = await listBackups(house.dir);
    expect(listed).toEqual(made);
    expect(listed).toMatchObject({ withKey: false, verifiedAt: NOW, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('is for its owner only, under any umask, and leaves nothing else behind [K19]', async () => {
    const before = process.umask(0o022);
    try {
      const { id } = await house.make({ passphrase: PASSPHRASE });
      expect(readdirSync(house.dir).sort()).toEqual([`${id}.json`, `${id}.tar.gz`]);
      expect([modeOf(house.dir), ...readdirSync(house.dir).map((name) => modeOf(join(house.dir, name)))]).toEqual([
        '700',
        '600',
        '600',
      ]);
    } finally {
      process.umask(before);
    }
  });

  it('has the key only on request, and then sealed', async () => {
    const bare = await house.make();
    expect(gunzipSync(readFileSync(bare.file)).includes(key())).toBe(false);
    const { file, withKey } = await house.make({ passphrase: PASSPHRASE });
    expect(withKey).toBe(true);
    expect(await partsOf(file)).toContain('secret.key.sealed');
    const bytes = gunzipSync(readFileSync(file));
    expect([bytes.includes(key()), bytes.includes(PASSPHRASE)]).toEqual([false, false]);
    await expect(house.make({ passphrase: 'kurz' })).rejects.toMatchObject({ code: 'backup_passphrase' });
    expect(readdirSync(house.dir).filter((name) => name.endsWith('.gz'))).toHaveLength(2);
  });

  it('is complete while the gateway runs and writes: all of a transaction is in it, or nothing', async () => {
    const storage = await openStorage({ dataDir: house.dataDir });
    let writing = true;
    const write = async () => {
      for (let count = 0; writing; count += 1) {
        await storage.auth.users.create(userRecord({ account: `user-${count}` }));
        await storage.facts.put('filler', 'x'.repeat(50_000 + count));
        await nextTurn();
      }
    };
    const written = write();
    const { file } = await house.make({ events: true });
    writing = false;
    await written;
    storage.close();
    await expect(verifyBackup(file, NOW)).resolves.toBeDefined();
  });

  it('keeps two of one second apart', async () => {
    const [first, second] = await Promise.all([house.make(), house.make()]);
    expect(first.id).not.toBe(second.id);
    expect(await listBackups(house.dir)).toHaveLength(2);
  });

  it('is not made where there is no database, no access, or no directory, and leaves nothing', async () => {
    await expect(house.make({ source: house.elsewhere('nothing') })).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    expect(readdirSync(house.dir)).toEqual([]);
    const file = join(house.root, 'a-file');
    writeFileSync(file, '');
    await expect(house.make({ dir: join(file, 'below') })).rejects.toMatchObject({ code: 'backup_not_found' });
  });

  it.skipIf(process.getuid?.() === 0)(
    'names the directory that may not be written, and the step that helps (root may write everywhere, so not as root)',
    async () => {
      mkdirSync(house.dir, { mode: 0o500 });
      await expect(house.make()).rejects.toMatchObject({
        code: 'backup_no_access',
        message: expect.stringContaining(house.dir),
      });
      chmodSync(house.dir, 0o700);
    },
  );

  it('leaves no partial file on a full disk, and reports that', async () => {
    const { sqlite } = house.source;
    const full = async (from: string, to: string) => {
      await sqlite.copy(from, to);
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    const source = { ...house.source, sqlite: { ...sqlite, copy: full } };
    await expect(house.make({ source })).rejects.toMatchObject({ code: 'backup_disk_full' });
    expect(readdirSync(house.dir)).toEqual([]);
  });

  it.skipIf(!canMount())(
    'leaves nothing half on a disk that is really full (needs root on Linux, and mount)',
    async () => {
      const disk = join(house.root, 'disk');
      mkdirSync(disk);
      execFileSync(MOUNT, ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
      try {
        // Wherever in the work it finds no room, the outcome is one.
        for (const room of [100_000, 20_000]) {
          writeFileSync(join(disk, 'filler'), Buffer.alloc(1024 * 1024 - room - 40_960));
          await expect(house.make({ dir: join(disk, 'backups') })).rejects.toMatchObject({ code: 'backup_disk_full' });
          expect(readdirSync(join(disk, 'backups'))).toEqual([]);
        }
      } finally {
        execFileSync(UMOUNT, [disk]);
      }
    },
  );

  it('is given up in the middle of the file, and leaves nothing', async () => {
    const stopping = new AbortController();
    const progress = () => stopping.abort(new Error('stopped'));
    await expect(house.make({ signal: stopping.signal, progress })).rejects.toThrow('stopped');
    expect(readdirSync(house.dir)).toEqual([]);
  });

  it('removes files of a killed process, and keeps those that another is writing', async () => {
    mkdirSync(house.dir);
    for (const [name, age] of [
      ['.unfinished-old', 2 * 3_600_000],
      ['.unfinished-new', 1000],
    ] as const) {
      mkdirSync(join(house.dir, name));
      utimesSync(join(house.dir, name), (NOW - age) / 1000, (NOW - age) / 1000);
    }
    await house.make();
    expect(readdirSync(house.dir).filter((name) => name.startsWith('.'))).toEqual(['.unfinished-new']);
  });
});

describe('the directory of backups', () => {
  let house: BackupHouse;
  beforeEach(async () => {
    house = await startBackupHouse();
  });
  afterEach(() => house.close());

  it('lists newest first; a file that was damaged since loses its tick, and any other file has a reason', async () => {
    expect(await listBackups(house.dir)).toEqual([]);
    const old = await house.make();
    const { id, file, bytes } = await house.make({ now: () => NOW + 60_000 });
    writeFileSync(join(house.dir, 'stranger.tar.gz'), 'no archive');
    utimesSync(join(house.dir, 'stranger.tar.gz'), 1, 1);
    expect((await listBackups(house.dir)).map((entry) => entry.id)).toEqual([id, old.id, 'stranger']);
    truncateSync(file, bytes - 100);
    const [cut, , stranger] = await listBackups(house.dir);
    expect([cut?.verifiedAt, stranger?.problem]).toEqual([undefined, 'it is no backup of a gateway']);
    await expect(verifyBackup(file, NOW, { dir: house.dir, id })).rejects.toMatchObject({ code: 'backup_damaged' });
    expect(existsSync(join(house.dir, `${id}.json`))).toBe(false);
  });

  it('detects another complete backup under the name of one', async () => {
    const [one, other] = [await house.make(), await house.make({ host: 'other' })];
    writeFileSync(one.file, readFileSync(other.file));
    await expect(verifyBackup(one.file, NOW, { dir: house.dir, id: one.id })).rejects.toThrow(
      /not the file that was written/,
    );
  });

  it('keeps the newest, and deletes no file that is not its own', async () => {
    for (const at of [1, 2, 3]) await house.make({ now: () => NOW + at * 60_000 });
    writeFileSync(join(house.dir, 'stranger.tar.gz'), 'no archive');
    const gone = await pruneBackups(house.dir, 2);
    expect(gone.map((id) => id.slice(-4))).toEqual(['0001']);
    expect(readdirSync(house.dir).filter((name) => name.endsWith('.gz'))).toHaveLength(3);
    expect([await removeBackup(house.dir, 'none'), await removeBackup(house.dir, 'stranger')]).toEqual([false, true]);
  });
});

/** Root in a container may lack it. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    mkdirSync('/tmp/ccu-gateway-mount-probe', { recursive: true });
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/tmp/ccu-gateway-mount-probe'], {
      stdio: 'ignore',
    });
    execFileSync(UMOUNT, ['/tmp/ccu-gateway-mount-probe']);
    return true;
  } catch {
    return false;
  }
}
