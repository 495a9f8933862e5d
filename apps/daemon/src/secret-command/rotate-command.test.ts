import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { lockDataDir, openStorage } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadMasterKey, readKeyFile } from '../config/master-key.js';
import { rotateCommand } from './rotate-command.js';

describe('secret rotate', () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'rotate-'));
    const environment = { secretKey: undefined, secretKeyFile: undefined, supervised: false, ccuAddon: false };
    loadMasterKey({ environment, dataDir: join(cwd, 'data'), sealed: () => [] });
    (await openStorage({ dataDir: join(cwd, 'data') })).close();
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  async function rotate(...argv: string[]) {
    const out: string[] = [];
    const err: string[] = [];
    const code = await rotateCommand(['--data-dir', 'data', ...argv], {
      env: { HOME: cwd },
      cwd: () => cwd,
      stdout: { write: (text) => out.push(text) },
      stderr: { write: (text) => err.push(text) },
    });
    return { code, out: out.join(''), err: err.join('') };
  }

  it('installs a new key and prints its id', async () => {
    const before = readFileSync(join(cwd, 'data/secret.key'), 'utf8');
    const ran = await rotate('--json');
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.out)).toEqual({
      ok: true,
      data: { key_id: expect.stringMatching(/^[0-9a-f]{8}$/), in_file: 0, in_database: 0 },
    });
    const after = readFileSync(join(cwd, 'data/secret.key'), 'utf8');
    expect(after).not.toBe(before);
    expect(ran.out).not.toContain(after.trim());
  });

  it('leaves key, database and configuration to their owner only, under any umask [K19]', async () => {
    const path = 'north.rest.auth.users.me';
    const box = createSecretBox(readKeyFile(join(cwd, 'data/secret.key')), randomBytes);
    const file = join(cwd, 'config.yaml');
    const sealed = box.seal('a password of mine', path);
    writeFileSync(file, `north:\n  rest:\n    auth:\n      users:\n        me: ${sealed}\n`, { mode: 0o644 });
    const before = process.umask(0o022);
    try {
      expect(JSON.parse((await rotate('--json')).out)).toMatchObject({ ok: true, data: { in_file: 1 } });
    } finally {
      process.umask(before);
    }
    expect(readFileSync(file, 'utf8')).not.toContain(sealed);
    const data = join(cwd, 'data');
    const files = [file, ...readdirSync(data).map((name) => join(data, name))];
    const modes = files.map((each) => `${basename(each)} ${(statSync(each).mode & 0o777).toString(8)}`);
    expect(modes.filter((each) => !each.endsWith(' 600'))).toEqual([]);
    expect(modes).toEqual(expect.arrayContaining(['config.yaml 600', 'secret.key 600', 'ccu-gateway.db 600']));
    expect((statSync(data).mode & 0o777).toString(8)).toBe('700');
  });

  it.skipIf(process.getuid?.() !== 0)(
    'works as root with the rights of the owner of the data directory (needs root)',
    async () => {
      const service = 12_345;
      const data = join(cwd, 'data');
      const foreign = join(cwd, 'foreign');
      mkdirSync(foreign, { mode: 0o700 });
      chmodSync(cwd, 0o755);
      for (const path of [data, ...readdirSync(data).map((name) => join(data, name))])
        chownSync(path, service, service);
      expect((await rotate()).code).toBe(0);
      const owners = readdirSync(data).map((name) => statSync(join(data, name)).uid);
      expect(new Set(owners)).toEqual(new Set([service]));
      // The owner leads the new key away.
      symlinkSync(join(foreign, 'key'), join(data, 'secret.key.new'));
      await rotate().catch(() => undefined);
      expect(readdirSync(foreign)).toEqual([]);
      expect([process.geteuid?.(), process.getegid?.()]).toEqual([0, process.getgid?.()]);
    },
  );

  it('refuses while a gateway runs, with exit 6 and nothing changed', async () => {
    const before = readFileSync(join(cwd, 'data/secret.key'), 'utf8');
    const lock = await lockDataDir(join(cwd, 'data'));
    const ran = await rotate();
    lock.release();
    expect(ran).toMatchObject({ code: 6, out: '', err: expect.stringContaining('fix: stop the gateway') });
    expect(readFileSync(join(cwd, 'data/secret.key'), 'utf8')).toBe(before);
  });

  it('names the fault of the configuration or the key, with exit 2', async () => {
    rmSync(join(cwd, 'data/secret.key'));
    expect(await rotate()).toMatchObject({ code: 2, err: expect.stringContaining('secret_key_missing') });
    writeFileSync(join(cwd, 'config.yaml'), 'bogus: 1');
    const ran = await rotate('--json');
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.out).error.message).toMatch(/config\.yaml:1: bogus: unknown key/);
  });

  it('creates nothing where there is no database, and reports a probably wrong directory, with exit 3', async () => {
    rmSync(join(cwd, 'data/ccu-gateway.db'));
    const before = readdirSync(join(cwd, 'data'));
    const ran = await rotate();
    expect(ran).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringMatching(/there is no database in .*data; nothing/),
    });
    expect(readdirSync(join(cwd, 'data'))).toEqual(before);
    expect((await rotate('--data-dir', 'nowhere', '--json')).code).toBe(3);
    expect(existsSync(join(cwd, 'nowhere'))).toBe(false);
  });
});
