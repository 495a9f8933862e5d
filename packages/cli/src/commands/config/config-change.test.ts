import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { type CommandDef, runCommand } from 'citty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, startServer } from '../../../test/fixture.js';
import { configCommandsOn } from './config.js';

describe('a change of the configuration file', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  /** Uses a program of the gateway that records its input and gives this answer. */
  async function run(argv: readonly string[], { answer = {}, exit = 0, stdin = '', env = {} } = {}) {
    const program = join(dir, 'daemon.mjs');
    const noted = join(dir, 'noted.json');
    writeFileSync(
      program,
      `import { readFileSync, writeFileSync } from 'node:fs';
const argv = process.argv.slice(2);
const stdin = argv[1] === 'set' || argv[1] === 'apply' ? readFileSync(0, 'utf8') : null;
writeFileSync(${JSON.stringify(noted)}, JSON.stringify({ argv, stdin }));
console.log(${JSON.stringify(JSON.stringify(answer))});
process.exitCode = ${exit};`,
    );
    const said = { out: '', err: '' };
    const into = (name: 'out' | 'err') =>
      new Writable({
        write(chunk, _encoding, done) {
          said[name] += String(chunk);
          done();
        },
      });
    const tree = configCommandsOn(() => ({ command: process.execPath, args: [program] }))({
      env,
      cwd: dir,
      stdin: Readable.from([stdin]) as never,
      stdout: into('out'),
      stderr: into('err'),
      now: () => 0,
      signal: new AbortController().signal,
    });
    const [word = '', ...rawArgs] = argv;
    const commands = tree.subCommands as Readonly<Record<string, CommandDef>>;
    const { result } = await runCommand(commands[word] as CommandDef, { rawArgs });
    return { result, ...said, told: JSON.parse(readFileSync(noted, 'utf8')) };
  }
  const changes = [
    { sign: '-', line: 4, text: '  level: info' },
    { sign: '+', line: 4, text: '  level: debug' },
  ];

  it('passes the value on a channel that no other user can read, and shows the differences', async () => {
    const answer = { ok: true, data: { file: '/etc/c.yaml', changes, notices: ['something wins'] } };
    const ran = await run(['set', '--config=c.yaml', '--', 'logging.level', 'debug'], { answer });
    expect(ran).toMatchObject({ result: 0, out: '- 4:   level: info\n+ 4:   level: debug\n' });
    expect(ran.err).toMatch(/something wins[\s\S]*it counts at the next start/);
    const argv = ['config', 'set', 'logging.level', '--from-argument', '--json', '--config=c.yaml'];
    expect(ran.told).toEqual({ argv, stdin: 'debug' });
  });

  it('takes a secret from stdin or the environment', async () => {
    const answer = { ok: true, data: { file: 'c.yaml', changes: [] } };
    const argv = ['config', 'set', 'a.b', '--json'];
    const piped = await run(['set', '--value-stdin', '--', 'a.b'], { answer, stdin: 'one\ntwo\n' });
    expect(piped.told).toEqual({ argv, stdin: 'one\ntwo' });
    expect(piped.out).toBe('a.b is that already in c.yaml\n');
    const fromEnvironment = await run(['set', '--', 'a.b'], { answer, env: { CCU_GATEWAY_VALUE: 'three' } });
    expect(fromEnvironment.told).toEqual({ argv, stdin: 'three' });
  });

  it.each(['reset', 'unset'])('removes a setting with %s, or shows the removal', async (word) => {
    const answer = { ok: true, data: { file: 'c.yaml', changes: changes.slice(0, 1) } };
    const ran = await run([word, '--dry-run', '--', 'logging.level'], { answer });
    expect(ran.told.argv).toEqual(['config', 'unset', 'logging.level', '--dry-run', '--json']);
    expect(ran).toMatchObject({ out: '- 4:   level: info\n', err: expect.stringContaining('nothing was changed') });
  });

  it('fails with the error of the program', async () => {
    const answer = { ok: false, error: { code: 'setting_unknown', message: 'there is none', fix: 'look' } };
    await expect(run(['set', '--', 'a', 'b'], { answer, exit: 3 })).rejects.toMatchObject({
      exit: 3,
      code: 'setting_unknown',
      message: 'there is none',
      fix: 'look',
    });
  });

  it('imports changed settings into the file in one step, and no mask in place of a secret', async () => {
    const settings = [
      { path: 'logging.level', type: 'string', source: 'default', value: 'info' },
      { path: 'mqtt.brokers', type: 'object[]', source: 'bootstrap', value: [{ name: 'a', password: '***' }] },
    ];
    const answer = { data: { file: 'c.yaml', settings, changes: [{ sign: '+', line: 1, text: 'logging:' }] } };
    const document = join(dir, 'settings.yaml');
    writeFileSync(document, 'logging: {level: debug}\nmqtt: {brokers: [{name: a, password: "***"}]}\n');
    const done = await run(['import', document], { answer });
    expect(done).toMatchObject({ result: 0, out: '+ 1: logging:\n' });
    expect(done.told.argv.slice(0, 2)).toEqual(['config', 'apply']);
    expect(JSON.parse(done.told.stdin)).toEqual({ 'logging.level': 'debug' });
    writeFileSync(document, 'mqtt: {brokers: [{name: b, password: "***"}]}\n');
    await expect(run(['import', document], { answer })).rejects.toMatchObject({ exit: 2 });
  });

  it('exports the settings of the file and the environment, and the schema', async () => {
    const settings = [
      { path: 'logging.level', type: 'string', source: 'bootstrap', value: 'debug' },
      { path: 'locale', type: 'string', source: 'default', value: 'en' },
    ];
    const done = await run(['export', '--out', 'settings.yaml'], { answer: { data: { settings } } });
    expect(done.result).toBe(0);
    expect(readFileSync(join(dir, 'settings.yaml'), 'utf8')).toBe('logging:\n  level: debug\n');
    await expect(run(['export', '--out', 'settings.yaml'], { answer: { data: { settings } } })).rejects.toMatchObject({
      exit: 6,
    });
    expect(JSON.parse((await run(['schema'], { answer: { type: 'object' } })).out)).toEqual({ type: 'object' });
  });
});

it('shows the change at a gateway, and changes nothing', async () => {
  const field = { path: 'logging.level', class: 'basic', type: 'string', restart_required: false, section: 'logging' };
  const gateway = await startServer(({ path }) => ({
    body: path.endsWith('/schema') ? { sections: ['logging'], fields: [field] } : { level: 'info' },
  }));
  const ran = await cli(['config', 'set', 'logging.level', 'debug', '--dry-run'], { env: gateway.env });
  expect(ran).toMatchObject({ code: 0, out: 'logging.level would be changed: info → debug\n' });
  expect((await cli(['config', 'unset', 'logging.level', '--dry-run'], { env: gateway.env })).code).toBe(0);
  expect(gateway.seen.every(({ method }) => method === 'GET')).toBe(true);
  await gateway.close();
});
