import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { finish, type Running, repository, start } from './process.js';
import { connectSocket, subscribe } from './socket.js';

/** Packages of several gateways, with their libraries. */
const ABSENT = /^@ccu-gateway\/(fleet|postgres)$|^@nats-io\/|^pg$/;
const PROGRAMS = ['apps/daemon', 'packages/cli'] as const;

interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Installs a built program beside others, without these packages. A copy does not find what the workspace installed. */
function install(program: (typeof PROGRAMS)[number], modules: string): void {
  const from = join(repository, program);
  const { name, dependencies } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest;
  for (const part of ['package.json', 'dist']) cpSync(join(from, part), join(modules, name, part), { recursive: true });
  for (const dependency of Object.keys(dependencies)) {
    const link = join(modules, dependency);
    if (ABSENT.test(dependency) || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(from, 'node_modules', dependency)), link);
  }
}

describe('an installation without the packages of several gateways', () => {
  let folder: string;
  let modules: string;
  const started: Running[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-single-'));
    modules = join(folder, 'node_modules');
    for (const program of PROGRAMS) install(program, modules);
  });
  afterEach(async () => {
    for (const { child, exited } of started.splice(0)) {
      child.kill('SIGTERM');
      await exited;
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts the installed command line, in an environment of its own. */
  function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    const bin = join(modules, '@ccu-gateway/cli/dist/bin.js');
    const running = start(process.execPath, [bin, ...argv], {
      cwd: folder,
      env: { XDG_CONFIG_HOME: folder, NODE_PATH: '', ...env },
    });
    started.push(running);
    return running;
  }

  it.each(['daemon', 'cli'])('cannot import them from its %s', async (program) => {
    const names = ['@ccu-gateway/storage', '@ccu-gateway/fleet', '@ccu-gateway/postgres', '@nats-io/jetstream', 'pg'];
    const script = `for (const name of ${JSON.stringify(names)})
      console.log(await import(name).then(() => 'found', ({ code }) => code));`;
    const cwd = join(modules, '@ccu-gateway', program);
    const { stdout } = await finish(start(process.execPath, ['--input-type=module', '--eval', script], { cwd }));
    expect(stdout.trim().split('\n')).toEqual(['found', ...names.slice(1).map(() => 'ERR_MODULE_NOT_FOUND')]);
  });

  it('starts, is set up, and stops', async () => {
    const config = join(folder, 'config.yaml');
    const callback = { host: '127.0.0.1', port: 0, bin_port: 0 };
    writeFileSync(config, stringify({ north: { rest: { listen: '127.0.0.1:0' } }, callback }));
    const gateway = run(['run', '--config', config, '--data-dir', join(folder, 'data')]);
    const [, url = ''] = await gateway.until(/"url":"(http:[^"]+)","msg":"listening"/);
    const account = { CCU_GATEWAY_USERNAME: 'anna', CCU_GATEWAY_PASSWORD: 'a long password' };
    const made = await finish(run(['setup', 'create', '--from-env', '--url', url], account));
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('created the administrator anna')]);
    gateway.child.kill('SIGTERM');
    expect(await gateway.exited).toBe(0);
    const users = await finish(run(['user', 'list', '--data-dir', join(folder, 'data')]));
    expect(users.stdout).toContain('anna');
  });

  it('serves devices and events, and names the package of a command that it lacks', async () => {
    const demo = run(['demo', '--json', '--listen', '127.0.0.1:0']);
    await demo.until(/\n/);
    const { url, token } = JSON.parse(demo.stdout()) as { readonly url: string; readonly token: string };
    const env = { CCU_GATEWAY_URL: url, CCU_GATEWAY_TOKEN: token };
    const socket = await connectSocket(url, token);
    await subscribe(socket, ['devices/#']);
    const devices = await finish(run(['devices', 'list', '--json'], env));
    expect(JSON.parse(devices.stdout).data.length).toBeGreaterThan(0);
    await socket.until(({ type }) => type === 'datapoint.value_changed');
    socket.close();
    const lacking = await finish(run(['fleet', 'status'], env));
    expect(lacking.code).toBe(1);
    expect(lacking.stderr).toContain('@ccu-gateway/fleet, which is not installed');
    expect(lacking.stderr).toContain('npm install @ccu-gateway/fleet');
    demo.child.kill('SIGINT');
    expect(await demo.exited).toBe(0);
  });
});
