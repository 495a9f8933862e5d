import { join } from 'node:path';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import { launchdPlan, launchdTarget, plistPath } from './launchd.js';
import type { Machine } from './machine.js';
import { MARK, NAME, type ServicePlan, type ServiceSpec } from './plan.js';
import { systemdPlan, unitPath } from './systemd.js';

/** Options of a service. */
export interface ServiceChoice {
  readonly scope: ServiceSpec['scope'];
  readonly account?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly memoryMax?: string | undefined;
}

/** Below 128 megabytes the gateway does not run. */
const MEMORY = /^(?:12[89]|1[3-9]\d|[2-9]\d\d|\d{4,5})M$|^\d{1,2}G$/;
const ACCOUNT = /^[a-z_][a-z0-9_-]{0,31}$/;

/** The plan for a service. @throws CliError for a choice that cannot be carried out */
export function planOf(machine: Machine, daemon: readonly string[], choice: ServiceChoice): ServicePlan {
  const spec = specOf(machine, daemon, choice);
  if (machine.platform === 'darwin') return launchdPlan(spec, machine.home, machine.uid);
  if (machine.platform === 'linux') return systemdPlan(spec, machine.home);
  throw new CliError(EXIT.failed, 'no_service_manager', `there is no service for ${machine.platform}`, {
    fix: 'run it under a service manager of yours, or in a container: ccu-gateway run',
  });
}

function specOf(machine: Machine, daemon: readonly string[], choice: ServiceChoice): ServiceSpec {
  const { scope, account = NAME, memoryMax = '512M' } = choice;
  if (!MEMORY.test(memoryMax)) throw usageError('--memory-max takes 128M and more, such as 512M or 1G');
  if (!ACCOUNT.test(account)) throw usageError('--run-as takes the name of an account of this machine');
  if (/\p{Cc}/u.test(choice.dataDir ?? '')) throw usageError('--data-dir takes a path without control characters');
  const [main] = daemon;
  if (main === undefined || main.includes('/_npx/')) {
    throw new CliError(EXIT.failed, 'daemon_missing', 'a service needs the gateway installed, not fetched by npx', {
      fix: 'npm install --global @ccu-gateway/cli @ccu-gateway/daemon, then run this again',
    });
  }
  const shut = [machine.node, main].find((path) => path.startsWith('/root/'));
  if (scope === 'system' && shut !== undefined && account !== 'root') {
    throw new CliError(
      EXIT.failed,
      'program_unreachable',
      `${shut} lies in the home of root, where ${account} may not read`,
      {
        fix: 'install Node and the gateway for the whole machine (/usr or /opt)',
      },
    );
  }
  const mac = machine.platform === 'darwin';
  const system = mac
    ? { dataDir: `/usr/local/var/${NAME}`, configDir: `/usr/local/etc/${NAME}` }
    : { dataDir: `/var/lib/${NAME}`, configDir: `/etc/${NAME}` };
  const own = { dataDir: join(machine.home, '.local/share', NAME), configDir: join(machine.home, '.config', NAME) };
  const { dataDir, configDir } = scope === 'system' ? system : own;
  return {
    node: machine.node,
    daemon: main,
    scope,
    account,
    dataDir: choice.dataDir ?? dataDir,
    configDir,
    memoryMax,
    hasNotify: machine.has('systemd-notify'),
  };
}

/**
 * Carries out a plan and returns its steps as lines. @throws CliError with nothing changed, or naming the command that
 * failed
 */
export function install(
  machine: Machine,
  plan: ServicePlan,
  { scope, account = NAME }: ServiceChoice,
): readonly string[] {
  requireManager(machine, scope);
  const foreign = plan.files.find(({ path, kept }) => kept !== true && machine.read(path)?.includes(MARK) === false);
  if (foreign !== undefined) {
    throw new CliError(
      EXIT.conflict,
      'service_foreign',
      `${foreign.path} is there and was not written by this program`,
      {
        fix: `look at it, move it away, and run this again`,
      },
    );
  }
  const done: string[] = [];
  if (scope === 'system' && machine.run('id', ['-u', account]).code !== 0)
    done.push(makeAccount(machine, plan, account));
  for (const { path, mode } of plan.directories) machine.makeDirectory(path, mode);
  for (const { path, mode, text, kept } of plan.files) {
    if (kept === true && machine.exists(path)) continue;
    machine.write(path, text, mode);
    done.push(`wrote ${path}`);
  }
  for (const [command, ...args] of plan.commands) done.push(run(machine, command, args));
  return done;
}

function makeAccount(machine: Machine, { account: command }: ServicePlan, account: string): string {
  if (command === undefined) {
    throw new CliError(EXIT.notFound, 'account_missing', `there is no account ${account}`, {
      fix: 'name one with --run-as, or install it for yourself with --user',
    });
  }
  const [program, ...args] = command;
  return run(machine, program, args);
}

/** Stops the service and removes the files of `install`, except data and configuration. */
export function uninstall(machine: Machine, scope: ServiceSpec['scope']): readonly string[] {
  const path = machine.platform === 'darwin' ? plistPath(scope, machine.home) : unitPath(scope, machine.home);
  const text = machine.read(path);
  if (text === undefined)
    throw new CliError(EXIT.notFound, 'service_missing', `there is no ${path}`, { fix: fixFor(scope) });
  requireManager(machine, scope);
  if (!text.includes(MARK)) {
    throw new CliError(EXIT.conflict, 'service_foreign', `${path} was not written by this program`, {
      fix: 'remove it by hand',
    });
  }
  const user = scope === 'user' ? ['--user'] : [];
  const stopped =
    machine.platform === 'darwin'
      ? run(machine, 'launchctl', ['bootout', launchdTarget(scope, machine.uid).name])
      : run(machine, 'systemctl', [...user, 'disable', '--now', `${NAME}.service`]);
  machine.remove(path);
  const reloaded = machine.platform === 'darwin' ? [] : [run(machine, 'systemctl', [...user, 'daemon-reload'])];
  return [stopped, `removed ${path}`, ...reloaded, 'data and configuration are still there'];
}

/** How the service is. */
export interface ServiceState {
  readonly installed: boolean;
  readonly active: boolean;
  readonly details: Readonly<Record<string, string>>;
}

const PROPERTIES = 'ActiveState,SubState,MainPID,NRestarts,MemoryCurrent,StatusText,UnitFileState,ActiveEnterTimestamp';

/** The state of the service at its service manager. @throws CliError without one */
export function stateOf(machine: Machine, scope: ServiceSpec['scope']): ServiceState {
  if (machine.platform === 'darwin') {
    const installed = machine.exists(plistPath(scope, machine.home));
    const { code, out } = machine.run('launchctl', ['print', launchdTarget(scope, machine.uid).name]);
    const state = /^[ \t]*state = (.+)$/m.exec(out)?.[1] ?? '';
    return { installed, active: code === 0 && state === 'running', details: state === '' ? {} : { state } };
  }
  requireManager(machine, scope, { change: false });
  const user = scope === 'user' ? ['--user'] : [];
  const { out } = machine.run('systemctl', [...user, 'show', `${NAME}.service`, '-p', PROPERTIES]);
  const details = Object.fromEntries(
    out.split('\n').flatMap((line) => {
      const [, key = '', value = ''] = /^([A-Za-z]+)=(.+)$/.exec(line) ?? [];
      return key === '' || value === '[not set]' ? [] : [[key, value]];
    }),
  );
  return {
    installed: machine.exists(unitPath(scope, machine.home)),
    active: details.ActiveState === 'active',
    details,
  };
}

function requireManager(machine: Machine, scope: ServiceSpec['scope'], { change = true } = {}): void {
  if (machine.platform === 'linux' && !machine.exists('/run/systemd/system')) {
    throw new CliError(EXIT.failed, 'no_service_manager', 'systemd does not run on this machine', {
      fix: 'ccu-gateway service install --print shows the unit; in a container run: ccu-gateway run',
    });
  }
  if (change && scope === 'system' && machine.uid !== 0) {
    throw new CliError(EXIT.auth, 'root_required', 'a service of the whole machine is installed by root', {
      fix: 'run it with sudo, or install it for yourself with --user',
    });
  }
}

function run(machine: Machine, command: string, args: readonly string[]): string {
  const { code, err } = machine.run(command, args);
  const line = [command, ...args].join(' ');
  if (code === 0) return `ran ${line}`;
  throw new CliError(
    EXIT.failed,
    'service_command_failed',
    `${line} ended with ${code}: ${err.trim().split('\n')[0] ?? ''}`,
    {
      fix: `journalctl -u ${NAME} -n 50 may say why; run the same command again once it is mended`,
    },
  );
}

function fixFor(scope: ServiceSpec['scope']): string {
  return scope === 'system' ? 'one of a person is removed with --user' : 'one of the machine is removed without --user';
}
