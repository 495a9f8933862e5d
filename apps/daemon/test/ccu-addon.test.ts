import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
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
import { promisify } from 'node:util';
import { type Simulator, startSimulator } from '@ccu-gateway/ccu-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { openBrowser } from './access/browser.js';
import { repository } from './process.js';

/** For the end of the title of tests that need a program: why they did not run. */
const without = (name: string, args: readonly string[]) =>
  spawnSync(name, args).status === 0 ? '' : ` (skipped: ${name} is not installed)`;
const noBusybox = without('busybox', ['ash', '-c', 'true']);
const noShellcheck = without('shellcheck', ['--version']);
const FILES = join(repository, 'apps/ccu-addon/files');
const SCRIPTS = ['update_script', 'rc.d/ccu-gateway', 'bin/ccu-gateway'].map((name) => join(FILES, name));
const CHEF = { name: 'Chef', password: 'chef-passwort', level: 8 } as const;
const call = promisify(execFile);

it.skipIf(noShellcheck !== '')(`the scripts of the add-on have no finding of shellcheck${noShellcheck}`, async () => {
  const { stdout } = await call('shellcheck', ['-s', 'dash', ...SCRIPTS]);
  expect(stdout).toBe('');
});

/** What of a CCU the add-on touches, below a folder, and the shell of the CCU to run its scripts with. */
function createCcu(scratch: string, simulator: Simulator) {
  const root = join(scratch, 'ccu');
  const log = join(scratch, 'messages');
  const tools = join(scratch, 'tools');
  const config = join(root, 'usr/local/etc/config');
  for (const folder of [join(config, 'rc.d'), join(root, 'usr/local/addons/other'), tools]) {
    mkdirSync(folder, { recursive: true });
  }
  const interfaces = ['BidCos-RF', 'HmIP-RF', 'VirtualDevices', 'CUxD'];
  const ipc = interfaces.map((name) => `<ipc><name>${name}</name></ipc>`).join('\n');
  writeFileSync(join(config, 'InterfacesList.xml'), `<interfaces>\n${ipc}\n</interfaces>\n`);
  writeFileSync(join(config, 'rc.d/other'), '#!/bin/sh\n');
  writeFileSync(log, '');
  // The log of the system: the text of a call, else what comes in.
  const logger = `#!/bin/sh\nwhile [ $# -gt 0 ]; do case $1 in -t | -p) shift 2 ;; *) break ;; esac; done\nif [ $# -gt 0 ]; then echo "$*" >>'${log}'; else exec cat >>'${log}'; fi\n`;
  writeFileSync(join(tools, 'logger'), logger);
  chmodSync(join(tools, 'logger'), 0o755);
  const env = {
    ...process.env,
    PATH: `${tools}:${process.env.PATH}`,
    CCU_GATEWAY_ROOT: root,
    SERVICE_REST_LISTEN: '127.0.0.1:0',
    SERVICE_CALLBACK_PORT: '0',
    SERVICE_CALLBACK_BIN_PORT: '0',
  };
  /** Runs a script by the shell of a CCU, and answers its exit code and what it said. */
  const run = (script: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('busybox', ['ash', script, ...args], { env, encoding: 'utf8' });
    return { code: status, said: stdout + stderr };
  };
  /** Puts a program of the CCU in the place of another one, until it is taken back. */
  const pretend = (name: string, script: string) => {
    writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return () => rmSync(join(tools, name));
  };
  const rc = (...args: readonly string[]) => run(join(config, 'rc.d/ccu-gateway'), ...args);
  const home = join(root, 'usr/local/addons/ccu-gateway');
  const configFile = join(home, 'data/config.yaml');
  return {
    root,
    config,
    home,
    run,
    pretend,
    rc,
    configFile,
    messages: () => readFileSync(log, 'utf8'),
    forget: () => writeFileSync(log, ''),
    /** What the owner of this CCU would change: it listens on other ports than CCUs do. */
    pointAtSimulator() {
      const settings = parse(readFileSync(configFile, 'utf8'));
      const { ports } = simulator;
      const central = {
        ...settings.centrals[0],
        interfaces: ['HmIP-RF'],
        ports: { 'HmIP-RF': ports['HmIP-RF'] },
        json_rpc_port: ports.jsonRpc,
        rega_port: 0,
      };
      writeFileSync(configFile, `# mine\n${stringify({ ...settings, centrals: [central] })}`);
    },
    /** The address that the gateway logged last. */
    async url() {
      const found = () => [...readFileSync(log, 'utf8').matchAll(/"url":"(http:[^"]+)"/g)].at(-1)?.[1];
      await expect.poll(found).toBeDefined();
      return found() ?? '';
    },
  };
}

describe.skipIf(noBusybox !== '')(`the add-on of a CCU, by the shell of a CCU${noBusybox}`, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'ccu-addon-'));
  let simulator: Simulator;
  let ccu: ReturnType<typeof createCcu>;
  let archive: string;

  /** The archive as it is unpacked before its installation. */
  const unpack = async () => {
    const folder = mkdtempSync(join(scratch, 'update-'));
    await call('tar', ['-xzf', archive, '-C', folder]);
    return folder;
  };
  const install = async (platform = 'HM-RASPBERRYMATIC') => ccu.run(join(await unpack(), 'update_script'), platform);

  beforeAll(async () => {
    simulator = await startSimulator({ users: [CHEF], interfaces: ['HmIP-RF'] });
    ccu = createCcu(scratch, simulator);
    // What is built here, instead of an installation of it; and a program that is Node.js without its 100 MB.
    const scope = join(scratch, 'app/node_modules/@ccu-gateway');
    mkdirSync(scope, { recursive: true });
    symlinkSync(join(repository, 'apps/daemon'), join(scope, 'daemon'));
    symlinkSync(join(repository, 'packages/cli'), join(scope, 'cli'));
    const node = join(scratch, 'node');
    writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
    const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
    const options = ['--app', join(scratch, 'app'), '--node', node, '--arch', arch, '--out', join(scratch, 'out')];
    const built = await call(process.execPath, [join(repository, 'scripts/addon-build.mjs'), ...options]);
    archive = built.stdout.trim();
  });
  afterAll(async () => {
    ccu.rc('stop');
    await simulator.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it('has the files for the CCU at the top of its archive, and a checksum beside it', async () => {
    const folder = await unpack();
    expect(readdirSync(folder).sort()).toEqual(['ccu-gateway', 'openccu-lite.json', 'update_script']);
    expect(statSync(join(folder, 'update_script')).mode & 0o111).toBe(0o111);
    const manifest = JSON.parse(readFileSync(join(folder, 'openccu-lite.json'), 'utf8'));
    expect(manifest).toMatchObject({ format: 1, id: 'ccu-gateway', runtime: { daemon: true } });
    expect(manifest.requires.rega).toBeUndefined();
    expect(existsSync(join(folder, manifest.ui.icon))).toBe(true);
    for (const part of ['app', 'node']) expect(existsSync(join(folder, 'ccu-gateway', part, '.nobackup'))).toBe(true);
    await call('sha256sum', ['-c', `${archive}.sha256`], { cwd: join(scratch, 'out') });
  });

  it.each([
    ['another platform', 11, async (folder: string) => [join(folder, 'update_script'), 'CCU2']],
    [
      'another processor',
      13,
      async (folder: string) => {
        writeFileSync(join(folder, 'ccu-gateway/ARCH'), 'riscv64\n');
        return [join(folder, 'update_script'), 'CCU3'] as const;
      },
    ],
    [
      'a firmware that its Node.js does not run on',
      14,
      async (folder: string) => {
        writeFileSync(join(folder, 'ccu-gateway/node/bin/node'), '#!/bin/sh\nexit 127\n');
        return [join(folder, 'update_script'), 'CCU3'] as const;
      },
    ],
  ])('is refused for %s with exit code %i, before anything is changed', async (_what, code, prepare) => {
    const [script, platform] = await prepare(await unpack());
    const refused = ccu.run(script, platform);
    expect([refused.code, existsSync(ccu.home)]).toEqual([code, false]);
    expect(refused.said).toMatch(/^ccu-gateway: /);
    expect(ccu.messages()).toContain(refused.said.slice('ccu-gateway: '.length).trim());
  });

  it.each([
    [
      'there is not enough room',
      12,
      'df',
      'echo; echo "/dev/root 1000000 900000 4096 99% /usr/local"',
      /4 MB free.*needed/,
    ],
    ['the files cannot be copied', 15, 'cp', 'exit 1', /files could not be copied/],
  ])('is refused where %s with exit code %i, and leaves nothing of itself', async (_what, code, tool, script, said) => {
    const takeBack = ccu.pretend(tool, script);
    const refused = await install();
    takeBack();
    expect([refused.code, refused.said]).toEqual([code, expect.stringMatching(said)]);
    expect(existsSync(ccu.home)).toBe(false);
  });

  it('is refused where its folder cannot be made', async () => {
    writeFileSync(ccu.home, '');
    const refused = await install();
    rmSync(ccu.home);
    expect([refused.code, refused.said]).toEqual([15, expect.stringContaining('cannot be made')]);
  });

  it('asks for a restart after the first installation, and runs already', async () => {
    expect(await install()).toEqual({ code: 10, said: '' });
    expect(ccu.rc('status').code).toBe(0);
    const info = ccu.rc('info').said;
    expect(info).toMatch(/^Name: ccu-gateway$/m);
    expect(info).toMatch(/^Version: \d+\.\d+\.\d+$/m);
    expect(info).toMatch(/^Operations: uninstall restart$/m);
    expect(info).toMatch(/^Config-Url: \/addons\/ccu-gateway\/$/m);
    expect(ccu.rc('info.de').said).toContain('Zentrale');
    expect(existsSync(join(ccu.config, 'lighttpd/ccu-gateway.conf'))).toBe(true);
    expect(existsSync(join(ccu.config, 'addons/www/ccu-gateway/icon.svg'))).toBe(true);
  });

  it('has its own CCU as its first one, with the interfaces that this CCU names, and setup shut', async () => {
    const { centrals } = parse(readFileSync(ccu.configFile, 'utf8'));
    expect(centrals).toEqual([
      { name: 'ccu', host: '127.0.0.1', interfaces: ['HmIP-RF', 'BidCos-RF', 'VirtualDevices', 'CUxD'] },
    ]);
    expect(statSync(join(ccu.home, 'data')).mode & 0o777).toBe(0o700);
    const stranger = openBrowser(await ccu.url());
    expect((await stranger.visit('GET', '/api/v1/health')).status).toBe(200);
    expect((await stranger.visit('GET', '/api/v1/setup/status')).json).toEqual({ required: false });
    const info = await stranger.visit('GET', '/api/v1/info');
    expect(info.json).toMatchObject({ addon_build: true });
    expect(info.json.capabilities).toContain('auth.ccu.v1');
  });

  it('starts once, stops completely, and never takes another process for its own', async () => {
    const again = ccu.rc('start');
    expect([again.code, again.said]).toEqual([0, 'ccu-gateway: already running\n']);
    expect(ccu.rc('stop').code).toBe(0);
    expect(ccu.rc('status')).toEqual({ code: 1, said: 'ccu-gateway is not running\n' });
    expect(ccu.rc('stop').code).toBe(0);
    for (const folder of ['var/run', 'usr/local/addons/ccu-gateway/data']) {
      mkdirSync(join(ccu.root, folder), { recursive: true });
      writeFileSync(join(ccu.root, folder, 'ccu-gateway.pid'), `${process.pid}\n`);
    }
    expect(ccu.rc('status').code).toBe(1);
    expect(ccu.rc('stop').code).toBe(0);
    expect(ccu.rc('nonsense').code).toBe(2);
  });

  it('lets the accounts of its CCU in', async () => {
    ccu.pointAtSimulator();
    ccu.forget();
    expect(ccu.rc('start').code).toBe(0);
    const browser = openBrowser(await ccu.url());
    const json = { username: CHEF.name, password: CHEF.password };
    await expect
      .poll(async () => (await browser.visit('POST', '/api/v1/auth/login', { json })).json)
      .toMatchObject({ subject: 'chef', role: 'admin', scheme: 'ccu' });
  });

  it('keeps data and configuration through an update, which needs no restart of the CCU', async () => {
    const before = readFileSync(ccu.configFile, 'utf8');
    writeFileSync(join(ccu.home, 'app/of-the-old-version'), '');
    const key = readFileSync(join(ccu.home, 'data/secret.key'));
    ccu.forget();
    expect(await install()).toEqual({ code: 0, said: '' });
    expect(readFileSync(ccu.configFile, 'utf8')).toBe(before);
    expect(readFileSync(join(ccu.home, 'data/secret.key'))).toEqual(key);
    expect(existsSync(join(ccu.home, 'app/of-the-old-version'))).toBe(false);
    expect((await fetch(`${await ccu.url()}/api/v1/health`)).status).toBe(200);
  });

  it('keeps running unchanged when an update has no room', async () => {
    const takeBack = ccu.pretend('df', 'echo; echo "/dev/root 1000000 900000 4096 99% /usr/local"');
    const before = ccu.rc('status');
    expect((await install()).code).toBe(12);
    takeBack();
    expect([before.code, ccu.rc('status')]).toEqual([0, before]);
    expect(existsSync(join(ccu.home, '.new'))).toBe(false);
  });

  it('prints a remedy after a restored backup of the CCU, which has no programs', () => {
    expect(ccu.rc('stop').code).toBe(0);
    rmSync(join(ccu.home, 'node/bin'), { recursive: true });
    const refused = ccu.rc('start');
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('install the add-on again')]);
  });

  it('leaves nothing behind when it is removed', async () => {
    expect((await install()).code).toBe(0);
    expect(ccu.rc('uninstall').code).toBe(0);
    const left = readdirSync(ccu.root, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name);
    expect(left.sort()).toEqual(['InterfacesList.xml', 'other']);
  });
});
