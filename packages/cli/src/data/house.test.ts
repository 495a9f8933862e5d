import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, open, startServer } from '../../test/fixture.js';
import { findDataDir } from './data-dir.js';

type Server = Awaited<ReturnType<typeof startServer>>;

describe('a command line that names two installations', () => {
  let cwd: string;
  let dir: string;
  let server: Server;

  beforeEach(async () => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'house-')));
    dir = join(cwd, 'var');
    const storage = await open(dir);
    await storage.auth.users.create({
      account: 'anna',
      role: 'admin',
      passwordHash: 'x',
      generation: 1,
      createdAt: 0,
      lastSeenAt: null,
      disabledAt: null,
    });
    storage.close();
    server = await startServer(() => ({ body: [] }));
  });
  afterEach(async () => {
    await server.close();
    rmSync(cwd, { recursive: true, force: true });
  });

  const url = () => ({ HOME: cwd, CCU_GATEWAY_URL: server.url });
  async function localUsers(): Promise<readonly string[]> {
    const storage = await open(dir);
    const users = await storage.auth.users.list();
    storage.close();
    return users.map(({ account }) => account);
  }

  it.each([
    ['token', 'list'],
    ['token', 'mint', 'a'],
    ['token', 'revoke', 'aaaaaaaa'],
    ['user', 'list'],
    ['user', 'add', 'bert', '--password-stdin'],
    ['user', 'passwd', 'anna', '--password-stdin'],
    ['user', 'role', 'anna', 'viewer'],
    ['user', 'delete', 'anna', '--yes'],
  ])('gets no local answer when a gateway is named without a token: %s %s', async (...argv) => {
    const byVariable = await cli(argv, { env: url(), cwd, stdin: 'correct horse' });
    expect(byVariable).toMatchObject({ code: 4, out: '', err: expect.stringContaining('CCU_GATEWAY_URL') });
    const byFlag = await cli([...argv, '--url', server.url], { env: { HOME: cwd }, cwd, stdin: 'correct horse' });
    expect(byFlag).toMatchObject({ code: 4, out: '', err: expect.stringContaining('nothing was done') });
    expect(await localUsers()).toEqual(['anna']);
    expect(server.seen).toEqual([]);
  });

  it('never deletes the users of this machine while a gateway is named', async () => {
    const reset = ['setup', 'reset', '--yes'];
    for (const [argv, env] of [
      [reset, url()],
      [reset, { ...url(), CCU_GATEWAY_TOKEN: 'T'.repeat(43) }],
      [[...reset, '--url', server.url], { HOME: cwd }],
      [[...reset, '--token-stdin'], { HOME: cwd }],
    ] as const) {
      const ran = await cli([...argv, '--json'], { env, cwd, stdin: 'x' });
      expect([ran.code, ran.json().error.code]).toEqual([2, 'offline_only']);
    }
    expect(await localUsers()).toEqual(['anna']);
    expect((await cli([...reset, '--offline'], { env: url(), cwd })).code).toBe(0);
    expect(await localUsers()).toEqual([]);
  });

  it('is refused where the key would be rotated here although a gateway is named', async () => {
    const ran = await cli(['secret', 'rotate', '--json'], { env: url(), cwd });
    expect([ran.code, ran.json().error.code]).toEqual([2, 'offline_only']);
    expect((await cli(['secret', 'rotate', '--url', server.url], { env: { HOME: cwd }, cwd })).code).toBe(2);
  });

  it.each([
    [['token', 'list', '--offline'], '--url'],
    [['token', 'list', '--data-dir', 'var'], '--url'],
    [['token', 'list', '--config', 'config.yaml'], '--url'],
    [['token', 'list', '--data-dir', 'var'], 'CCU_GATEWAY_URL'],
    [['token', 'list', '--config', 'config.yaml'], 'CCU_GATEWAY_URL'],
    [['devices', 'list', '--data-dir', 'var'], 'CCU_GATEWAY_URL'],
  ] as const)('is refused when it names both: %j and %s', async (argv, named) => {
    const ran =
      named === '--url'
        ? await cli([...argv, '--url', server.url], { env: { HOME: cwd, CCU_GATEWAY_TOKEN: 'T' }, cwd })
        : await cli(argv, { env: { ...url(), CCU_GATEWAY_TOKEN: 'T' }, cwd });
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(named);
    expect(server.seen).toEqual([]);
  });

  it('is refused when a token is given and no gateway to give it to', async () => {
    const ran = await cli(['user', 'delete', 'anna', '--yes', '--token-stdin'], {
      env: { HOME: cwd },
      cwd,
      stdin: 'x',
    });
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining('--url') });
    expect(await localUsers()).toEqual(['anna']);
  });

  it.each([
    ['devices', 'set', 'ABC0001:4', 'LEVEL', '1'],
    ['devices', 'get', 'ABC0001:4'],
    ['events', 'tail'],
  ])('is refused when a database is named to a command that needs a gateway: %s %s', async (...argv) => {
    for (const flag of [['--offline'], ['--data-dir', 'var'], ['--config', 'x.yaml']]) {
      const ran = await cli([...argv, ...flag, '--json'], { env: { HOME: cwd, CCU_GATEWAY_TOKEN: 'T' }, cwd });
      expect([ran.code, ran.json().error.code]).toEqual([2, 'online_only']);
    }
  });

  it('works on the database when that was asked for, although a gateway is named', async () => {
    expect((await cli(['user', 'list', '--offline'], { env: url(), cwd })).out).toContain('anna');
    expect((await cli(['user', 'list', '--offline', '--data-dir', 'var'], { env: url(), cwd })).out).toContain('anna');
    expect(server.seen).toEqual([]);
  });
});

describe('the data directory', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'data-dir-')));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const find = (flags: Parameters<typeof findDataDir>[1] = {}, env: Readonly<Record<string, string>> = {}) =>
    findDataDir({ env: { HOME: cwd, ...env }, cwd }, flags);
  const file = (name: string, text: string) => writeFileSync(join(cwd, name), text);

  it('is the one that the gateway would use with the same configuration and environment', () => {
    expect(find()).toEqual({ path: join(cwd, 'var'), explicit: false });
    mkdirSync(join(cwd, '.config/ccu-gateway'), { recursive: true });
    file('.config/ccu-gateway/config.yaml', 'data_dir: /home-house');
    expect(find()).toEqual({ path: '/home-house', explicit: true });
    file('config.yaml', 'data_dir: ./here # not there\nenv_file: more.env');
    expect(find()).toEqual({ path: join(cwd, 'here'), explicit: true });
    file('other.yaml', 'data_dir: /other');
    expect(find({}, { SERVICE_CONFIG: 'other.yaml' }).path).toBe('/other');
    expect(find({ config: 'other.yaml' }).path).toBe('/other');
    file('more.env', 'SERVICE_DATA_DIR=/from-env-file\n');
    expect(find().path).toBe('/from-env-file');
    expect(find({}, { SERVICE_DATA_DIR: '/from-env' }).path).toBe('/from-env');
  });

  it('is read from an env file that begins with a byte order mark', () => {
    file('.env', '\uFEFFSERVICE_DATA_DIR=/from-env-file\r\n');
    expect(find().path).toBe('/from-env-file');
  });

  it('is not guessed when the env file is in UTF-16', () => {
    writeFileSync(join(cwd, '.env'), Buffer.from('SERVICE_DATA_DIR=/from-env-file\n', 'utf16le'));
    expect(() => find()).toThrow('is no text in UTF-8');
  });

  it('is named by a flag before the variable of this program, and by that before everything of the gateway', () => {
    file('other.yaml', 'data_dir: /other');
    const env = { CCU_GATEWAY_DATA_DIR: '/variable', SERVICE_DATA_DIR: '' };
    expect(find({}, { ...env, SERVICE_DATA_DIR: '/gateway' }).path).toBe('/variable');
    expect(find({ config: 'other.yaml' }, env).path).toBe('/other');
    expect(find({ config: 'other.yaml', dataDir: '/flag' }, env).path).toBe('/flag');
  });

  it.each([
    ['missing', undefined],
    ['not valid YAML', 'data_dir: ['],
  ])('is not guessed when the configuration is %s', async (_title, text) => {
    if (text !== undefined) file('named.yaml', text);
    const ran = await cli(['user', 'delete', 'anna', '--yes', '--config', 'named.yaml', '--json'], {
      env: { HOME: cwd },
      cwd,
    });
    expect([ran.code, ran.json().error.code]).toEqual([2, 'config_unreadable']);
    expect(ran.json().error.message).toContain(join(cwd, 'named.yaml'));
    expect(existsSync(join(cwd, 'var'))).toBe(false);
  });

  it('is read from the configuration by every command that works on it', async () => {
    file('gateway.yaml', 'data_dir: ./house\ncentrals: []');
    (await open(join(cwd, 'house'))).close();
    for (const argv of [
      ['token', 'list'],
      ['user', 'list'],
      ['setup', 'status'],
      ['setup', 'reset', '--yes'],
    ]) {
      const ran = await cli([...argv, '--config', 'gateway.yaml'], { env: { HOME: cwd }, cwd });
      expect([argv, ran.code]).toEqual([argv, 0]);
      expect(ran.err).toContain(join(cwd, 'house/ccu-gateway.db'));
    }
  });
});
