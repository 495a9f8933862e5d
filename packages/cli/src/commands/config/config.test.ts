import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, startServer } from '../../../test/fixture.js';

const field = (path: string, more: object = {}) => ({
  path,
  class: 'expert',
  type: 'string',
  restart_required: false,
  section: 'logging',
  ...more,
});
const fields = [
  field('logging.level', { allowed: 'one of "info", "debug"', default: 'info', variable: 'SERVICE_LOGGING__LEVEL' }),
  field('logging.lines', { type: 'integer', restart_required: true }),
  field('centrals', { type: 'object[]', section: 'centrals' }),
  field('north.secret', { class: 'secret', section: 'north' }),
  field('data_dir', { section: undefined }),
];
const config = { logging: { level: 'debug', lines: 5 }, north: { secret: '***' }, data_dir: 'var', centrals: [] };

describe('config at a gateway', () => {
  let gateway: Awaited<ReturnType<typeof startServer>>;
  beforeEach(async () => {
    gateway = await startServer(({ method, path }) => {
      if (path.endsWith('/config/schema')) return { body: { sections: ['logging'], fields } };
      if (path.endsWith('/config/effective')) return { body: { config, sources: { 'logging.level': 'db' } } };
      if (method === 'PUT') return { body: { section: 'logging', version: 2, restart_required: false, applied: true } };
      if (path.endsWith('/logging')) return { body: config.logging };
      if (path.endsWith('/centrals')) return { body: { centrals: [] } };
      return method === 'DELETE' ? { status: 204 } : { body: config.north };
    });
  });
  afterEach(() => gateway.close());
  const run = (argv: readonly string[], stdin?: string) =>
    cli(['config', ...argv], { env: gateway.env, ...(stdin === undefined ? {} : { stdin }) });
  const written = () =>
    gateway.seen.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

  it('shows one setting and all, and never a secret', async () => {
    expect((await run(['get', 'logging.level'])).out).toBe('debug\n');
    expect((await run(['get'])).out).toContain('logging.level\tdebug\tchanged at run time\n');
    expect((await run(['get', 'north.secret'])).out).toBe('***\n');
    expect((await run(['get', '--json', '--fields', 'path,value'])).json().data).toContainEqual({
      path: 'logging.lines',
      value: 5,
    });
  });

  it('exports settings that differ from their defaults, and imports changed ones section by section', async () => {
    expect((await run(['export'])).out).toBe('logging:\n  level: debug\n');
    const text = 'logging:\n  level: info\n  lines: 5\n';
    expect((await run(['import', '-', '--dry-run'], text)).out).toBe('logging.level would be changed\n');
    expect(written()).toEqual([]);
    expect((await run(['import', '-'], text)).out).toBe('logging.level is changed\n');
    expect(written()).toEqual([['PUT', '/api/v1/config/sections/logging', { level: 'info', lines: 5 }]]);
    expect((await run(['import', '-'], 'logging: {level: debug}\nnorth: {secret: "***"}\n')).out).toBe(
      'everything is set like this already\n',
    );
  });

  it('imports nothing from an invalid document, an unknown setting or a setting of the file only', async () => {
    for (const [text, said] of [
      ['[1]', /no document of settings/],
      ['logging: {level: info', /no document of settings/],
      ['logging: {level: info, tyop: 1}\nelse: 2', /no setting logging.tyop, else/],
      ['logging: {level: info}\ndata_dir: elsewhere', /data_dir: changed in the file only; nothing was changed/],
    ] as const) {
      const ran = await run(['import', '-'], text);
      expect(ran).toMatchObject({ code: 2, err: expect.stringMatching(said) });
    }
    expect((await run(['import', 'no-such-file'])).code).toBe(2);
    expect(written()).toEqual([]);
  });

  it('takes no secret as an argument, also inside a list', async () => {
    const brokers = '[{"name":"a","password":"secret"}]';
    const refused = await run(['set', 'centrals', brokers]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/holds a secret, which is no argument/) });
    expect(refused.err).not.toContain('secret"');
    expect(written()).toEqual([]);
    expect((await run(['set', 'centrals', '[{"name":"a","password":"***","password_env":"X"}]'])).code).toBe(0);
    expect((await run(['set', 'centrals', '--value-stdin'], brokers)).code).toBe(0);
    expect(written()).toHaveLength(2);
  });

  it('explains the allowed values of a setting, the source of its value, and the time of a change', async () => {
    const { out } = await run(['explain', 'logging.level']);
    for (const text of [
      'one of "info", "debug"',
      'default   info',
      'debug, from: changed at run time',
      'SERVICE_LOGGING__LEVEL',
      'counts at once',
    ]) {
      expect(out).toContain(text);
    }
    expect((await run(['explain', 'logging.lines'])).out).toContain('counts after a restart');
    expect((await run(['explain', 'data_dir'])).out).toContain('in the file only');
  });

  it('changes one setting of a section and leaves the others, and takes one back', async () => {
    expect((await run(['set', 'logging.lines', '7'])).out).toContain('counts after a restart');
    await run(['set', 'logging.level', 'info']);
    await run(['set', 'centrals', '[{"name":"home"}]']);
    await run(['set', 'north.secret', '--value-stdin'], 'canary');
    await run(['reset', 'logging.level']);
    expect(written()).toEqual([
      ['PUT', '/api/v1/config/sections/logging', { level: 'debug', lines: 7 }],
      ['PUT', '/api/v1/config/sections/logging', { level: 'info', lines: 5 }],
      ['PUT', '/api/v1/config/sections/centrals', { centrals: [{ name: 'home' }] }],
      ['PUT', '/api/v1/config/sections/north', { secret: 'canary' }],
      ['DELETE', '/api/v1/config/fields/logging.level', undefined],
    ]);
  });

  it.each([
    [['set', 'north.secret', 'canary'], 2, /is a secret, and no argument/],
    [['set', 'logging.lines', 'many'], 2, /takes integer, as JSON/],
    [['set', 'logging.level'], 2, /a value is missing/],
    [['set', 'data_dir', 'x'], 2, /in the file only/],
    [['get', 'logging'], 3, /below it there are: logging\.level, logging\.lines/],
    [['explain', '__proto__'], 3, /there is no setting/],
    [['explain', 'loging.level'], 3, /there is no setting "loging\.level"; did you mean "logging\.level"\?/],
    [['check'], 2, /works on the database of this machine only/],
  ])('refuses %j and changes nothing', async (argv, code, message) => {
    const ran = await run(argv);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(message);
    expect(ran.err).not.toContain('canary');
    expect(written()).toEqual([]);
  });
});

describe('config on this machine', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('reads the settings of the file from the program of the gateway', async () => {
    const file = join(dir, 'config.yaml');
    const program = join(dir, 'daemon.mjs');
    const setting = { ...fields[0], value: 'debug', source: 'bootstrap', restart_required: undefined };
    writeFileSync(
      program,
      `const [, , , action, ...flags] = process.argv;
const problems = [{ path: 'x', message: 'unknown key', origin: 'f', text: 'f:1: x: unknown key' }];
console.log(JSON.stringify(action === 'show' ? { ok: true, data: { settings: [${JSON.stringify(setting)}] } }
  : flags.includes('--config=${file}') ? { ok: false, data: { problems }, error: { code: 'config_invalid', message: 'x' } }
  : { ok: true, data: { file: null, problems: [] } }));`,
    );
    const { configCommandsOn } = await import('./config.js');
    const { runCommand } = await import('citty');
    const run = async (action: string, ...rawArgs: string[]) => {
      const out: string[] = [];
      const stream = { write: (text: string) => out.push(text) };
      const tree = configCommandsOn(() => ({ command: process.execPath, args: [program] }))({
        env: {},
        cwd: dir,
        stdin: process.stdin,
        // Only `write` is used of a stream that is no terminal.
        stdout: stream as never,
        stderr: stream as never,
        now: () => 0,
        signal: new AbortController().signal,
      });
      const { subCommands } = tree as { readonly subCommands: Readonly<Record<string, never>> };
      const { result } = await runCommand(subCommands[action] as never, { rawArgs });
      return [result, out.join('')];
    };
    expect(await run('check')).toEqual([0, 'no file, so the defaults: nothing is wrong\n']);
    expect(await run('check', `--config=${file}`)).toEqual([7, 'f:1: x: unknown key\n']);
    const [, explained] = await run('explain', '--quiet', 'logging.level');
    expect(explained).toContain('debug, from: file');
    expect(explained).toContain('a running gateway knows');
  });
});
