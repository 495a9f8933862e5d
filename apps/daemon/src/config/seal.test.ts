import { randomBytes } from 'node:crypto';
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
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rotateSecrets } from '../secret-command/rotate.js';
import { ConfigError } from './errors.js';
import { loadConfig } from './load.js';
import { loadMasterKey } from './master-key.js';
import { setupObstacles } from './obstacles.js';
import { checkUserPasswords, openSecrets, sealedPlaces, sealFile } from './seal.js';
import { Secret } from './values/secret.js';

const sealer = createSecretBox(Buffer.alloc(32, 1), randomBytes);

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
    expect(sealFile(file, sealer)).toEqual({ sealed: ['anna', 'bert'], plaintext: [] });
    const sealed = readFileSync(file, 'utf8');
    expect(sealed).not.toMatch(/sesame|x: y/);
    expect(sealed).toMatch(/^# my house\nlocale: {3}de\n/);
    expect(sealed).toMatch(/# the end\n$/);
    for (const comment of text.match(/# .*/g) ?? []) expect(sealed).toContain(comment);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect([users().anna?.reveal(), users().bert?.reveal()]).toEqual(['open sesame', 'x: y']);
    expect(sealFile(file, sealer)).toEqual({ sealed: [], plaintext: [] });
    expect(readFileSync(file, 'utf8')).toBe(sealed);
  });

  it('seals passwords of brokers and secrets of webhooks and channels, and leaves those of CCUs to their own code', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    writeFileSync(
      file,
      `mqtt:
  brokers:
    my.house: {url: "mqtt://a", username: u, password: broker pass}
    open: {url: "mqtt://b", password: ""}
webhooks: {endpoints: {automation: {url: "http://a/", secret: ${secret}}}}
notify: {channels: {phone: {kind: telegram, url: "http://a/", to: me, token: "12:bot-token"}}}
centrals: [{name: home, host: a, username: u, password: of the ccu, interfaces: [HmIP-RF]}]
`,
    );
    const places = [
      'mqtt.brokers.my.house.password',
      'webhooks.endpoints.automation.secret',
      'notify.channels.phone.token',
    ];
    expect(sealFile(file, sealer)).toEqual({ sealed: places, plaintext: [] });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/broker pass|whsec_|bot-token/);
    expect(text).toContain('password: of the ccu');
    const { mqtt, webhooks, notify } = openSecrets(load(), sealer).config;
    expect(mqtt.brokers['my.house']?.password?.reveal()).toBe('broker pass');
    expect(webhooks.endpoints.automation?.secret.reveal()).toBe(secret);
    expect(notify.channels.phone?.token?.reveal()).toBe('12:bot-token');
    expect(sealFile(file, sealer)).toEqual({ sealed: [], plaintext: [] });
  });

  it.each([
    ['persistence.postgres', 'url', 'postgresql://user:secret@db/house'],
    ['persistence.postgres', 'password', 'open sesame'],
    ['fleet.nats', 'password', 'open sesame'],
    ['fleet.nats', 'token', 'open sesame'],
  ])('seals %s.%s, and opens it at the next start', (section, key, secret) => {
    const [outer, inner] = section.split('.');
    writeFileSync(file, `${outer}: {${inner}: {user: u, ${key}: "${secret}"}}\n`.replace('user: u, token', 'token'));
    expect(sealFile(file, sealer)).toEqual({ sealed: [`${section}.${key}`], plaintext: [] });
    expect(readFileSync(file, 'utf8')).not.toContain(secret);
    const { persistence, fleet } = openSecrets(load(), sealer).config;
    const opened = { ...persistence.postgres, ...(outer === 'fleet' && fleet.nats) };
    expect(Reflect.get(opened, key).reveal()).toBe(secret);
  });

  it('seals through a symbolic link without replacing the link', () => {
    writeFileSync(join(cwd, 'real.yaml'), 'north: {rest: {auth: {users: {a: b}}}}');
    symlinkSync('real.yaml', file);
    expect(sealFile(file, sealer).sealed).toEqual(['a']);
    expect(readFileSync(join(cwd, 'real.yaml'), 'utf8')).toContain('enc:v1:');
  });

  it('names secrets that remain in clear text when they cannot be replaced', () => {
    const text = 'x: &pw secret\nnorth: {rest: {auth: {users: {a: *pw}}}}\n';
    writeFileSync(file, text);
    expect(sealFile(file, sealer)).toEqual({ sealed: [], plaintext: ['a'] });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it.skipIf(process.getuid?.() === 0)(
    'leaves a file in a read-only directory alone (root may write everywhere, so not as root)',
    () => {
      writeFileSync(file, 'north: {rest: {auth: {users: {a: b}}}}');
      chmodSync(cwd, 0o500);
      expect(sealFile(file, sealer)).toEqual({ sealed: [], plaintext: ['a'] });
      chmodSync(cwd, 0o700);
    },
  );

  it('refuses sealed values that were moved to another key [K21]', () => {
    const sealed = sealer.seal('x', 'north.rest.auth.users.anna');
    writeFileSync(file, `north: {rest: {auth: {users: {bert: "${sealed}"}}}}`);
    expect(sealedPlaces(load(), 'm')).toHaveLength(1);
    expect(() => users()).toThrow(/north\.rest\.auth\.users\.bert: the sealed value does not belong here/);
  });

  it('names file, line and remedy of every sealed value with a missing or another key [K20] [K21]', () => {
    const other = createSecretBox(Buffer.alloc(32, 2), randomBytes);
    const password = other.seal('p1', 'centrals.home.password');
    const user = other.seal('p2', 'north.rest.auth.users.anna');
    writeFileSync(
      file,
      `centrals:\n  - name: home\n    host: h\n    interfaces: [CUxD]\n    password: "${password}"\nnorth:\n  rest:\n    auth:\n      users:\n        anna: "${user}"\n`,
    );
    const places = [
      [file, 10, 'north.rest.auth.users.anna'],
      [file, 5, 'centrals.home.password'],
    ];
    const shown = (run: () => unknown) => {
      try {
        run();
      } catch (error) {
        if (error instanceof ConfigError) return error.issues;
      }
      return [];
    };
    const closed = shown(() => openSecrets(load(), sealer));
    expect(closed.map(({ origin, line, path }) => [origin, line, path])).toEqual(places);
    const environment = { secretKey: undefined, secretKeyFile: undefined, supervised: false, ccuAddon: false };
    const sealed = (message: string) => sealedPlaces(load(), message);
    const gone = shown(() => loadMasterKey({ environment, dataDir: cwd, sealed }));
    expect(gone.slice(1).map(({ origin, line, path }) => [origin, line, path])).toEqual(places);
    for (const { message } of [...closed, ...gone.slice(1)]) expect(message).toContain('or write the password again');
    expect(gone[1]?.message).toContain(join(cwd, 'secret.key'));
    expect(existsSync(join(cwd, 'secret.key'))).toBe(false);
  });

  it('have passwords of users that follow the rule of every other password, sealed or not', () => {
    const sealed = sealer.seal('short', 'north.rest.auth.users.anna');
    writeFileSync(
      file,
      `north:\n  rest:\n    auth:\n      users:\n        anna: "${sealed}"\n        bert: "1234567"\n        cleo: long enough\n`,
    );
    const check = () => checkUserPasswords(openSecrets(load(), sealer));
    expect(check).toThrow(`${file}:5: north.rest.auth.users.anna: the password must have at least 8 characters`);
    expect(check).toThrow(`${file}:6: north.rest.auth.users.bert: the password must have at least 8 characters`);
    expect(check).not.toThrow(/cleo|1234567/);
  });

  it('opens sealed passwords of centrals and of the identity provider too', () => {
    const password = sealer.seal('p1', 'centrals.home.password');
    const client = sealer.seal('p2', 'north.rest.auth.oidc.client_secret');
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
      ccuAddon: false,
    });

    it('comes from the environment, then from the named file, then from the data directory', () => {
      writeFileSync(join(cwd, 'k'), `${Buffer.alloc(32, 8).toString('base64')}\n`);
      const at = (env: ReturnType<typeof environment>) =>
        loadMasterKey({ environment: env, dataDir: cwd, sealed: () => [] });
      expect(at(environment(key, join(cwd, 'k')))[0]).toBe(7);
      expect(at(environment(undefined, join(cwd, 'k')))[0]).toBe(8);
      const made = at(environment());
      expect(statSync(join(cwd, 'secret.key')).mode & 0o777).toBe(0o600);
      expect(at(environment())).toEqual(made);
    });

    it('is never made up while sealed values exist [K20]', () => {
      const load = () =>
        loadMasterKey({
          environment: environment(),
          dataDir: cwd,
          sealed: (message) => [{ path: 'north.rest.auth.users.anna', message, origin: 'config.yaml', line: 3 }],
        });
      expect(load).toThrow(/secret_key_missing/);
      expect(existsSync(join(cwd, 'secret.key'))).toBe(false);
    });

    it.each(['', 'short', `${key}x`, `!${key}`, key.slice(0, -1)])(
      'refuses a malformed key without repeating it: %j',
      (text) => {
        writeFileSync(join(cwd, 'secret.key'), text);
        const load = () => loadMasterKey({ environment: environment(), dataDir: cwd, sealed: () => [] });
        expect(load).toThrow(/expected 32 bytes in base64/);
        expect(readFileSync(join(cwd, 'secret.key'), 'utf8')).toBe(text);
      },
    );

    it('must exist at its configured path', () => {
      const env = environment(undefined, join(cwd, 'nowhere'));
      expect(() => loadMasterKey({ environment: env, dataDir: cwd, sealed: () => [] })).toThrow(/does not exist/);
    });
  });

  describe('rotating the key', () => {
    const keyOf = () => readFileSync(join(cwd, 'secret.key'), 'utf8');
    const environment = { secretKey: undefined, secretKeyFile: undefined, supervised: false, ccuAddon: false };
    const loadHere = (env = {}) =>
      loadConfig({ argv: ['--config', file, '--data-dir', cwd], env: { HOME: cwd, ...env }, cwd });
    const box = () =>
      createSecretBox(
        loadMasterKey({
          environment,
          dataDir: cwd,
          sealed: (message) => [{ path: 'north.rest.auth.users.anna', message, origin: 'config.yaml', line: 3 }],
        }),
        randomBytes,
      );

    /** Values of the database as the storage holds them. */
    function database(values: Record<string, string>) {
      return {
        values,
        reseal: async (rewrite: (sealed: string, path: string) => string) => {
          for (const [path, sealed] of Object.entries(values)) values[path] = rewrite(sealed, path);
          return Object.keys(values).length;
        },
      };
    }

    it('seals the file and the database under a new key, and the old key opens nothing', async () => {
      writeFileSync(file, 'north: {rest: {auth: {users: {a: pw-a, b: pw-b}}}}');
      loadMasterKey({ environment, dataDir: cwd, sealed: () => [] });
      const old = box();
      sealFile(file, old);
      const stored = database({ 'centrals.x.password': old.seal('pw-x', 'centrals.x.password') });
      const keyBefore = keyOf();
      expect(await rotateSecrets(loadHere(), stored)).toMatchObject({ inFile: 2, inDatabase: 1 });
      expect(keyOf()).not.toBe(keyBefore);
      expect(statSync(join(cwd, 'secret.key')).mode & 0o777).toBe(0o600);
      expect(openSecrets(loadHere(), box()).config.north.rest.auth.users.b?.reveal()).toBe('pw-b');
      expect(box().open(stored.values['centrals.x.password'] ?? '', 'centrals.x.password')).toBe('pw-x');
      expect(() => openSecrets(loadHere(), old)).toThrow(/another key/);
    });

    it('can be finished after it was interrupted, and nothing is opened in between', async () => {
      writeFileSync(file, 'north: {rest: {auth: {users: {a: pw-a}}}}');
      loadMasterKey({ environment, dataDir: cwd, sealed: () => [] });
      sealFile(file, box());
      const broken = { reseal: () => Promise.reject(new Error('power cut')) };
      await expect(rotateSecrets(loadHere(), broken)).rejects.toThrow('power cut');
      expect(() => box()).toThrow(/finish it with: ccu-gateway secret rotate/);
      await rotateSecrets(loadHere(), database({}));
      expect(openSecrets(loadHere(), box()).config.north.rest.auth.users.a?.reveal()).toBe('pw-a');
      expect(existsSync(join(cwd, 'secret.key.new'))).toBe(false);
    });

    it('is refused for a key of the environment, which it could not change', async () => {
      writeFileSync(file, 'locale: en');
      const loaded = loadHere({ SERVICE_SECRET_KEY: Buffer.alloc(32).toString('base64') });
      await expect(rotateSecrets(loaded, database({}))).rejects.toThrow(/from the environment/);
    });
  });

  it('finds the settings that keep setup closed', () => {
    const off = { ccuLogin: false, ingress: false, centrals: [{ name: 'home', enabled: true }] };
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
