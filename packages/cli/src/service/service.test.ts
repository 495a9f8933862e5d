import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type CommandDef, runCommand } from 'citty';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { serviceCommandsOn } from '../commands/gateway/service.js';
import { type Machine, thisMachine } from './machine.js';
import { MARK } from './plan.js';
import { install, planOf, type ServiceChoice, stateOf, uninstall } from './service.js';
import { systemdUnit } from './systemd.js';

const UNIT = '/etc/systemd/system/ccu-gateway.service';
const DAEMON = ['/usr/lib/node_modules/@ccu-gateway/daemon/dist/main.js'];

function machineWith(
  change: Partial<Machine> & { readonly files?: Readonly<Record<string, string>>; readonly fails?: string } = {},
) {
  const files = new Map(Object.entries({ '/run/systemd/system': '', ...change.files }));
  const modes = new Map<string, number>();
  const ran: string[] = [];
  const machine: Machine = {
    platform: 'linux',
    uid: 0,
    home: '/home/anna',
    node: '/usr/bin/node',
    exists: (path) => files.has(path),
    read: (path) => files.get(path),
    makeDirectory: (path, mode) => void modes.set(path, mode),
    write(path, text, mode) {
      files.set(path, text);
      modes.set(path, mode);
    },
    remove: (path) => void files.delete(path),
    has: () => true,
    run(command, args) {
      const line = [command, ...args].join(' ');
      ran.push(line);
      if (change.fails !== undefined && line.startsWith(change.fails))
        return { code: 1, out: '', err: 'it failed\nmore' };
      return {
        code: line.startsWith('id ') ? 1 : 0,
        out: 'ActiveState=active\nMainPID=12\nMemoryCurrent=[not set]\n',
        err: '',
      };
    },
    ...change,
  };
  return { machine, files, modes, ran };
}

const SYSTEM: ServiceChoice = { scope: 'system' };
const USER: ServiceChoice = { scope: 'user' };
const installOn = (machine: Machine, choice: ServiceChoice = SYSTEM) =>
  install(machine, planOf(machine, DAEMON, choice), choice);
const unitOf = (choice: ServiceChoice, machine = machineWith().machine) =>
  planOf(machine, DAEMON, choice).files[0]?.text ?? '';

describe('a service of systemd', () => {
  it('has a unit, an account, directories of its own, and a file of variables that its owner only may read', () => {
    const { machine, files, modes, ran } = machineWith();
    installOn(machine);
    expect(files.get(UNIT)).toContain(MARK);
    expect(modes.get('/etc/ccu-gateway/ccu-gateway.env')).toBe(0o600);
    expect(modes.get('/etc/ccu-gateway')).toBe(0o700);
    // The unit names it, and a file that is named must be there.
    expect(parse(files.get('/etc/ccu-gateway/config.yaml') ?? '')).toEqual({ data_dir: '/var/lib/ccu-gateway' });
    expect(modes.get('/etc/ccu-gateway/config.yaml')).toBe(0o600);
    expect(ran).toEqual([
      'id -u ccu-gateway',
      'useradd --system --user-group --no-create-home --shell /usr/sbin/nologin ccu-gateway',
      'chown -R ccu-gateway:ccu-gateway /etc/ccu-gateway',
      'systemctl daemon-reload',
      'systemctl enable ccu-gateway.service',
      'systemctl restart ccu-gateway.service',
    ]);
  });

  it('can be installed again, and keeps changes of its configuration and variables', () => {
    const { machine, files } = machineWith({
      files: {
        '/etc/ccu-gateway/ccu-gateway.env': 'SERVICE_LOG_LEVEL=debug\n',
        '/etc/ccu-gateway/config.yaml': 'locale: de\n',
      },
    });
    installOn(machine);
    installOn(machine, { scope: 'system', memoryMax: '1G' });
    expect(files.get(UNIT)).toContain('MemoryMax=1G');
    expect(files.get('/etc/ccu-gateway/ccu-gateway.env')).toBe('SERVICE_LOG_LEVEL=debug\n');
    expect(files.get('/etc/ccu-gateway/config.yaml')).toBe('locale: de\n');
  });

  it('is shut off from the rest of the machine, except for a JIT compiler and the addresses of the machine', () => {
    const unit = unitOf(SYSTEM);
    for (const line of [
      'Type=notify',
      'NotifyAccess=all',
      'WatchdogSec=60',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'MemoryMax=512M',
      'User=ccu-gateway',
      'StateDirectory=ccu-gateway',
      'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
      'RestartPreventExitStatus=2 6',
      'ExecReload=/bin/kill -HUP $MAINPID',
    ]) {
      expect(unit.split('\n')).toContain(line);
    }
    expect(unit).not.toContain('MemoryDenyWriteExecute');
    expect(unitOf(SYSTEM, machineWith({ has: () => false }).machine)).not.toMatch(/notify|Watchdog/i);
    expect(unitOf(SYSTEM, machineWith({ node: '/home/anna/.nvm/node' }).machine)).toContain('ProtectHome=read-only');
  });

  it('of one person needs no root, no account, and nothing outside the home', () => {
    const { machine, files, ran } = machineWith({ uid: 1000 });
    installOn(machine, USER);
    const unit = files.get('/home/anna/.config/systemd/user/ccu-gateway.service') ?? '';
    expect(unit).toContain('SERVICE_DATA_DIR=/home/anna/.local/share/ccu-gateway');
    expect(unit).toContain('WantedBy=default.target');
    expect(unit).not.toContain('User=');
    expect(ran.every((line) => line.startsWith('systemctl --user '))).toBe(true);
  });

  it('keeps paths with spaces, percent and dollar signs as one word', () => {
    const spec = {
      node: '/opt/my node/%n',
      daemon: '/opt/$x',
      scope: 'user',
      account: '',
      configDir: '/c',
      memoryMax: '512M',
      hasNotify: true,
    } as const;
    const unit = systemdUnit({ ...spec, dataDir: '/data of/it' });
    expect(unit).toContain('ExecStart="/opt/my node/%%n" /opt/$$x run --config /c/config.yaml');
    expect(unit).toContain('Environment="SERVICE_DATA_DIR=/data of/it"');
  });

  it('keeps a data directory whole in every setting, with any characters in its path', () => {
    const dataDir = `/srv/my house/100%/a"b'c\\d$e`;
    const unit = unitOf({ scope: 'system', dataDir }).split('\n');
    const escaped = String.raw`/srv/my house/100%%/a\"b'c\\d$e`;
    expect(unit).toContain(`ReadWritePaths=/etc/ccu-gateway "${escaped}"`);
    expect(unit).toContain(`Environment="SERVICE_DATA_DIR=${escaped}"`);
    expect(() => unitOf({ scope: 'system', dataDir: '/srv/a\nExecStartPre=/bin/sh' })).toThrow('control characters');
  });

  it('keeps the home of a person whole in settings that take no quotes', () => {
    const { machine } = machineWith({ home: '/home/an na/50%[1]' });
    const unit = planOf(machine, DAEMON, USER).files[0]?.text.split('\n');
    expect(unit).toContain('WorkingDirectory=/home/an na/50%%[1]/.config/ccu-gateway');
    expect(unit).toContain(String.raw`EnvironmentFile=-/home/an na/50%%\[1]/.config/ccu-gateway/ccu-gateway.env`);
  });

  it('is removed without its data, and reports that', () => {
    const { machine, files, ran } = machineWith();
    installOn(machine);
    ran.length = 0;
    expect(uninstall(machine, 'system').at(-1)).toBe('data and configuration are still there');
    expect(files.has(UNIT)).toBe(false);
    expect(files.has('/etc/ccu-gateway/ccu-gateway.env')).toBe(true);
    expect(ran).toEqual(['systemctl disable --now ccu-gateway.service', 'systemctl daemon-reload']);
  });

  it('reports its state', () => {
    const { machine } = machineWith();
    expect(stateOf(machine, 'system')).toMatchObject({ installed: false });
    installOn(machine);
    expect(stateOf(machine, 'system')).toEqual({
      installed: true,
      active: true,
      details: { ActiveState: 'active', MainPID: '12' },
    });
  });

  it.each([
    ['another account than root', { uid: 1000 }, SYSTEM, 'root_required', '--user'],
    ['a machine without systemd', { exists: () => false }, SYSTEM, 'no_service_manager', '--print'],
    ['a unit of another hand', { files: { [UNIT]: '[Unit]' } }, SYSTEM, 'service_foreign', 'move it away'],
    ['a Node in the home of root', { node: '/root/.nvm/node' }, SYSTEM, 'program_unreachable', '/usr or /opt'],
    ['a size that is none', {}, { scope: 'system', memoryMax: 'much' }, 'usage', '--help'],
    ['an account that is none', {}, { scope: 'system', account: 'a b' }, 'usage', '--help'],
    ['another system', { platform: 'win32' }, SYSTEM, 'no_service_manager', 'container'],
  ] as const)('is refused for %s, and nothing is written', (_what, change, choice, code, fix) => {
    const { machine, files, ran } = machineWith(change);
    const before = new Map(files);
    const refused = () => installOn(machine, choice);
    expect(refused).toThrow(expect.objectContaining({ code, fix: expect.stringContaining(fix) }));
    expect([files, ran]).toEqual([before, []]);
  });

  it('needs an installed gateway, because files fetched by npx disappear with its cache', () => {
    const { machine } = machineWith();
    for (const daemon of [[], ['/root/.npm/_npx/1/node_modules/@ccu-gateway/daemon/dist/main.js']]) {
      expect(() => planOf(machine, daemon, SYSTEM)).toThrow(expect.objectContaining({ code: 'daemon_missing' }));
    }
  });

  it('names the failed command, with its error', () => {
    const { machine } = machineWith({ fails: 'systemctl enable' });
    expect(() => installOn(machine)).toThrow('systemctl enable ccu-gateway.service ended with 1: it failed');
  });

  it.each([
    ['there is none', {}, 'service_missing'],
    ['it is of another hand', { files: { [UNIT]: '[Unit]' } }, 'service_foreign'],
  ])('is not removed where %s', (_what, change, code) => {
    const { machine, ran } = machineWith(change);
    expect(() => uninstall(machine, 'system')).toThrow(expect.objectContaining({ code }));
    expect(ran).toEqual([]);
  });
});

it('a service of launchd is a property list with the same directories', () => {
  const { machine, files, ran } = machineWith({ platform: 'darwin', uid: 501 });
  installOn(machine, USER);
  const path = '/home/anna/Library/LaunchAgents/io.github.ccu-gateway.plist';
  expect(files.get(path)).toContain(`<string>${DAEMON[0]}</string>`);
  expect(files.get(path)).toContain('<string>/home/anna/.local/share/ccu-gateway</string>');
  expect(ran).toEqual([`launchctl bootstrap gui/501 ${path}`]);
  uninstall(machine, 'user');
  expect(ran.at(-1)).toBe('launchctl bootout gui/501/io.github.ccu-gateway');
  expect(files.has(path)).toBe(false);
});

it('files are written whole, with their mode under any mask', () => {
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  const path = join(dir, 'a', 'b.env');
  thisMachine().write(path, 'first', 0o644);
  thisMachine().write(path, 'second', 0o600);
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['second', 0o600]);
  rmSync(dir, { recursive: true, force: true });
});

it('--print shows everything that would be written and run, and does nothing of it', async () => {
  const { machine, files, ran } = machineWith({ uid: 1000 });
  const before = new Map(files);
  const out = new PassThrough();
  const { signal } = new AbortController();
  const io = {
    env: {},
    cwd: '/',
    stdin: new PassThrough(),
    stdout: out,
    stderr: new PassThrough(),
    now: () => 0,
    signal,
  };
  const commands = serviceCommandsOn(machine, () => DAEMON)(io);
  const install = (commands.subCommands as Readonly<Record<string, CommandDef>>).install ?? {};
  await runCommand(install, { rawArgs: ['--print'] });
  const text = String(out.read());
  expect(text).toContain(`# file ${UNIT} (0644)`);
  expect(text).toContain('# file /etc/ccu-gateway/ccu-gateway.env (0600, kept where it is)');
  expect(text).toContain('# run systemctl restart ccu-gateway.service');
  expect(text.split('\n')[0]).toBe(
    '# run id -u ccu-gateway || useradd --system --user-group --no-create-home --shell /usr/sbin/nologin ccu-gateway',
  );
  expect([files, ran]).toEqual([before, []]);
});

const analyze = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' });

const withoutAnalyze = analyze.error === undefined ? '' : ' (skipped: systemd-analyze is not installed)';

describe.skipIf(withoutAnalyze !== '')(`systemd itself${withoutAnalyze}`, () => {
  function analyzed(command: readonly string[]) {
    const dir = mkdtempSync(join(tmpdir(), 'unit-'));
    const unit = join(dir, 'ccu-gateway.service');
    const machine = machineWith({
      node: process.execPath.startsWith('/root/') ? '/bin/true' : process.execPath,
    }).machine;
    writeFileSync(unit, unitOf({ scope: 'system', account: 'root' }, machine));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...command, unit], { encoding: 'utf8' });
    rmSync(dir, { recursive: true, force: true });
    return { status, said: `${stdout}${stderr}` };
  }

  it('finds nothing to say about the unit', () => {
    const { status, said } = analyzed(['verify', '--man=no', '--recursive-errors=no']);
    expect([said.split('\n').filter((line) => line.includes('ccu-gateway.service')), status]).toEqual([[], 0]);
  });

  it('counts its exposure as low', () => {
    const { said } = analyzed(['security', '--offline=true', '--no-pager']);
    const exposure = Number(/exposure level[^:]*: ([\d.]+)/.exec(said)?.[1]);
    expect(exposure).toBeLessThan(3);
  });
});
