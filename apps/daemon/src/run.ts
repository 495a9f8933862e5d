import { type Gateway, startGateway } from './compose.js';
import { ConfigError, type Environment, formatIssue, type LoadedConfig, loadConfig } from './config/index.js';
import { untilStopped } from './signals.js';

/** Loads the configuration and says every problem with file and line; undefined when there is one. */
export function loadOrExplain(argv: readonly string[], env: Environment, cwd: string): LoadedConfig | undefined {
  try {
    return loadConfig({ argv, env, cwd });
  } catch (error) {
    explain(error);
    return undefined;
  }
}

/** Says what is wrong with the configuration; any other error is thrown on. */
function explain(error: unknown): void {
  if (!(error instanceof ConfigError)) throw error;
  for (const issue of error.issues) process.stderr.write(`${formatIssue(issue)}\n`);
  process.stderr.write('The gateway was not started.\n');
}

/**
 * Runs the gateway until it is told to stop. When a restart was asked for through the API, it reads its configuration and
 * starts anew in the same process, so that this works the same under systemd, in a container and in a plain terminal.
 * Answers the exit code: 0 after a clean stop, 2 for a configuration that is not acceptable.
 */
export async function runDaemon(argv: readonly string[], env: Environment): Promise<number> {
  const stopped = untilStopped(process);
  for (;;) {
    const loaded = loadOrExplain(argv, env, process.cwd());
    if (loaded === undefined) return 2;
    let gateway: Gateway;
    try {
      gateway = await startGateway({ loaded, out: process.stdout, environment: (name) => env[name] });
    } catch (error) {
      // What only shows with the key and the database at hand: sealed values, sections changed at run time.
      explain(error);
      return 2;
    }
    const again = await Promise.race([stopped.then(() => false), gateway.stopRequested.then(() => true)]);
    await gateway.stop(again ? 'restart' : await stopped);
    if (!again) return 0;
  }
}
