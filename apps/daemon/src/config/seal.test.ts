import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './load.js';
import { loadMasterKey } from './master-key.js';
import { setupObstacles } from './obstacles.js';
import { hasSealedValues, openSecrets, sealUsers, type ValueSealer } from './seal.js';
import { Secret } from './secret.js';

/** Seals well enough for these tests: bound to the path, and never the text itself. */
const sealer: ValueSealer = {
  isSealed: (text) => text.startsWith('enc:v1:'),
  seal(path, text) {
    const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update('k').digest(), Buffer.alloc(12));
    cipher.setAAD(Buffer.from(path));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `enc:v1:k:${Buffer.concat([body, cipher.getAuthTag()]).toString('base64url')}`;
  },
  open(path, sealed) {
    const bytes = Buffer.from(sealed.slice('enc:v1:k:'.length), 'base64url');
    const cipher = createDecipheriv('aes-256-gcm', createHash('sha256').update('k').digest(), Buffer.alloc(12));
    cipher.setAAD(Buffer.from(path));
    cipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([cipher.update(bytes.subarray(0, -16)), cipher.final()]).toString('utf8');
  },
};

describe('secrets in the configuration file', () => {
  let cwd: string;
  let file: string;

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'seal-'));
    file = join(cwd, 'config.yaml');
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const load = () => loadConfig({ argv: ['--config', file], env: { HOME: cwd }, cwd });
  const users = () => openSecrets(load(), sealer).config.north.rest.auth.users;

  it.each([
    ['plain', '      users:\n        anna: open sesame  # her birthday\n        bert: "x: y" # it\'s\n'],
    ['quoted and folded', "      users:\n        anna: >-\n          open\n          sesame\n        bert: 'x: y'\n"],
    ['in one line', '      users: {anna: open sesame, bert: "x: y"}   # both\n'],
    ['with odd names', '      users:\n        "anna": open sesame\n        ? bert\n        : "x: y"\n'],
  ])('seals clear passwords written %s and leaves the rest of the file alone', (_title, block) => {
    const text = `# my house\nlocale:   de\nnorth:\n  rest:\n    auth:\n${block}# the end\n`;
    writeFileSync(file, text, { mode: 0o644 });
    expect(sealUsers(file, sealer)).toEqual({ sealed: ['anna', 'bert'], plaintext: [] });
    const sealed = readFileSync(file, 'utf8');
    expect(sealed).not.toMatch(/sesame|x: y/);
    expect(sealed).toMatch(/^# my house\nlocale: {3}de\n/);
    expect(sealed).toMatch(/# the end\n$/);
    for (const comment of text.match(/# .*/g) ?? []) expect(sealed).toContain(comment);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect([users().anna?.reveal(), users().bert?.reveal()]).toEqual(['open sesame', 'x: y']);
    expect(sealUsers(file, sealer)).toEqual({ sealed: [], plaintext: [] });
    expect(readFileSync(file, 'utf8')).toBe(sealed);
  });

  it('seals through a symbolic link without replacing the link', () => {
    writeFileSync(join(cwd, 'real.yaml'), 'north: {rest: {auth: {users: {a: b}}}}');
    symlinkSync('real.yaml', file);
    expect(sealUsers(file, sealer).sealed).toEqual(['a']);
    expect(readFileSync(join(cwd, 'real.yaml'), 'utf8')).toContain('enc:v1:');
  });

  it('names what still stands in clear text when it cannot be replaced', () => {
    const text = 'x: &pw secret\nnorth: {rest: {auth: {users: {a: *pw}}}}\n';
    writeFileSync(file, text);
    expect(sealUsers(file, sealer)).toEqual({ sealed: [], plaintext: ['a'] });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.skipIf(process.getuid?.() === 0)('leaves a file alone whose directory cannot be written', () => {
    writeFileSync(file, 'north: {rest: {auth: {users: {a: b}}}}');
    chmodSync(cwd, 0o500);
    expect(sealUsers(file, sealer)).toEqual({ sealed: [], plaintext: ['a'] });
    chmodSync(cwd, 0o700);
  });

  it('refuses sealed values that were moved to another key [K21]', () => {
    const sealed = sealer.seal('north.rest.auth.users.anna', 'x');
    writeFileSync(file, `north: {rest: {auth: {users: {bert: "${sealed}"}}}}`);
    expect(hasSealedValues(load().config, sealer)).toBe(true);
    expect(() => users()).toThrow(/north\.rest\.auth\.users\.bert: the sealed value does not belong here/);
  });

  it('opens sealed passwords of centrals and of the identity provider too', () => {
    const password = sealer.seal('centrals.home.password', 'p1');
    const client = sealer.seal('north.rest.auth.oidc.client_secret', 'p2');
    writeFileSync(
      file,
      `centrals: [{name: home, host: h, interfaces: [CUxD], password: "${password}"}]\nnorth: {rest: {auth: {oidc: {client_secret: "${client}"}}}}`,
    );
    const { config } = openSecrets(load(), sealer);
    expect(config.centrals[0]?.password?.reveal()).toBe('p1');
    expect(config.north.rest.auth.oidc.client_secret?.reveal()).toBe('p2');
  });

  describe('the master key', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const environment = (value?: string, keyFile?: string) => ({
      secretKey: value === undefined ? undefined : new Secret(value),
      secretKeyFile: keyFile,
      supervised: false,
    });

    it('comes from the environment, then from the named file, then from the data directory', () => {
      writeFileSync(join(cwd, 'k'), `${Buffer.alloc(32, 8).toString('base64')}\n`);
      const at = (env: ReturnType<typeof environment>) =>
        loadMasterKey({ environment: env, dataDir: cwd, needed: false });
      expect(at(environment(key, join(cwd, 'k')))[0]).toBe(7);
      expect(at(environment(undefined, join(cwd, 'k')))[0]).toBe(8);
      const made = at(environment());
      expect(statSync(join(cwd, 'secret.key')).mode & 0o777).toBe(0o600);
      expect(at(environment())).toEqual(made);
    });

    it('is never made up while sealed values exist [K20]', () => {
      const load = () => loadMasterKey({ environment: environment(), dataDir: cwd, needed: true });
      expect(load).toThrow(/secret_key_missing/);
      expect(existsSync(join(cwd, 'secret.key'))).toBe(false);
    });

    it.each(['', 'short', `${key}x`, `!${key}`, key.slice(0, -1)])(
      'refuses a malformed key without repeating it: %j',
      (text) => {
        writeFileSync(join(cwd, 'secret.key'), text);
        const load = () => loadMasterKey({ environment: environment(), dataDir: cwd, needed: false });
        expect(load).toThrow(/expected 32 bytes in base64/);
        expect(readFileSync(join(cwd, 'secret.key'), 'utf8')).toBe(text);
      },
    );

    it('must exist where it is said to be', () => {
      const env = environment(undefined, join(cwd, 'nowhere'));
      expect(() => loadMasterKey({ environment: env, dataDir: cwd, needed: false })).toThrow(/does not exist/);
    });
  });

  it('knows what of the configuration keeps setup closed', () => {
    const off = { ccuLogin: false, ingress: false, hasCentral: true };
    writeFileSync(file, 'locale: en');
    expect(setupObstacles(load().config, off)).toEqual([]);
    expect(setupObstacles(load().config, { ...off, ccuLogin: true, ingress: true })).toEqual(['ccu', 'ingress']);
    writeFileSync(
      file,
      'bootstrap: {allow_first_run_setup: false}\nnorth: {rest: {auth: {users: {a: b}, ccu: {enabled: true}}}}',
    );
    expect(setupObstacles(load().config, off)).toEqual(['pinned_shut', 'config_users', 'ccu']);
  });
});
