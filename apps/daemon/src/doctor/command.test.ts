import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulator } from '@ccu-gateway/ccu-simulator';
import { startQuietSimulator } from '@ccu-gateway/ccu-simulator/testing';
import type { DoctorReport } from '@ccu-gateway/contract';
import { DATABASE_FILE, lockDataDir, openStorage } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doctorCommand } from './command.js';

const LISTEN = ['north: { rest: { listen: "127.0.0.1:0" } }', 'callback: { host: 127.0.0.1, port: 0, bin_port: 0 }'];
const KEY = Buffer.alloc(32, 1).toString('base64');

interface Answer {
  readonly ok: boolean;
  readonly data: DoctorReport & { readonly done: readonly string[] };
  readonly error: { readonly code: string };
}

describe('the command doctor', () => {
  let root: string;
  let data: string;
  const cleanups: (() => unknown)[] = [];
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'doctor-'));
    data = join(root, 'data');
    configure([]);
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    rmSync(root, { recursive: true, force: true });
  });

  function configure(lines: readonly string[]): void {
    writeFileSync(join(root, 'config.yaml'), [`data_dir: ${data}`, ...LISTEN, ...lines, ''].join('\n'));
  }

  async function doctor(...argv: readonly string[]) {
    let out = '';
    let err = '';
    const code = await doctorCommand(argv, {
      env: { HOME: root },
      cwd: () => root,
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
      once: () => undefined,
      off: () => undefined,
    });
    return { code, out, err };
  }

  /** What it says with `--json`, and the ids of what is not well. */
  async function look(...argv: readonly string[]) {
    const { code, out } = await doctor('--json', ...argv);
    const { ok, data: report } = JSON.parse(out) as Answer;
    const findings = report.findings.filter(({ severity }) => severity !== 'ok');
    return { code, ok, report, wrong: findings.map(({ id }) => id), findings };
  }

  /** A data directory as a gateway left it; what is done with its database meanwhile. */
  async function gatewayWasHere(meanwhile: (storage: Awaited<ReturnType<typeof openStorage>>) => unknown = () => {}) {
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(join(data, 'secret.key'), `${KEY}\n`, { mode: 0o600 });
    const storage = await openStorage({ dataDir: data });
    await storage.facts.put('started_at', Date.now());
    await meanwhile(storage);
    storage.close();
  }
  const modes = () =>
    ['.', ...readdirSync(data)].map((name) => `${name} ${(statSync(join(data, name)).mode & 0o777).toString(8)}`);

  it('finds nothing wrong before the first start, and makes nothing', async () => {
    const { code, out } = await doctor();
    expect(code).toBe(0);
    expect(out).toContain(`ok\tdata_dir.to_be_made\t\t\t${data} is not there yet; the first start makes it\t\n`);
    expect(existsSync(data)).toBe(false);
    const { code: fixed, report, wrong } = await look('--fix');
    expect([fixed, wrong, report.done]).toEqual([0, [], [`made the directory ${data}`]]);
    expect(modes()).toEqual(['. 700']);
  });

  it('names the line of an unreadable configuration, and examines the next hop nevertheless', async () => {
    await gatewayWasHere();
    writeFileSync(join(root, 'config.yaml'), 'north: [\n  a: b\n');
    const { code, ok, wrong, findings, report } = await look('--data-dir', data);
    expect([code, ok, wrong]).toEqual([7, false, ['config.invalid']]);
    expect(findings[0]?.what).toContain(`${join(root, 'config.yaml')}:3`);
    expect(report.findings.map(({ id }) => id)).toContain('database.whole');
  });

  it.each([
    ['is no database', 'no database, but long enough to be one'.repeat(20)],
    ['is empty', ''],
  ])('finds a database that %s', async (_how, text) => {
    await gatewayWasHere();
    writeFileSync(join(data, DATABASE_FILE), text);
    const { code, wrong } = await look();
    expect([code, wrong]).toEqual([7, ['database.damaged']]);
  });

  it('finds a key that is gone', async () => {
    await gatewayWasHere();
    rmSync(join(data, 'secret.key'));
    const { code, wrong } = await look();
    expect([code, wrong]).toEqual([7, ['key.missing']]);
  });

  it('misses no key where a token was made before the first start', async () => {
    mkdirSync(data, { mode: 0o700 });
    const storage = await openStorage({ dataDir: data });
    storage.close();
    expect(await look()).toMatchObject({ code: 0, wrong: [] });
  });

  it('warns of secrets that other users may read, and removes their rights only with --fix', async () => {
    await gatewayWasHere();
    const before = modes();
    chmodSync(join(data, DATABASE_FILE), 0o644);
    chmodSync(join(data, 'secret.key'), 0o640);
    const open = modes();
    expect(await look()).toMatchObject({ code: 0, wrong: ['data_dir.open_to_others', 'data_dir.open_to_others'] });
    expect(await look('--strict')).toMatchObject({ code: 7, ok: false });
    expect(modes()).toEqual(open);
    const { wrong, report } = await look('--fix', '--strict');
    expect([wrong, report.done.length]).toEqual([[], 2]);
    expect(modes()).toEqual(before);
  });

  it('changes nothing beside a running gateway, and reports that one runs [O05]', async () => {
    await gatewayWasHere();
    const lock = await lockDataDir(data);
    cleanups.push(() => lock.release());
    const storage = await openStorage({ dataDir: data });
    cleanups.push(() => storage.close());
    await storage.facts.put('started_at', Date.now());
    writeFileSync(join(data, `.new-${DATABASE_FILE}-1`), 'of a start that was killed', { mode: 0o600 });
    chmodSync(data, 0o755);
    chmodSync(join(data, DATABASE_FILE), 0o644);
    const before = modes();
    const { code, wrong, report } = await look();
    expect([code, wrong]).toEqual([0, ['data_dir.open_to_others']]);
    expect(report.findings).toContainEqual(
      expect.objectContaining({ id: 'data_dir.in_use', facts: { path: data, process: process.pid } }),
    );
    expect(modes()).toEqual(before);
    await storage.facts.put('started_at', Date.now());
  });

  it('detects from the database that the clock went back', async () => {
    await gatewayWasHere((storage) => storage.facts.put('started_at', Date.UTC(2099, 0, 1)));
    const { code, wrong } = await look();
    expect([code, wrong]).toEqual([7, ['clock.wrong']]);
  });

  it('examines the CCUs of the database, which count instead of those of the file', async () => {
    configure(['centrals: [{ name: file, host: 127.0.0.1, interfaces: [HmIP-RF] }]']);
    await gatewayWasHere((storage) =>
      storage.centrals.create({
        name: 'kept',
        enabled: true,
        // Nothing listens on the first of all ports.
        config: { host: '127.0.0.1', json_rpc_port: 1, interfaces: [{ name: 'HmIP-RF', port: 1 }] },
      }),
    );
    const { code, findings } = await look();
    expect(code).toBe(7);
    const [ignored, ...ofCentrals] = findings;
    expect(ignored).toMatchObject({ id: 'config.centrals_ignored' });
    expect(new Set(ofCentrals.map(({ central }) => central))).toEqual(new Set(['kept']));
    expect(findings.map(({ id }) => id)).toContain('ccu.unreachable');
    expect(await doctor('--ccu', 'file')).toMatchObject({ code: 3, out: '' });
  });

  it('proves the way of an event from a CCU, and gives back its session and registrations', async () => {
    const simulator: Simulator = await startQuietSimulator({
      users: [{ name: 'Admin', password: 'opensesame', level: 8 }],
      interfaces: ['HmIP-RF', 'BidCos-RF'],
    });
    cleanups.push(() => simulator.close());
    const { ports, interfaces } = simulator;
    configure([
      'centrals:',
      '  - name: home',
      '    host: 127.0.0.1',
      `    interfaces: [${interfaces.join(', ')}]`,
      `    ports: { ${interfaces.map((name) => `${name}: ${ports[name]}`).join(', ')} }`,
      `    json_rpc_port: ${ports.jsonRpc}`,
      `    rega_port: ${ports.rega}`,
      '    username: Admin',
      '    password: opensesame',
    ]);
    const { report, findings } = await look();
    expect(findings).toEqual([]);
    const proved = report.findings.filter(({ id }) => id === 'loop.works');
    expect(new Set(proved.map((each) => each.interface))).toEqual(new Set(interfaces));
    expect(simulator.registrations()).toEqual([]);
  });

  it('refuses unknown options and CCUs', async () => {
    expect(await doctor('--nope')).toMatchObject({ code: 2, out: '', err: expect.stringContaining("'--nope'") });
    const { code, out } = await doctor('--ccu', 'nowhere', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([3, { ok: false, error: { code: 'not_found' } }]);
  });
});
