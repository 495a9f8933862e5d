import { execFile } from 'node:child_process';
import { fstatSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { StorageError } from '@ccu-gateway/storage';
import type { RestoreOutcome } from '../backup/restoring.js';
import type { Gateway } from '../compose/start-gateway.js';
import {
  ConfigError,
  type Environment,
  formatIssue,
  type LoadedConfig,
  loadConfig,
  SITE_UNAVAILABLE,
} from '../config/index.js';
import { openOutput } from '../log/output.js';
import { takeFaults } from '../parts/faults.js';
import { finishRotation } from '../secret-command/rotate-locked.js';
import { systemTime } from '../time/time.js';
import { collectWhenQuiet } from './collect-when-quiet.js';
import { forJournal, goesToJournal } from './journal.js';
import { createServiceManager, type ServiceManager } from './service-manager.js';
import { untilStopped } from './signals.js';
import { releaseOptimizer, spareMemory } from './spare-memory.js';
import { forTerminal, greeting } from './terminal.js';

const ANOTHER_DIRECTORY = 'stop it, or name another directory (data_dir, also --data-dir or SERVICE_DATA_DIR)';

/** Prints the error and its remedy, and returns the exit code; an error that is not the user's is thrown again. */
export function explain(error: unknown): number {
  if (error instanceof StorageError) {
    const inUse = error.code === 'storage_in_use';
    const remedy = error.remedy ?? (inUse ? ANOTHER_DIRECTORY : undefined);
    process.stderr.write(
      `${error.message}${remedy === undefined ? '' : `: ${remedy}`}\nThe gateway was not started.\n`,
    );
    return inUse ? 6 : 1;
  }
  if (!(error instanceof ConfigError)) throw error;
  for (const issue of error.issues) process.stderr.write(`${formatIssue(issue)}\n`);
  process.stderr.write('The gateway was not started.\n');
  return error.code === 'address_unavailable' || error.code === SITE_UNAVAILABLE ? 1 : 2;
}

/**
 * Runs the gateway until it is stopped. After a restart through the API, or when storage that was missing at the start
 * works again, it reads its configuration and starts again in the same process. This works the same under systemd, in a
 * container and in a terminal. Resolves with the exit code: 0 after a clean stop, 1 where a port is taken or the
 * storage refuses, 2 for an invalid configuration, 6 while another gateway runs on the data directory.
 */
export async function runDaemon(argv: readonly string[], env: Environment): Promise<number> {
  const onTerminal = process.stdout.isTTY === true;
  const journal = goesToJournal(env, () => fstatSync(1, { bigint: true }));
  const manager = openServiceManager(env);
  let running: Gateway | undefined;
  let restored: RestoreOutcome | undefined;
  /** Until the process ends. */
  let isSparing = false;
  const hasTerminal = onTerminal || process.stdin.isTTY === true || process.stderr.isTTY === true;
  const faults = takeFaults(process);
  const stopped = untilStopped(process, hasTerminal ? undefined : () => void reload(running, manager));
  const out = openOutput(process.stdout);
  openOutput(process.stderr);
  collectWhenQuiet({ time: systemTime, alwaysCompacts: () => isSparing });
  const read = () => loadConfig({ argv, env, cwd: process.cwd() });
  const restartable = () => {
    try {
      read();
      return true;
    } catch {
      return false;
    }
  };
  for (;;) {
    let loaded: LoadedConfig;
    let gateway: Gateway;
    try {
      const config = await readUnderOneKey(read);
      isSparing ||= config.config.profile === 'low-power';
      if (isSparing) spareMemory();
      else releaseOptimizer();
      loaded = onTerminal ? forTerminal(config, env) : journal ? forJournal(config) : config;
      // Not before: most of the code is read with the settings of the profile.
      const { startGateway } = await import('../compose/start-gateway.js');
      const environment = (name: string) => env[name];
      gateway = await startGateway({ loaded, out, journal, environment, restartable, restored, faults });
    } catch (error) {
      // The ports, the key and the database show some of it only when the gateway starts.
      return explain(error);
    }
    if (onTerminal) {
      const setupOpen = (await gateway.auth.setup.closedBecause()) === null;
      process.stdout.write(greeting(loaded, { ...gateway, setupOpen, networks: networkInterfaces() }));
    }
    running = gateway;
    void manager.ready(`listening on ${gateway.url}`);
    const again = await Promise.race([stopped.then(() => undefined), gateway.stopRequested]);
    running = undefined;
    const said = again === undefined ? manager.stopping() : manager.reloading();
    await Promise.all([gateway.stop(again ?? (await stopped)), said]);
    if (again === undefined) return 0;
    restored = await gateway.carryOutRestore();
  }
}

/** A rotation of the key that was interrupted is finished before the start. */
async function readUnderOneKey(read: () => LoadedConfig): Promise<LoadedConfig> {
  const config = read();
  const rotation = await finishRotation(config);
  if (rotation === undefined) return config;
  process.stderr.write(`An interrupted rotation of the key was finished; the key is now ${rotation.keyId}.\n`);
  return read();
}

async function reload(running: Gateway | undefined, manager: ServiceManager): Promise<void> {
  if (running === undefined) return;
  void manager.reloading();
  await running.reload();
  void manager.ready(`listening on ${running.url}`);
}

const NOTIFY_MS = 5_000;

function openServiceManager(env: Environment): ServiceManager {
  const run = promisify(execFile);
  return createServiceManager({
    env,
    pid: process.pid,
    time: systemTime,
    monotonicUs: () => process.hrtime.bigint() / 1000n,
    // The secrets of this environment are not its business.
    send: async (assignments) => {
      const options = { env: { PATH: env.PATH, NOTIFY_SOCKET: env.NOTIFY_SOCKET }, timeout: NOTIFY_MS };
      await run('systemd-notify', [...assignments], options);
    },
    failed: (error) => {
      const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'the program is not there' : String(error);
      process.stderr.write(`systemd-notify: ${why}; the service manager does not hear of this gateway\n`);
    },
  });
}
