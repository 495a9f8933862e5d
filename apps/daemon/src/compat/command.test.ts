import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulator } from '@ccu-gateway/ccu-simulator';
import { startQuietSimulator } from '@ccu-gateway/ccu-simulator/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compatCommand } from './command.js';

const login = { CCU_GATEWAY_CCU_USERNAME: 'Admin', CCU_GATEWAY_CCU_PASSWORD: 'opensesame' };

describe('the command compat', () => {
  let simulator: Simulator;
  let dir: string;
  beforeAll(async () => {
    simulator = await startQuietSimulator({ users: [{ name: 'Admin', password: 'opensesame', level: 8 }] });
  });
  afterAll(() => simulator.close());
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'compat-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  async function compat(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
    let out = '';
    let err = '';
    const code = await compatCommand(argv, {
      env: { HOME: dir, ...env },
      cwd: () => dir,
      version: 'v20.0.0',
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
      once: () => undefined,
      off: () => undefined,
    });
    return { code, out, err };
  }
  const ports = () => [
    '--interfaces',
    simulator.interfaces.map((name) => `${name}=${simulator.ports[name]}`).join(','),
    '--json-rpc-port',
    String(simulator.ports.jsonRpc),
    '--rega-port',
    String(simulator.ports.rega),
  ];
  const onHost = (...more: readonly string[]) => ['--host', '127.0.0.1', ...ports(), ...more];

  it('prints one tab-separated row for each check and writes the report', async () => {
    const { code, out, err } = await compat(onHost(), login);
    const rows = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((row) => row.split('\t').length !== 5)).toEqual([]);
    expect(rows).toContainEqual(expect.stringMatching(/^json_rpc\tReGa\.runScript\tok\t\d+\tneeds ADMIN$/));
    expect(err).toMatch(/all as assumed: \d+ ok/);
    expect(readFileSync(join(dir, 'ccu-gateway-compat-report.md'), 'utf8')).toContain('# Compatibility report');
  });

  it('prints one document with --json and writes the report to the named file', async () => {
    const { code, out, err } = await compat(onHost('--json', '--write', '--report', 'mine.md'), login);
    expect([code, err]).toEqual([0, '']);
    const { ok, data } = JSON.parse(out) as { ok: boolean; data: { passed: boolean; results: object[] } };
    expect([ok, data.passed]).toEqual([true, true]);
    expect(data.results).toContainEqual(expect.objectContaining({ group: 'write', outcome: 'ok' }));
    expect(existsSync(join(dir, 'mine.md'))).toBe(true);
  });

  it('answers 1 when something differs', async () => {
    simulator.faults.mutilateScripts(true);
    const { code, err } = await compat(onHost(), login);
    simulator.faults.mutilateScripts(false);
    expect(code).toBe(1);
    expect(err).toContain('not all as assumed');
  });

  it('answers 4 when the CCU refuses the login', async () => {
    expect((await compat(onHost(), { ...login, CCU_GATEWAY_CCU_PASSWORD: 'wrong' })).code).toBe(4);
  });

  it('finds a CCU by its name in the configuration and leaves the data directory alone', async () => {
    const port = (name: string) => `${name}: ${simulator.ports[name as 'CUxD']}`;
    writeFileSync(
      join(dir, 'config.yaml'),
      [
        'data_dir: ./var',
        'callback: { host: 127.0.0.1 }',
        'centrals:',
        '  - name: home',
        '    host: 127.0.0.1',
        `    interfaces: [${simulator.interfaces.join(', ')}]`,
        `    ports: { ${simulator.interfaces.map(port).join(', ')} }`,
        `    json_rpc_port: ${simulator.ports.jsonRpc}`,
        `    rega_port: ${simulator.ports.rega}`,
        '    username: Admin',
        '    password: opensesame',
        '',
      ].join('\n'),
    );
    const { code, out } = await compat(['--central', 'home', '--json']);
    expect(JSON.parse(out)).toMatchObject({ ok: true, data: { passed: true, login: 'accepted' } });
    expect(code).toBe(0);
    expect(readdirSync(dir).sort()).toEqual(['ccu-gateway-compat-report.md', 'config.yaml']);
    expect(await compat(['--central', 'other'])).toMatchObject({ code: 3 });
  });

  it.each([
    [[], 'no CCU is named'],
    [['--host', 'a', '--central', 'b'], '--central and --host name two CCUs'],
    [['--host', 'http://a'], '--host is a host name'],
    [['--host', 'a', '--interfaces', 'X'], '--interfaces: known are'],
    [['--host', 'a', '--rega-port', '99999', '--no-login'], '--rega-port: a port'],
    [['--host', 'a', '--password', 'x'], "Unknown option '--password'"],
    [['--host', 'a'], 'user name and password of the CCU are needed'],
  ])('refuses %j and prints the fault', async (argv, message) => {
    const { code, err, out } = await compat(argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('answers 5 where nothing answers', async () => {
    const gone = await startQuietSimulator();
    const port = gone.ports['HmIP-RF'];
    await gone.close();
    const args = ['--interfaces', `HmIP-RF=${port}`, '--json-rpc-port', String(port), '--rega-port', '0', '--no-login'];
    const { code, out } = await compat(['--host', '127.0.0.1', '--json', ...args]);
    expect(code).toBe(5);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'unreachable' } });
  });
});
