import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandDef } from 'citty';
import { CliError, EXIT } from '../exit.js';
import type { CliIo } from '../io.js';
import { cliVersion } from './version.js';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The daemon: the installed package, the one of this workspace, else fetched in the same version. It is started as a
 * program of its own; nothing of it is loaded here.
 */
export function findDaemon(from: string = import.meta.url): Program {
  const main = installedDaemon(from) ?? workspaceDaemon(from);
  if (main !== undefined) return { command: process.execPath, args: [main] };
  return { command: 'npx', args: ['--yes', `@ccu-gateway/daemon@${cliVersion()}`] };
}

/** Starts a program on this terminal, passes signals on and answers its exit code (128 + n for signal n). */
export function runProgram(program: Program, args: readonly string[], io: CliIo): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program.command, [...program.args, ...args], {
      stdio: 'inherit',
      cwd: io.cwd,
      env: io.env,
      shell: process.platform === 'win32' && program.command === 'npx',
    });
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    for (const signal of signals) process.on(signal, passOn);
    const settle = (finish: () => void) => {
      for (const signal of signals) process.off(signal, passOn);
      finish();
    };
    child.once('error', (error: NodeJS.ErrnoException) =>
      settle(() =>
        reject(
          new CliError(EXIT.failed, 'daemon_missing', `the gateway cannot be started (${error.code ?? 'unknown'})`, {
            fix: 'npm install --global @ccu-gateway/daemon',
          }),
        ),
      ),
    );
    child.once('exit', (code, signal) =>
      settle(() => resolve(signal === null ? (code ?? EXIT.failed) : 128 + constants.signals[signal])),
    );
  });
}

/** Hands all its arguments on: the daemon knows what they mean. */
export function daemonCommand(words: string, description: string, daemon: () => Program = findDaemon) {
  return (io: CliIo): CommandDef => ({
    meta: { name: `ccu-gateway ${words}`, description },
    run: ({ rawArgs }) => runProgram(daemon(), [...words.split(' '), ...rawArgs], io),
  });
}

/** Looks upwards as Node does, but only beside this package: a stray NODE_PATH must not choose the gateway. */
function installedDaemon(from: string): string | undefined {
  for (let dir = dirname(fileURLToPath(from)); ; dir = dirname(dir)) {
    const home = join(dir, 'node_modules/@ccu-gateway/daemon');
    if (existsSync(join(home, 'package.json'))) {
      const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
        readonly bin?: Readonly<Record<string, string>>;
      };
      return join(home, manifest.bin?.['ccu-gateway-daemon'] ?? 'dist/main.js');
    }
    if (dir === dirname(dir)) return undefined;
  }
}

function workspaceDaemon(from: string): string | undefined {
  const main = join(dirname(fileURLToPath(from)), '../../../apps/daemon/dist/main.js');
  return existsSync(main) ? main : undefined;
}
