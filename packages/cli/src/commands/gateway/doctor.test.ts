import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCommand } from 'citty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, startServer } from '../../../test/fixture.js';
import { doctorCommand } from './doctor.js';

const fine = { id: 'config.accepted', area: 'config', severity: 'ok', what: 'config.yaml is accepted', facts: {} };
const open = {
  id: 'data_dir.open_to_others',
  area: 'data_directory',
  severity: 'warning',
  what: 'secret.key can be read by others',
  why: 'It holds secrets.',
  fix: { text: 'Take the rights away.', command: 'ccu-gateway doctor --fix' },
  facts: {},
};
const deaf = {
  id: 'loop.no_events',
  area: 'loop',
  severity: 'problem',
  central: 'home',
  interface: 'BidCos-RF',
  what: 'nothing that BidCos-RF sends\u001b[2J arrives',
  why: 'Values stay as they were.',
  fix: { text: 'Name an address that the CCU reaches.', setting: 'callback.public_host' },
  facts: {},
};
const reportOf = (...findings: readonly { readonly severity: string }[]) => ({
  version: '1.4.0',
  running: true,
  examined_at: '2026-11-21T08:00:00.000Z',
  problems: findings.filter(({ severity }) => severity === 'problem').length,
  warnings: findings.filter(({ severity }) => severity === 'warning').length,
  findings,
});

describe('the doctor of a gateway that is named', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  afterEach(() => server.close());

  it('is asked over REST, about one CCU when one is named', async () => {
    server = await startServer(() => ({ body: reportOf(fine) }));
    expect(await cli(['doctor'], { env: server.env })).toMatchObject({
      code: 0,
      out: 'ok\tconfig.accepted\t\t\tconfig.yaml is accepted\t\t\n',
    });
    await cli(['doctor', '--ccu', 'home'], { env: server.env });
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/diagnostics/doctor',
      'GET /api/v1/diagnostics/doctor?central=home',
    ]);
    expect(server.seen[0]?.authorization).toBe(`Bearer ${'T'.repeat(43)}`);
  });

  it('shows people good and bad findings with their consequence and remedy', async () => {
    server = await startServer(() => ({ body: reportOf(fine, open, deaf) }));
    const { code, out } = await cli(['doctor'], { env: server.env, tty: true });
    expect(code).toBe(7);
    expect(out.split('\n')).toEqual([
      'Gateway 1.4.0, as it runs',
      ' ✔ config         config.yaml is accepted',
      ' ! data directory secret.key can be read by others',
      '                  It holds secrets.',
      '                  fix: Take the rights away.',
      '                       ccu-gateway doctor --fix',
      'CCU home',
      ' ✖ BidCos-RF      nothing that BidCos-RF sends\uFFFD[2J arrives',
      '                  Values stay as they were.',
      '                  fix: Name an address that the CCU reaches.',
      '                       setting: callback.public_host',
      '',
      '1 problem, 1 warning',
      '',
    ]);
  });

  it('names the gateway of a fleet for each finding, to people and to programs', async () => {
    const from = (gateway: string) => ({ ...deaf, gateway });
    server = await startServer(() => ({ body: reportOf(fine, from('link-1'), from('link-1'), from('link-2')) }));
    const people = await cli(['doctor'], { env: server.env, tty: true });
    expect(people.out.split('\n').filter((line) => line.startsWith('CCU'))).toEqual([
      'CCU home, seen from link-1',
      'CCU home, seen from link-2',
    ]);
    const programs = await cli(['doctor'], { env: server.env });
    const gateways = programs.out.split('\n').map((line) => line.split('\t')[6]);
    expect(gateways).toEqual(['', 'link-1', 'link-1', 'link-2', undefined]);
  });

  it('answers 7 for problems, and with --strict for warnings', async () => {
    server = await startServer(() => ({ body: reportOf(fine, open) }));
    expect((await cli(['doctor'], { env: server.env })).code).toBe(0);
    const strict = await cli(['doctor', '--strict', '--json'], { env: server.env });
    expect(strict.code).toBe(7);
    expect(strict.json()).toEqual({ ok: false, data: reportOf(fine, open) });
  });

  it('writes the diagnostics of the gateway beside its report, anonymous', async () => {
    const root = mkdtempSync(join(tmpdir(), 'doctor-'));
    try {
      server = await startServer(({ path }) => ({ body: path.includes('/doctor') ? reportOf(fine) : { health: {} } }));
      const { code, json } = await cli(['doctor', '--bundle', '--json'], { env: server.env, cwd: root });
      const [name = ''] = readdirSync(root);
      const path = join(root, name);
      expect(json()).toMatchObject({ data: { bundle: { path, parts: ['doctor', 'diagnostics'] } } });
      expect([code, statSync(path).mode & 0o777]).toEqual([0, 0o600]);
      expect(server.seen.map(({ path }) => path)).toContain('/api/v1/diagnostics?anonymize=1');
      const text = readFileSync(path, 'utf8');
      expect(JSON.parse(text)).toMatchObject({ doctor: reportOf(fine), diagnostics: { health: {} } });
      expect(text).not.toContain('T'.repeat(43));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });

  it('mends nothing there, and asks nothing without a token', async () => {
    server = await startServer(() => ({ body: reportOf(fine) }));
    expect((await cli(['doctor', '--fix'], { env: server.env })).code).toBe(2);
    expect((await cli(['doctor'], { env: { CCU_GATEWAY_URL: server.url } })).code).toBe(4);
    expect(server.seen).toEqual([]);
  });
});

describe('the doctor of this machine', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'doctor-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** With a program in place of the gateway's, which answers that and notes its arguments. */
  async function doctor(
    answer: string,
    exit: number,
    rawArgs: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ) {
    const said = join(root, 'said');
    const script = join(root, 'daemon.cjs');
    const note = `require('fs').writeFileSync(${JSON.stringify(said)}, process.argv.slice(2).join(' '))`;
    writeFileSync(script, `${note}; process.exitCode = ${exit}; process.stdout.write(${JSON.stringify(answer)});`);
    const stdout = new PassThrough();
    let out = '';
    stdout.on('data', (chunk) => {
      out += String(chunk);
    });
    const here = {
      env: { ...process.env, CCU_GATEWAY_URL: undefined, CCU_GATEWAY_TOKEN: undefined, ...env },
      cwd: root,
      stdin: process.stdin,
      stdout,
      stderr: new PassThrough(),
      now: () => 0,
      signal: new AbortController().signal,
    };
    const program = { command: process.execPath, args: [script] };
    const { result } = await runCommand(doctorCommand(() => program)(here), { rawArgs: [...rawArgs] });
    return { code: result, out, argv: readFileSync(said, 'utf8') };
  }
  const answer = (report: object) => `${JSON.stringify({ ok: true, data: report })}\n`;

  it('is the one of the program of the gateway, on the data directory of every other command', async () => {
    const report = { ...reportOf(fine, deaf), running: false, done: ['made the directory /x'] };
    const found = await doctor(answer(report), 7, ['--fix', '--ccu=home'], { CCU_GATEWAY_DATA_DIR: '/x' });
    expect(found).toMatchObject({ code: 7, argv: 'doctor --json --ccu=home --data-dir=/x --fix' });
    expect(found.out).toMatch(/^done\t\t\t\tmade the directory \/x\t\t\nok\t/);
    expect((await doctor(answer(report), 7, ['--config=c.yaml'], { CCU_GATEWAY_DATA_DIR: '/x' })).argv).toBe(
      'doctor --json --config=c.yaml',
    );
  });

  it('writes a file for support that only its owner can read, and names its parts [O06]', async () => {
    const found = await doctor(answer(reportOf(fine, deaf)), 7, ['--bundle']);
    const path = join(root, 'ccu-gateway-doctor-19700101T000000Z.json');
    expect(found.code).toBe(7);
    expect(found.out).toContain(`\nbundle\tdoctor\t\t\t${path}\t\t\n`);
    expect(found.argv).toBe('doctor --json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      made_at: '1970-01-01T00:00:00.000Z',
      doctor: reportOf(fine, deaf),
    });
    // The clock of this test stands still, so that the second file has the same name: an existing file is never
    // overwritten.
    await expect(doctor(answer(reportOf(fine)), 0, ['--bundle'])).rejects.toMatchObject({ code: 'bundle_not_written' });
    expect(JSON.parse(readFileSync(path, 'utf8')).doctor.problems).toBe(1);
    await doctor(answer(reportOf(fine)), 0);
    expect(readdirSync(root).filter((name) => name.endsWith('.json'))).toHaveLength(1);
  });

  it('takes a report that is longer than a pipe holds', async () => {
    const many = Array.from({ length: 2_000 }, () => fine);
    expect((await doctor(answer(reportOf(...many)), 0)).out.trimEnd().split('\n')).toHaveLength(2_000);
  });

  it('passes on the error of the program, and reports an unexpected answer', async () => {
    const refused = JSON.stringify({ ok: false, error: { code: 'not_found', message: 'there is no CCU x' } });
    await expect(doctor(refused, 3)).rejects.toMatchObject({
      exit: 3,
      code: 'not_found',
      message: 'there is no CCU x',
    });
    await expect(doctor('', 1)).rejects.toMatchObject({ exit: 1, code: 'unexpected_answer' });
  });
});
