import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type CodeConfig, newState } from '@ccu-gateway/alarm';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { sessionRecord, tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { lockDataDir, openMatterFile, openStorage, type Storage } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveOf, type BackupHouse, NOW, startBackupHouse } from '../../test/backup-house.js';
import { loadMasterKey } from '../config/index.js';
import { backupCommand } from './command.js';
import { readArchive } from './read-archive.js';
import { type RestoreBackup, restoreBackup } from './restore-backup.js';
import type { BackupSource } from './source.js';

const PASSPHRASE = 'richtig Pferd Batterie Heftklammer';
const later = userRecord({ account: 'later' });

describe('a restore of the gateway', () => {
  let house: BackupHouse;
  let archive: string;
  beforeEach(async () => {
    house = await startBackupHouse();
    archive = (await house.make()).file;
  });
  afterEach(() => house.close());

  const restore = (source: BackupSource = house.source, change: Partial<RestoreBackup> = {}) =>
    restoreBackup({ source, archive, now: () => NOW, subject: 'cli:test', ...change });

  async function inDatabase<T>(dataDir: string, look: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = await openStorage({ dataDir });
    try {
      return await look(storage);
    } finally {
      storage.close();
    }
  }
  const accounts = (dataDir: string) =>
    inDatabase(dataDir, async ({ auth }) => (await auth.users.list()).map(({ account }) => account));
  const keyText = (dataDir: string) => readFileSync(join(dataDir, 'secret.key'), 'utf8');
  async function withKey(): Promise<void> {
    archive = (await house.make({ passphrase: PASSPHRASE })).file;
  }
  /** As a password of a CCU that was set in the browser. */
  async function sealSomething(): Promise<void> {
    const { environment, dataDir } = house.source;
    const box = createSecretBox(
      loadMasterKey({ environment, dataDir, sealed: () => [] }),
      (size) => new Uint8Array(size),
    );
    await inDatabase(dataDir, ({ sections }) =>
      sections.put('mqtt', { password: box.seal('geheim', 'mqtt.password') }),
    );
    await withKey();
  }

  it('brings all of it back on another machine, key and configuration too, for its owner only', async () => {
    await sealSomething();
    const there = house.elsewhere('new-machine');
    const report = await restore(there, { passphrase: PASSPHRASE });
    expect(report).toMatchObject({ previous: 'none', sessionsEnded: 1, keyRestored: true, aside: undefined });
    expect(await accounts(there.dataDir)).toEqual([userRecord().account]);
    expect(keyText(there.dataDir)).toBe(keyText(house.dataDir));
    expect(readFileSync(report.config ?? '', 'utf8')).toBe('locale: de\n');
    const files = ['ccu-gateway.db', 'secret.key', 'config.restored.yaml'];
    expect(files.map((name) => (statSync(join(there.dataDir, name)).mode & 0o777).toString(8))).toEqual([
      '600',
      '600',
      '600',
    ]);
    const entries = await inDatabase(there.dataDir, ({ audit }) => audit.query({ limit: 5, offset: 0 }));
    expect(entries).toContainEqual(expect.objectContaining({ action: 'gateway_backup_restore', user: 'cli:test' }));
  });

  it('restores the PINs of the alarm system with their key, and counts those of another key', async () => {
    const code = { id: 'anna', hash: '' };
    const keyOf = (dataDir: string) =>
      createSecretBox(loadMasterKey({ environment: house.source.environment, dataDir, sealed: () => [] }), randomBytes);
    const path = 'alarm.codes.anna.hash';
    await inDatabase(house.dataDir, async ({ alarm }) => {
      const codes = [{ ...code, hash: keyOf(house.dataDir).seal('a slow hash', path) }] as unknown as CodeConfig[];
      await alarm.save({ config: { zones: [], codes }, state: newState(0), entries: [] });
    });
    await withKey();
    const same = house.elsewhere('same-key');
    expect(await restore(same, { passphrase: PASSPHRASE })).toMatchObject({ pinsLost: 0 });
    const stored = await inDatabase(same.dataDir, ({ alarm }) => alarm.load());
    expect(keyOf(same.dataDir).open(stored.config?.codes[0]?.hash ?? '', path)).toBe('a slow hash');
    archive = (await house.make()).file;
    const other = house.elsewhere('other-key');
    const report = await restore(other);
    expect(report).toMatchObject({ pinsLost: 1 });
  });

  it('reverts later changes, and restores neither a session nor a token that was revoked since [K22]', async () => {
    await inDatabase(house.dataDir, async ({ auth }) => {
      await auth.users.create(later);
      await auth.tokens.revoke(tokenRecord().fingerprint, 7);
      await auth.sessions.create(sessionRecord({ idHash: 'x'.repeat(64) }));
    });
    const { aside = '', ...report } = await restore();
    expect(report).toMatchObject({ previous: 'merged', sessionsEnded: 1, tokensRevoked: 1 });
    await inDatabase(house.dataDir, async ({ auth }) => {
      expect((await auth.users.list()).map(({ account }) => account)).toEqual([userRecord().account]);
      expect([await auth.sessions.list(), await auth.tokens.list()]).toEqual([[], []]);
    });
    expect(await accounts(aside)).toEqual([userRecord().account, 'later'].sort());
  });

  it('works where the database is damaged, and reports unknown revocations', async () => {
    writeFileSync(join(house.dataDir, 'ccu-gateway.db'), 'no database '.repeat(1000));
    expect(await restore()).toMatchObject({ previous: 'unreadable', tokensRevoked: 0 });
    expect(await accounts(house.dataDir)).toEqual([userRecord().account]);
  });

  describe('changes nothing', () => {
    const everything = () => readdirSync(house.dataDir).sort();
    async function refused(code: string, source?: BackupSource, change?: Partial<RestoreBackup>): Promise<void> {
      await inDatabase(house.dataDir, ({ auth }) => auth.users.create(later));
      const before = everything();
      await expect(restore(source, change)).rejects.toMatchObject({ code });
      expect(everything().filter((name) => name !== 'daemon.lock')).toEqual(before);
      expect(await accounts(house.dataDir)).toContain('later');
    }

    it('while a gateway runs on the directory', async () => {
      const lock = await lockDataDir(house.dataDir);
      await expect(restore()).rejects.toMatchObject({ code: 'storage_in_use' });
      const said: string[] = [];
      const out = { write: (text: string) => said.push(text) };
      const process = { env: {}, cwd: () => house.root, stdin: emptyInput(), stdout: out, stderr: out };
      const argv = [
        'restore',
        archive,
        '--yes',
        '--json',
        '--config',
        join(house.root, 'config.yaml'),
        '--data-dir',
        house.dataDir,
      ];
      expect([await backupCommand(argv, process), JSON.parse(said.join('')).error.code]).toEqual([6, 'storage_in_use']);
      lock.release();
    });

    it('with a passphrase that is another one', async () => {
      await withKey();
      await refused('backup_passphrase', undefined, { passphrase: 'eine andere Passphrase' });
    });

    it('with a damaged file', async () => {
      const bytes = readFileSync(archive);
      writeFileSync(archive, bytes.subarray(0, bytes.length - 50));
      await refused('backup_damaged');
    });

    it('when the database in it is none', async () => {
      const body = 'no database '.repeat(1000);
      const { manifest } = await readArchive(archive);
      const sha256 = createHash('sha256').update(body).digest('hex');
      const parts = [{ name: 'ccu-gateway.db', bytes: body.length, sha256, schema: 1 }];
      const said = { name: 'manifest.json', body: JSON.stringify({ ...manifest, parts }) };
      writeFileSync(archive, await archiveOf([said, { name: 'ccu-gateway.db', body }]));
      await refused('backup_damaged');
    });

    it('while a rotation of the key is half done', async () => {
      writeFileSync(join(house.dataDir, 'secret.key.new'), keyText(house.dataDir));
      await refused('backup_conflict');
    });

    it('when the contents of the backup are sealed with a missing key', async () => {
      await sealSomething();
      const there = house.elsewhere('new-machine');
      await expect(restore(there)).rejects.toMatchObject({
        code: 'backup_key_missing',
        fix: expect.stringContaining('secret.key'),
      });
      expect(readdirSync(there.dataDir)).toEqual(['daemon.lock']);
    });

    it('when the configuration in force is sealed with another key', async () => {
      await withKey();
      const there = house.elsewhere('new-machine');
      writeFileSync(there.file ?? '', 'mqtt: {brokers: {}} # enc:v1:0badc0de:AAAA\n');
      await expect(restore(there, { passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'backup_conflict' });
    });

    it.each(['unpack', 'check', 'update', 'prepare', 'write the plan', 'decide'])('when it fails at "%s"', (name) =>
      refused('EIO', undefined, {
        step(at) {
          if (at === name) throw Object.assign(new Error('the disk fails'), { code: 'EIO' });
        },
      }),
    );
  });

  it('that fails after the decision is brought to its end by the next holder of the lock', async () => {
    const step = (name: string) => {
      if (name === 'place ccu-gateway.db') throw Object.assign(new Error('the disk fails'), { code: 'EIO' });
    };
    await inDatabase(house.dataDir, ({ auth }) => auth.users.create(later));
    await expect(restore(undefined, { step })).rejects.toMatchObject({ code: 'EIO' });
    expect(existsSync(join(house.dataDir, 'ccu-gateway.db'))).toBe(false);
    (await lockDataDir(house.dataDir)).release();
    expect(await accounts(house.dataDir)).toEqual([userRecord().account]);
  });
});

describe('the command backup', () => {
  let house: BackupHouse;
  beforeEach(async () => {
    house = await startBackupHouse();
  });
  afterEach(() => house.close());

  async function run(argv: readonly string[], { env = {}, stdin = '', dataDir = house.dataDir } = {}) {
    let out = '';
    let err = '';
    const code = await backupCommand([...argv, '--config', join(house.root, 'config.yaml'), '--data-dir', dataDir], {
      env: { HOME: house.root, ...env },
      cwd: () => house.root,
      stdin: input(stdin),
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
    });
    return { code, out, err };
  }
  const json = async (argv: readonly string[], options = {}) => {
    const { code, out } = await run([...argv, '--json'], options);
    return { code, ...JSON.parse(out) };
  };

  it('makes, lists, verifies, inspects, restores and prunes', async () => {
    const made = await json(['create', '--with-key', '--passphrase-stdin'], { stdin: `${PASSPHRASE}\n` });
    expect(made).toMatchObject({ code: 0, data: { with_key: true } });
    expect(made.data.file).toBe(join(house.dataDir, 'backups/gateway', `${made.data.id}.tar.gz`));
    expect(await json(['list'])).toMatchObject({
      code: 0,
      data: [{ id: made.data.id, verified_at: expect.any(String) }],
    });
    expect(await json(['verify', made.data.id])).toMatchObject({ code: 0, data: { parts: expect.any(Array) } });
    expect(await json(['verify', made.data.file])).toMatchObject({ code: 0 });
    expect(await json(['restore', made.data.id, '--dry-run'])).toMatchObject({ code: 0, data: { restored: false } });
    rmSync(join(house.dataDir, 'secret.key'));
    const env = { CCU_GATEWAY_BACKUP_PASSPHRASE: PASSPHRASE };
    const target = join(house.root, 'written.yaml');
    const restored = await json(['restore', made.data.id, '--with-key', '--yes', '--write-config', target], { env });
    expect(restored).toMatchObject({ code: 0, data: { restored: true, key_restored: true, config: target } });
    expect(existsSync(target)).toBe(true);
    await run(['create']);
    expect(await json(['prune', '--keep', '1', '--yes'])).toMatchObject({ code: 0, data: { deleted: [made.data.id] } });
  });

  it.skipIf(process.getuid?.() !== 0)(
    'restores as root with the rights of the owner of the data directory, past links that the owner made (needs root)',
    async () => {
      const service = 12_345;
      const foreign = join(house.root, 'foreign');
      mkdirSync(foreign, { mode: 0o700 });
      chmodSync(house.root, 0o755);
      const made = await json(['create']);
      const own = (path: string): void => {
        chownSync(path, service, service);
        if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name));
      };
      own(house.dataDir);
      chownSync(join(house.root, 'config.yaml'), service, service);
      const links: Readonly<Record<string, string>> = {
        '.restore': foreign,
        '.restore/plan.json': join(foreign, 'plan.json'),
        'ccu-gateway.db': join(foreign, 'database'),
      };
      for (const [name, target] of Object.entries(links)) {
        const link = join(house.dataDir, name);
        rmSync(link, { recursive: true, force: true });
        if (name.includes('/')) {
          mkdirSync(dirname(link));
          chownSync(dirname(link), service, service);
        }
        symlinkSync(target, link);
        expect(await json(['restore', made.data.id, '--yes']), name).toMatchObject({
          code: 0,
          data: { restored: true },
        });
        expect(readdirSync(foreign)).toEqual([]);
        const owners = readdirSync(house.dataDir).map((each) => statSync(join(house.dataDir, each)).uid);
        expect(new Set(owners)).toEqual(new Set([service]));
      }
      expect([process.geteuid?.(), process.getegid?.()]).toEqual([0, process.getgid?.()]);
    },
  );

  it('brings the identity, the homes and the numbers of a Matter bridge to another machine, and reports a possible second one', async () => {
    const box = { seal: (text: string) => text, open: (text: string) => text };
    const matterOf = async (dataDir: string) => openMatterFile({ dataDir, box });
    const home = { context: 'root.fabrics', key: 'fabrics', value: '[{"fabricIndex":1}]' };
    const before = await matterOf(house.dataDir);
    before.save([home]);
    before.keepFact('unique', 'one of a kind');
    const numbers = [before.numberOf('home/A:1'), before.numberOf('home/B:1')];
    // The bridge runs on while the backup is made, and is given another home after it.
    const { data } = await json(['create']);
    before.save([{ ...home, value: '[{"fabricIndex":1},{"fabricIndex":2}]' }]);
    before.close();
    const dataDir = join(house.root, 'new-machine');
    const said = await run(['restore', data.file, '--yes'], { dataDir });
    expect(said).toMatchObject({ code: 0, err: expect.stringContaining('identity of the Matter bridge') });
    const there = await matterOf(dataDir);
    expect([there.load(), there.fact('unique')]).toEqual([[home], 'one of a kind']);
    expect([there.numberOf('home/A:1'), there.numberOf('home/B:1')]).toEqual(numbers);
    there.close();
  });

  it('reports that the key is not in a backup', async () => {
    expect((await run(['create'])).err).toContain('secret.key');
  });

  it.each([
    [['restore'], 2, 'name the backup'],
    [['restore', 'none', '--yes'], 3, 'no backup none'],
    [['verify', '../../etc/none'], 3, 'no backup'],
    [['list', 'x'], 2, 'unexpected argument'],
    [['list', '--with-key'], 2, 'means nothing'],
    [['create', '--passphrase', 'x'], 2, 'Unknown option'],
    [['create', '--with-key'], 2, 'CCU_GATEWAY_BACKUP_PASSPHRASE'],
    [['prune', '--keep', '0'], 2, '--keep takes'],
    [['mend'], 2, 'say one of'],
    [[], 2, 'say one of'],
  ] as const)('refuses %j with a clear error', async (argv, code, said) => {
    const ran = await run(argv);
    expect([ran.code, ran.out]).toEqual([code, '']);
    expect(ran.err).toContain(said);
    expect(ran.err).toContain('fix: ');
  });

  it('does not restore without being sure', async () => {
    const { data } = await json(['create']);
    expect(await run(['restore', data.id])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    mkdirSync(join(house.root, 'other'));
    const taken = join(house.root, 'config.yaml');
    expect(await run(['restore', data.id, '--yes', '--write-config', taken])).toMatchObject({ code: 2 });
  });
});

async function* input(text: string): AsyncIterable<unknown> {
  if (text !== '') yield Buffer.from(text);
}
const emptyInput = () => input('');
