import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG_ROOT } from './explain.js';
import {
  applySections,
  ConfigError,
  type Environment,
  type LoadedConfig,
  loadConfig,
  maskSecrets,
  restoreMasked,
  Secret,
} from './index.js';

describe('loading the configuration', () => {
  let cwd: string;

  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  function load(yaml: string | undefined, env: Environment = {}, argv: readonly string[] = []): LoadedConfig {
    if (yaml !== undefined) writeFileSync(join(cwd, 'config.yaml'), yaml);
    return loadConfig({ argv, env: { HOME: cwd, ...env }, cwd });
  }

  function issuesOf(run: () => unknown) {
    try {
      run();
    } catch (error) {
      if (error instanceof ConfigError) return error.issues;
      throw error;
    }
    return expect.fail('the configuration was accepted');
  }

  it('runs with defaults when there is no file, and reports that', () => {
    const loaded = load(undefined);
    expect(loaded.file).toBeUndefined();
    expect(loaded.notices.map((notice) => notice.code)).toEqual(['config.file.none']);
    expect(loaded.config.north.rest.listen).toBe(':8119');
    expect(loaded.config.north.rest.ws).toMatchObject({
      replay_capacity: 1024,
      ring_frames: 16_384,
      log_events: 100_000,
    });
    expect(loaded.config.north.rest.auth).toMatchObject({ basic_enabled: true, bearer_enabled: true });
    expect(loaded.config.north.rest.auth.ha_ingress.trusted_proxy_cidr).toBe('172.30.32.2/32');
    expect(loaded.dataDir).toBe(join(cwd, 'var'));
    expect(new Set(loaded.sources.values())).toEqual(new Set(['default']));
  });

  it('loads the documented example, which sets only its shown values', () => {
    const example = resolve(import.meta.dirname, '../../../../config.example.yaml');
    const loaded = loadConfig({ argv: ['--config', example], env: { HOME: cwd }, cwd });
    expect(loaded.config.centrals.map((central) => central.name)).toEqual(['home']);
  });

  it('shows every key in the documented example', () => {
    const example = readFileSync(resolve(import.meta.dirname, '../../../../config.example.yaml'), 'utf8');
    const shown = new Set([...example.matchAll(/\b(\w+):/g)].map(([, key]) => key));
    const keys: string[] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { properties, ...others } = node as { readonly properties?: object };
      keys.push(...Object.keys(properties ?? {}));
      for (const each of [...Object.values(properties ?? {}), ...Object.values(others)]) walk(each);
    };
    walk(CONFIG_ROOT);
    expect(keys.length).toBeGreaterThan(60);
    expect(keys.filter((key) => !shown.has(key))).toEqual([]);
  });

  it('reports every problem with file, line and the allowed values, not only the first', () => {
    const file = join(cwd, 'config.yaml');
    const issues = issuesOf(() =>
      load(
        'locale: fr\nnorth:\n  rest:\n    listn: ":1"\n    ws:\n      replay_capacity: many\ncallback:\n  port: 70000\n',
      ),
    );
    expect(issues).toEqual([
      { path: 'locale', message: 'got "fr", expected one of "en", "de"', origin: file, line: 1 },
      {
        path: 'north.rest.ws.replay_capacity',
        message: 'got "many", expected a whole number from 0 to 16384',
        origin: file,
        line: 6,
      },
      {
        path: 'north.rest.listn',
        message: expect.stringMatching(/^unknown key; allowed: listen, /),
        origin: file,
        line: 4,
      },
      { path: 'callback.port', message: 'got 70000, expected a whole number from 0 to 65535', origin: file, line: 8 },
    ]);
  });

  it.each([
    ['a key at the top', 'nort: {}', /unknown key; allowed: service_name/],
    [
      'a key of a central',
      'centrals: [{name: a, host: h, interfaces: [HmIP-RF], pasword: x}]',
      /unknown key; allowed: .*password/,
    ],
    ['an unknown interface', 'centrals: [{name: a, host: h, interfaces: [HmIP]}]', /HmIP-RF, BidCos-RF/],
    [
      'a key of a long interface',
      'centrals: [{name: a, host: h, interfaces: [{name: CUxD, prt: 1}]}]',
      /unknown key; allowed: name, port/,
    ],
    ['a missing host', 'centrals: [{name: a, interfaces: [HmIP-RF]}]', /required: a host name/],
    ['no interfaces', 'centrals: [{name: a, host: h, interfaces: []}]', /a list of 1 to 16/],
    [
      'two centrals of one name',
      'centrals: [{name: a, host: h, interfaces: [CUxD]}, {name: A, host: h, interfaces: [CUxD]}]',
      /used twice/,
    ],
    [
      'what is no pattern of parameters',
      'centrals: [{name: a, host: h, interfaces: [CUxD], visibility: {un_ignore: ["RSSI_*", "A:B"]}}]',
      /^"A:B" must be PARAM, /,
    ],
    ['any origin', 'north: {rest: {cors: ["*"]}}', /refused while cookie sessions exist/],
    ['an origin with a path', 'north: {rest: {cors: ["https://a.test/x"]}}', /expected an origin/],
    ['a listen address without port', 'north: {rest: {listen: localhost}}', /HOST:PORT/],
    ['a bad duration', 'backup: {schedule: soon}', /a duration such as/],
    ['a write interval above a minute', 'persistence: {write_interval: 2m}', /expected 0 to 60s/],
    ['a role that does not exist', 'north: {rest: {auth: {user_roles: {a: root}}}}', /"viewer", "operator", "admin"/],
    [
      'an insecure issuer',
      'north: {rest: {auth: {oidc: {enabled: true, issuer: "http://a.test", client_id: x, redirect_url: "https://g/api/v1/auth/oidc/callback"}}}}',
      /https/,
    ],
    ['a list where a block belongs', 'logging: []', /a block with the keys level, format/],
    ['text as the whole file', 'hello', /a block of keys/],
    ['a key given twice', 'locale: en\nlocale: de', /unique/i],
    ['broken YAML', 'north: [', /./],
    ['a part of a fleet that has no broker', 'fleet: {role: serve}', /serve needs nats\.servers/],
    ['users that differ in case only', 'north: {rest: {auth: {users: {Anna: x, anna: y}}}}', /names ignore case/],
  ])('refuses %s', (_title, yaml, message) => {
    const issues = issuesOf(() => load(yaml));
    expect(issues[0]?.message).toMatch(message);
    expect(issues[0]?.line).toBeGreaterThan(0);
  });

  it.each([
    [
      'a number where a text belongs',
      'centrals: [{name: a, host: h, interfaces: [CUxD], username: 4711}]',
      /put it in quotes/,
    ],
    [
      'true where a text belongs',
      'centrals: [{name: true, host: h, interfaces: [CUxD]}]',
      /got true.*put it in quotes/,
    ],
    ['a number as a password', 'north: {rest: {auth: {users: {anna: 4711123}}}}', /^expected.*put it in quotes/],
    [
      'a password that is a comment',
      'north:\n  rest:\n    auth:\n      users:\n        anna: #geheim',
      /"#" belongs in quotes/,
    ],
    [
      'a password cut by a comment',
      'north:\n  rest:\n    auth:\n      users:\n        anna: top #geheim',
      /"#" is a comment; put/,
    ],
    ['a password beginning with *', 'north: {rest: {auth: {users: {anna: *geheim}}}}', /begins with "\*".*in quotes/],
    ['a password beginning with !', 'north: {rest: {auth: {users: {anna: !geheim x}}}}', /begins with "!".*in quotes/],
    ['a password beginning with @', 'north: {rest: {auth: {users: {anna: @geheim}}}}', /in quotes/],
    ['a password beginning with |', 'north:\n  rest:\n    auth:\n      users:\n        anna: |geheim', /in quotes/],
    [
      'a password with ": "',
      'north:\n  rest:\n    auth:\n      users:\n        anna: geh: eim',
      /second ":".*in quotes/,
    ],
    ['centrals as a map', 'centrals:\n  home:\n    host: h', /a list of 0 to 1000 CCUs; each begins with "- name: …"/],
    ['one central that is not in a list', 'centrals:\n  name: home\n  host: h', /each begins with "- name: …"/],
    ['a port where an address belongs', 'north: {rest: {listen: 8119}}', /got 8119, expected HOST:PORT/],
  ])('explains the reading of YAML for %s, with its line and never with the secret', (_title, yaml, message) => {
    const [issue] = issuesOf(() => load(yaml));
    expect(issue?.message).toMatch(message);
    expect(issue?.line).toBeGreaterThan(0);
    expect(JSON.stringify(issue)).not.toMatch(/geheim|geh|4711123/);
  });

  it('takes a comment behind a password that is set apart, and a "#" inside of one', () => {
    const { config } = load(
      'north:\n  rest:\n    auth:\n      users:\n        anna: one two # hers\n        bert: "a #b"\n',
    );
    const { anna, bert } = config.north.rest.auth.users;
    expect([anna?.reveal(), bert?.reveal()]).toEqual(['one two', 'a #b']);
  });

  it('refuses an unknown SERVICE_ variable, and accepts those that settings of a CCU may name', () => {
    writeFileSync(join(cwd, '.env'), 'SERVICE_LISTEN=:1\nUNRELATED=1\n');
    const issues = issuesOf(() =>
      load('', { SERVICE_LOGLEVEL: 'debug', SERVICE_EMPTY: '', SERVICE_CCU_PASSWORD: 'x' }),
    );
    expect(issues.map(({ path, origin }) => [path, origin])).toEqual([
      ['SERVICE_LOGLEVEL', 'environment'],
      ['SERVICE_LISTEN', 'env_file'],
    ]);
    expect(issues[0]?.message).toContain('SERVICE_LOG_LEVEL');
  });

  it('refuses a CCU or broker whose name no path of the API could carry', () => {
    for (const name of ['"."', '".."', '"a\\u0001b"']) {
      const ccu = `centrals: [{name: ${name}, host: ccu.lan, interfaces: [HmIP-RF]}]\n`;
      const broker = `mqtt: {brokers: {${name}: {url: "mqtt://broker.lan"}}}\n`;
      expect(issuesOf(() => load(ccu)).map(({ path }) => path)).toEqual(['centrals.0.name']);
      expect(issuesOf(() => load(broker)).map(({ message }) => message)).toEqual([
        expect.stringContaining('the name must'),
      ]);
    }
  });

  it('never repeats a secret in an error, a log line or JSON', () => {
    const yaml = 'north: {rest: {auth: {users: {anna: canary-1}, oidc: {client_secret: canary-2, bogus: 1}}}}\n';
    const error = issuesOf(() => load(yaml));
    expect(JSON.stringify(error)).not.toContain('canary');
    const wrongType = issuesOf(() => load('north: {rest: {auth: {users: {anna: 77345112}}}}'));
    expect(JSON.stringify(wrongType)).not.toContain('77345112');
    const { config } = load('north: {rest: {auth: {users: {anna: canary-1}}}}');
    const printed = inspect(config, { depth: 9 }) + JSON.stringify(config) + String(config.north.rest.auth.users.anna);
    expect(printed).not.toContain('canary');
    expect(printed).toContain('[redacted]');
    expect(config.north.rest.auth.users.anna?.reveal()).toBe('canary-1');
  });

  it('keeps the first variable of an env file that begins with a byte order mark, and the first key of such a file', () => {
    writeFileSync(join(cwd, '.env'), '\uFEFFSERVICE_LOCALE=de\r\nSERVICE_CALLBACK_PORT=9001\r\n');
    const { config } = load('\uFEFFdata_dir: /srv/house\r\nlocale: en\r\n');
    expect(config.locale).toBe('de');
    expect(config.callback.port).toBe(9001);
    expect(config.data_dir).toBe('/srv/house');
  });

  it.each([
    ['UTF-16 with a byte order mark', Buffer.from('\uFEFFSERVICE_LOCALE=de\n', 'utf16le'), 'is no text in UTF-8'],
    ['UTF-16', Buffer.from('SERVICE_LOCALE=de\n', 'utf16le'), 'is no text in UTF-8'],
    ['a colon', 'OTHER=x\nSERVICE_LOCALE: de\n', 'line 2 is not read'],
    ['no value', 'SERVICE_LOCALE\nSERVICE_NAME=home\n', 'line 1 is not read'],
    ['an invisible character', '\u200BSERVICE_LOCALE=de\n', 'line 1 is not read'],
    ['ends of lines of old systems', 'SERVICE_NAME=home\rSERVICE_LOCALE=de\r', 'line 2 is not read'],
  ])('refuses an env file of which a variable would be lost by %s', (_, content, message) => {
    writeFileSync(join(cwd, '.env'), content);
    expect(issuesOf(() => load(undefined))).toEqual([
      expect.objectContaining({ path: 'env_file', message: expect.stringContaining(message) }),
    ]);
  });

  it('reads the variables of an env file with blanks, tabs, comments and foreign lines around them', () => {
    const lines = [
      '\tSERVICE_LOCALE=de # German',
      '  export SERVICE_CALLBACK_PORT="9001"',
      '# SERVICE_NAME: x',
      'odd',
      '',
    ];
    writeFileSync(join(cwd, '.env'), lines.join('\n'));
    const { config } = load(undefined);
    expect([config.locale, config.callback.port, config.service_name]).toEqual(['de', 9001, 'service']);
  });

  it('lets the environment win over .env, .env over the file, and reports the source of each value', () => {
    writeFileSync(join(cwd, '.env'), 'SERVICE_LOCALE=de\nSERVICE_CALLBACK_PORT=9001\nOTHER=x\n');
    const loaded = load('locale: en\ncallback: {port: 1, host: 10.0.0.1}\n', {
      SERVICE_CALLBACK_PORT: '9002',
      SERVICE_REST_LISTEN: '',
    });
    expect(loaded.config.locale).toBe('de');
    expect(loaded.config.callback).toMatchObject({ port: 9002, host: '10.0.0.1' });
    expect(loaded.sources.get('callback.port')).toBe('env');
    expect(loaded.sources.get('callback.host')).toBe('bootstrap');
    expect(loaded.sources.get('north.rest.listen')).toBe('default');
  });

  it('names the environment variable or flag with a wrong value', () => {
    expect(issuesOf(() => load('', { SERVICE_CALLBACK_PORT: 'x' }))[0]).toEqual({
      path: 'callback.port',
      message: 'got "x", expected a whole number from 0 to 65535',
      origin: 'environment variable SERVICE_CALLBACK_PORT',
    });
    expect(issuesOf(() => load('', {}, ['--log-level', 'loud']))[0]?.origin).toBe('flag --log-level');
    expect(issuesOf(() => load('', {}, ['--bogus']))[0]?.message).toContain('--config FILE');
  });

  it('finds the file through --config, SERVICE_CONFIG, the working directory and the home directory, in that order', () => {
    mkdirSync(join(cwd, '.config/ccu-gateway'), { recursive: true });
    writeFileSync(join(cwd, '.config/ccu-gateway/config.yaml'), 'service_name: from_home');
    expect(load(undefined).config.service_name).toBe('from_home');
    expect(load('service_name: from_cwd').config.service_name).toBe('from_cwd');
    writeFileSync(join(cwd, 'b.yaml'), 'service_name: from_env');
    expect(load(undefined, { SERVICE_CONFIG: 'b.yaml' }).config.service_name).toBe('from_env');
    writeFileSync(join(cwd, 'c.yaml'), 'service_name: from_flag');
    expect(load(undefined, { SERVICE_CONFIG: 'b.yaml' }, ['--config', 'c.yaml']).config.service_name).toBe('from_flag');
  });

  it('refuses to start when a file that was named does not exist', () => {
    expect(issuesOf(() => load(undefined, { SERVICE_CONFIG: 'nowhere.yaml' }))[0]).toEqual({
      path: '',
      message: 'cannot be read (ENOENT)',
      origin: join(cwd, 'nowhere.yaml'),
    });
  });

  it('puts database sections between the file and the environment and never lets them move the listener or the users', () => {
    const loaded = load('callback: {host: 10.0.0.1, port: 1}\nnorth: {rest: {auth: {users: {anna: pw}}}}', {
      SERVICE_CALLBACK_PORT: '5',
    });
    const changed = applySections(loaded, {
      callback: { host: '10.0.0.2', port: 2, bin_port: 3 },
      'north.rest': { listen: ':1', csrf_secure: true, auth: { users: { eve: 'x' } } },
      'north.rest.auth.ccu': { enabled: true, role_mapping: { 4: 'viewer' } },
    });
    expect(changed.config.callback).toMatchObject({ host: '10.0.0.2', port: 5, bin_port: 3 });
    expect(changed.config.north.rest).toMatchObject({ listen: ':8119', csrf_secure: true });
    expect(Object.keys(changed.config.north.rest.auth.users)).toEqual(['anna']);
    expect(changed.config.north.rest.auth.ccu.role_mapping).toEqual({ 4: 'viewer' });
    expect(changed.sources.get('callback.host')).toBe('db');
    expect(changed.sources.get('callback.port')).toBe('env');
    expect(changed.sources.get('north.rest.auth.users')).toBe('bootstrap');
    expect(applySections(changed, {}).config.callback.host).toBe('10.0.0.1');
  });

  it('takes null for a switch that follows from the build as unset, in the file and in the database', () => {
    const loaded = load('north: {rest: {auth: {ccu: {enabled: null}, ha_ingress: {enabled: null}}}}');
    const { ccu, ha_ingress } = loaded.config.north.rest.auth;
    expect([ccu.enabled ?? 'unset', ha_ingress.enabled ?? 'unset']).toEqual(['unset', 'unset']);
    const { config } = applySections(load('north: {rest: {auth: {ccu: {enabled: true}}}}'), {
      'north.rest.auth.ccu': { enabled: null },
    });
    expect(config.north.rest.auth.ccu.enabled ?? 'unset').toBe('unset');
  });

  it('names the section when a stored value is not valid', () => {
    const issues = issuesOf(() => applySections(load(''), { 'north.rest.auth.ccu': { min_user_level: 'x' } }));
    expect(issues[0]).toMatchObject({ origin: 'database section north.rest.auth.ccu' });
  });

  it('masks secrets for people and never takes the mask back as a value', () => {
    const { config } = load('centrals: [{name: a, host: h, interfaces: [CUxD], password: canary}]');
    const masked = maskSecrets(config) as { centrals: { password: string }[] };
    expect(masked.centrals[0]?.password).toBe('***');
    expect(JSON.stringify(masked)).not.toContain('canary');
    expect(restoreMasked({ password: '***', host: 'x' }, { password: new Secret('kept') })).toEqual({
      password: 'kept',
      host: 'x',
    });
    expect(restoreMasked({ password: '***' }, {})).toEqual({ password: undefined });
  });

  it('treats an empty or zero SERVICE_SUPERVISOR as not set', () => {
    expect(load('').environment.supervised).toBe(false);
    expect(load('', { SERVICE_SUPERVISOR: '0' }).environment.supervised).toBe(false);
    expect(load('', { SERVICE_SUPERVISOR: '1' }).environment.supervised).toBe(true);
  });

  it('reads the kind of its package, and accepts no other word for it', () => {
    const build = (SERVICE_BUILD: string) => {
      const { ccuAddon, supervised } = load('', { SERVICE_BUILD }).environment;
      return { ccuAddon, supervised };
    };
    expect(build('')).toEqual({ ccuAddon: false, supervised: false });
    expect(build('ccu-addon')).toEqual({ ccuAddon: true, supervised: false });
    expect(build('ha-app')).toEqual({ ccuAddon: false, supervised: true });
    expect(issuesOf(() => build('addon'))).toEqual([
      { path: 'SERVICE_BUILD', message: 'expected one of ccu-addon, ha-app', origin: 'environment' },
    ]);
  });

  it('answers any text with a configuration or a ConfigError, never with another error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a:- \n{}[]&*!|>"\'#%@,0locale') }), (text) => {
        try {
          load(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
        }
      }),
      { numRuns: 300 },
    );
  });
});
