import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configEditCommand } from './edit-command.js';

const FILE = `# our house
data_dir: ./data
logging:
  level: info # enough
centrals:
  - name: home # the first
    host: 10.0.0.1
    username: gateway
    password: "canary-old"
    interfaces: [HmIP-RF]
`;

describe('changing the configuration file', () => {
  let dir: string;
  let file: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'config-'));
    file = join(dir, 'config.yaml');
    writeFileSync(file, FILE, { mode: 0o640 });
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  async function run(argv: readonly string[], stdin = '', env: Readonly<Record<string, string>> = {}) {
    let out = '';
    const stream = { write: (part: string) => (out += part) };
    const exit = await configEditCommand(argv, {
      env: { HOME: dir, ...env },
      cwd: () => dir,
      stdout: stream,
      stderr: stream,
      stdin: (async function* () {
        yield stdin;
      })(),
    });
    return { exit, out };
  }
  const now = () => readFileSync(file, 'utf8');
  const set = (path: string, value: string, ...flags: string[]) => run(['set', path, ...flags], value);

  it('changes one line, prints it, and keeps comments, order and rights', async () => {
    expect(await set('logging.level', 'debug\n')).toEqual({
      exit: 0,
      out: '-4:   level: info # enough\n+4:   level: debug # enough\n',
    });
    expect(now()).toBe(FILE.replace('info', 'debug'));
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readdirSync(dir)).toEqual(['config.yaml']);
  });

  it.each([
    ['centrals.home.host', 'ccu.lan', 'host: 10.0.0.1', 'host: ccu.lan'],
    ['centrals.0.host', 'ccu.lan', 'host: 10.0.0.1', 'host: ccu.lan'],
    ['callback.port', '8120', /$/, 'callback:\n  port: 8120\n'],
    ['logging.overrides.ccu.home', 'warn', ' # enough', ' # enough\n  overrides:\n    ccu.home: warn'],
  ] as const)('finds %s', async (path, value, from, to) => {
    expect((await set(path, value)).exit).toBe(0);
    expect(now()).toBe(FILE.replace(from, to));
  });

  it('applies several settings at once, judged together, or none of them', async () => {
    const apply = (settings: unknown, ...flags: string[]) => run(['apply', ...flags], JSON.stringify(settings));
    // Neither of the two would be accepted without the other.
    const tls = {
      'north.rest.tls.mode': 'files',
      'north.rest.tls.cert_file': 'a.pem',
      'north.rest.tls.key_file': 'a.key',
    };
    expect((await apply({ ...tls, 'logging.level': 'debug' }, '--dry-run')).exit).toBe(0);
    expect(now()).toBe(FILE);
    expect((await apply({ 'logging.level': 'debug', 'north.rest.tls.mode': 'files' })).exit).toBe(2);
    expect((await apply({ 'logging.level': 'debug', 'no.such': 1 })).exit).toBe(3);
    expect(now()).toBe(FILE);
    expect((await apply({ ...tls, 'logging.level': 'debug' })).exit).toBe(0);
    expect(now()).toContain('level: debug # enough');
    expect(now()).toContain('cert_file: a.pem');
    for (const text of ['', '[1]', 'null', '{"a"']) expect((await run(['apply'], text)).exit).toBe(2);
  });

  it('takes a setting out, also one that means nothing', async () => {
    writeFileSync(file, `${FILE}loging: {}\n`);
    expect((await run(['unset', 'loging'])).out).toBe('-11: loging: {}\n');
    expect((await run(['unset', 'logging.level'])).exit).toBe(0);
    expect(now()).toBe(FILE.replace('logging:\n  level: info # enough\n', ''));
  });

  it('writes nothing with --dry-run', async () => {
    const { out } = await set('logging.level', 'debug', '--dry-run', '--json');
    expect(JSON.parse(out).data).toMatchObject({
      path: 'logging.level',
      file,
      changed: true,
      dry_run: true,
      changes: [
        { sign: '-', line: 4, text: '  level: info # enough' },
        { sign: '+', line: 4, text: '  level: debug # enough' },
      ],
    });
    expect(now()).toBe(FILE);
  });

  it('shows no secret, and takes none from a command line', async () => {
    const changed = await set('centrals.home.password', 'canary-new');
    expect(changed.out).toBe('-9:     password: ***\n+9:     password: ***\n');
    expect(now()).toContain('password: "canary-new"');
    for (const [path, value] of [
      ['centrals.home.password', 'canary-3'],
      ['centrals', '[{"name":"home","host":"a","password":"canary-3"}]'],
      ['north.rest.auth.users', '{"anna":"canary-3 long"}'],
    ] as const) {
      const refused = await set(path, value, '--from-argument');
      expect(refused.exit).toBe(2);
      expect(refused.out).toMatch(/is a secret, and no argument/);
    }
    expect(now()).not.toContain('canary-3');
  });

  it('warns when other users can read a new secret', async () => {
    chmodSync(file, 0o644);
    expect((await set('centrals.home.password', 'canary-new')).out).toContain(`chmod 600 ${file}`);
  });

  it.each([
    [
      ['set', 'logging.level'],
      'loud',
      2,
      /logging\.level: got "loud", expected one of "debug", "info", "warn", "error"/,
    ],
    [['set', 'callback.port'], '99999', 2, /callback\.port.*from 0 to 65535/],
    [['set', 'callback.port'], 'many', 2, /callback\.port: got many, expected a whole number/],
    [['set', 'callback.port'], 'null', 2, /expected a whole number/],
    [['set', 'centrals'], '{', 2, /as JSON/],
    [['set', 'loging.level'], 'info', 3, /there is no setting "loging\.level"; there are: .*logging/],
    [['set', 'logging'], '{}', 3, /is a block of settings: logging\.level/],
    [['set', 'logging.level.x'], '1', 3, /logging\.level takes one of/],
    [['set', 'centrals.attic.host'], 'x', 3, /there is no "attic" in centrals; there are: home/],
    [['set', 'constructor'], 'x', 3, /there is no setting/],
    [['set', 'logging.overrides.__proto__'], 'warn', 3, /there is no setting/],
    [['set', 'north.rest.auth.users.anna'], 'canary', 2, /north\.rest\.auth\.users\.anna: the password/],
    [['set', 'north.rest.tls.hsts'], 'true', 2, /needs HTTPS/],
    [['set', 'locale', '--nonsense'], 'de', 2, /--nonsense/],
    [['set'], '', 2, /a setting is missing/],
    [['unset', 'callback.port'], '', 3, /does not stand in/],
    [['unset', 'centrals.home.host'], '', 2, /centrals\.0\.host: required/],
  ])('refuses %j and leaves the file unchanged', async (argv, stdin, exit, message) => {
    const ran = await run(argv, stdin);
    expect(ran).toEqual({ exit, out: expect.stringMatching(message) });
    expect(ran.out).not.toContain('canary');
    expect(now()).toBe(FILE);
  });

  it('makes a file that is named, for its owner alone, and none that is not', async () => {
    rmSync(file);
    expect((await set('locale', 'de')).out).toContain('there is no configuration file');
    const named = join(dir, 'new.yaml');
    expect((await set('locale', 'de', '--config', named)).exit).toBe(0);
    expect([readFileSync(named, 'utf8'), statSync(named).mode & 0o777]).toEqual(['locale: de\n', 0o600]);
    expect(existsSync(file)).toBe(false);
  });

  it('changes the file that a link leads to, and leaves the link', async () => {
    const target = join(dir, 'real.yaml');
    writeFileSync(target, FILE);
    rmSync(file);
    symlinkSync(target, file);
    await set('locale', 'de');
    expect(readFileSync(target, 'utf8')).toContain('locale: de');
    expect(readdirSync(dir).sort()).toEqual(['config.yaml', 'real.yaml']);
  });

  it('reports a source that overrides the file', async () => {
    const ran = await run(['set', 'logging.level'], 'debug', { SERVICE_LOG_LEVEL: 'warn' });
    expect(ran.out).toContain('the environment or a flag sets logging.level, and wins over the file');
    const quiet = () => undefined;
    const storage = await openStorage({
      dataDir: join(dir, 'data'),
      clock: { now: () => 0, after: () => quiet },
      log: { info: quiet, warn: quiet, error: quiet },
    });
    await storage.sections.put('logging', { level: 'error' });
    await storage.close();
    expect((await set('logging.level', 'warn')).out).toContain('logging.level was changed at run time');
    expect((await set('logging.format', 'text')).out).not.toContain('at run time');
  });
});
