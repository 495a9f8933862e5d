import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandDef } from 'citty';
import { checkChoice, type HouseChoice, requireDatabase } from '../../data/house.js';
import { readLogins } from '../../login/store.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
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
  return start(program, args, io, undefined);
}

/** Runs the program and returns its output on stdout. */
export async function readProgram(
  program: Program,
  args: readonly string[],
  io: CliIo,
  /** Stdin of the program, in place of the stdin of this one. */
  input?: string,
): Promise<{ readonly exit: number; readonly out: string }> {
  const chunks: Buffer[] = [];
  const exit = await start(program, args, io, (chunk) => chunks.push(chunk), input);
  return { exit, out: Buffer.concat(chunks).toString('utf8') };
}

function start(
  program: Program,
  args: readonly string[],
  io: CliIo,
  onOut: ((chunk: Buffer) => void) | undefined,
  input?: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program.command, [...program.args, ...args], {
      stdio: [input === undefined ? 'inherit' : 'pipe', onOut === undefined ? 'inherit' : 'pipe', 'inherit'],
      cwd: io.cwd,
      env: io.env,
      shell: process.platform === 'win32' && program.command === 'npx',
    });
    child.stdout?.on('data', (chunk: Buffer) => onOut?.(chunk));
    // It may refuse its arguments before it reads.
    child.stdin?.on('error', () => undefined).end(input);
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
    // `close` comes after the last output.
    child.once('close', (code, signal) =>
      settle(() => resolve(signal === null ? (code ?? EXIT.failed) : 128 + constants.signals[signal])),
    );
  });
}

interface DaemonCommandOptions {
  readonly stored?: boolean;
  readonly daemon?: () => Program;
  /** The environment of the daemon, with the answers from the terminal. */
  readonly prepare?: (args: readonly string[], io: CliIo) => Promise<CliIo['env']>;
}

/**
 * Passes its arguments to the daemon, which checks them. The daemon works on the same data directory as all commands
 * here. With `stored` it changes stored data, so it is refused while another gateway is named.
 */
export function daemonCommand(
  words: string,
  description: string,
  { stored = false, daemon = findDaemon, prepare }: DaemonCommandOptions = {},
) {
  return (given: CliIo): CommandDef => ({
    meta: { name: `ccu-gateway ${words}`, description },
    run: async ({ rawArgs }) => {
      const io = prepare === undefined ? given : { ...given, env: await prepare(rawArgs, given) };
      const args = stored ? storedArgs(`ccu-gateway ${words}`, rawArgs, io) : rawArgs;
      return await runProgram(daemon(), [...words.split(' '), ...dataDirArgs(words, args, io), ...args], io);
    },
  });
}

export const runCommand = daemonCommand('run', 'Start the gateway.');

export const demoCommand = daemonCommand('demo', 'Start the gateway with a simulated CCU; nothing is kept.');

/** The login that applies when neither flags nor environment name an installation. */
function loginOfHouse(args: readonly string[], io: CliIo): string | undefined {
  const named = ['--url', '--data-dir', '--config'].some((option) => hasOption(args, option));
  if (named || args.includes('--offline') || io.env.CCU_GATEWAY_URL || io.env.CCU_GATEWAY_DATA_DIR) return undefined;
  return readLogins(io).current;
}

function storedArgs(name: string, args: readonly string[], io: CliIo): readonly string[] {
  const choice: HouseChoice = {
    urlFlag: hasOption(args, '--url') ? '--url' : undefined,
    urlVariable: io.env.CCU_GATEWAY_URL || undefined,
    databaseFlag: ['--data-dir', '--config'].find((option) => hasOption(args, option)),
    offline: args.includes('--offline'),
    tokenFlag: args.includes('--token-stdin'),
    hasToken: false,
    login: loginOfHouse(args, io),
  };
  checkChoice(choice);
  requireDatabase(name, choice);
  return args.filter((argument) => argument !== '--offline');
}

/** The daemon does not read the variable of this program. A demo keeps data only in a named directory. */
function dataDirArgs(words: string, args: readonly string[], io: CliIo): readonly string[] {
  const dataDir = io.env.CCU_GATEWAY_DATA_DIR;
  if (words === 'demo' || !dataDir || hasOption(args, '--data-dir') || hasOption(args, '--config')) return [];
  return ['--data-dir', dataDir];
}

export function hasOption(args: readonly string[], name: string): boolean {
  return args.some((argument) => argument === name || argument.startsWith(`${name}=`));
}

/** Searches upwards as Node does, but only beside this package: a stray NODE_PATH must not choose the gateway. */
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
