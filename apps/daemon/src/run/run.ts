import { networkInterfaces } from 'node:os';
import { StorageError } from '@ccu-gateway/storage';
import { type Gateway, startGateway } from '../compose/start-gateway.js';
import { ConfigError, type Environment, formatIssue, type LoadedConfig, loadConfig } from '../config/index.js';
import { openOutput } from '../log/output.js';
import { untilStopped } from './signals.js';
import { forTerminal, greeting } from './terminal.js';

/** Says what is wrong and what helps, and answers the exit code; an error that is not the user's is thrown on. */
export function explain(error: unknown): number {
  if (error instanceof StorageError) {
    const inUse = error.code === 'storage_in_use';
    const remedy = inUse ? ': stop it, or name another directory (data_dir, also --data-dir or SERVICE_DATA_DIR)' : '';
    process.stderr.write(`${error.message}${remedy}\nThe gateway was not started.\n`);
    return inUse ? 6 : 1;
  }
  if (!(error instanceof ConfigError)) throw error;
  for (const issue of error.issues) process.stderr.write(`${formatIssue(issue)}\n`);
  process.stderr.write('The gateway was not started.\n');
  return error.code === 'address_unavailable' ? 1 : 2;
}

/**
 * Runs the gateway until it is told to stop. When a restart was asked for through the API, or storage that was
 * missing at the start works again, it reads its configuration and
 * starts anew in the same process, so that this works the same under systemd, in a container and in a plain terminal.
 * Answers the exit code: 0 after a clean stop, 1 where a port is taken or the storage refuses, 2 for a configuration that
 * is not acceptable, 6 while another gateway runs on the data directory.
 */
export async function runDaemon(argv: readonly string[], env: Environment): Promise<number> {
  const stopped = untilStopped(process);
  const onTerminal = process.stdout.isTTY === true;
  const out = openOutput(process.stdout);
  openOutput(process.stderr);
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
      const config = read();
      loaded = onTerminal ? forTerminal(config, env) : config;
      gateway = await startGateway({ loaded, out, environment: (name) => env[name], restartable });
    } catch (error) {
      // The ports, the key and the database show some of it only when the gateway starts.
      return explain(error);
    }
    if (onTerminal) {
      const setupOpen = (await gateway.auth.setup.closedBecause()) === null;
      process.stdout.write(greeting(loaded, { url: gateway.url, setupOpen, networks: networkInterfaces() }));
    }
    const again = await Promise.race([stopped.then(() => undefined), gateway.stopRequested]);
    await gateway.stop(again ?? (await stopped));
    if (again === undefined) return 0;
  }
}
