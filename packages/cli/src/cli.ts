import { stripVTControlCharacters } from 'node:util';
import { type ArgsDef, type CommandDef, renderUsage, runCommand } from 'citty';
import { centralLinkCommands } from './commands/central-links.js';
import { askForCcuLogin } from './commands/compat.js';
import { deviceCommands } from './commands/devices.js';
import { eventCommands } from './commands/events.js';
import { matterCommands } from './commands/matter.js';
import { daemonCommand } from './commands/run.js';
import { setupCommands } from './commands/setup.js';
import { tokenCommands } from './commands/token.js';
import { userCommands } from './commands/user.js';
import { versionCommand } from './commands/version.js';
import { group } from './context/context.js';
import { checkArgs, findCommand } from './terminal/args.js';
import { CliError, EXIT, usageError } from './terminal/exit.js';
import type { CliIo } from './terminal/io.js';
import { printError } from './terminal/output.js';

/** These are the daemon's own: it knows their options, and its output and exit code are theirs. */
const HANDED_ON: readonly string[] = ['run', 'demo', 'compat', 'secret rotate'];

const root = group('ccu-gateway', 'Gateway for Homematic central units.', {
  run: daemonCommand('run', 'Start the gateway.'),
  demo: daemonCommand('demo', 'Start the gateway with a simulated CCU; nothing is kept.'),
  compat: daemonCommand('compat', 'Check a live CCU against everything the gateway assumes.', {
    prepare: askForCcuLogin,
  }),
  devices: deviceCommands,
  'central-links': centralLinkCommands,
  events: eventCommands,
  matter: matterCommands,
  setup: setupCommands,
  user: userCommands,
  token: tokenCommands,
  secret: group('ccu-gateway secret', 'Secrets at rest.', {
    rotate: daemonCommand('secret rotate', 'Seal every stored secret under a new key; the gateway must be stopped.', {
      stored: true,
    }),
  }),
  version: versionCommand,
});

/**
 * Runs one command line and answers its exit code. Never throws and never ends the process.
 *
 * @example
 * const { env, stdin, stdout, stderr } = process;
 * const { signal } = new AbortController();
 * const io = { env, cwd: process.cwd(), stdin, stdout, stderr, now: () => Date.now(), signal };
 * const exitCode = await runCli(['devices', 'list', '--json'], io);
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  const json = argv.includes('--json');
  try {
    return await dispatch(root(io), argv, io);
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    return printError(toCliError(error), io, json);
  }
}

async function dispatch(commands: CommandDef, argv: readonly string[], io: CliIo): Promise<number> {
  const { command, path, rest } = findCommand(commands, argv);
  const handsOn = HANDED_ON.includes(path.join(' '));
  if (!handsOn && (rest.includes('--help') || rest.includes('-h') || path[0] === 'help')) {
    io.stdout.write(await usageOf(command, io.stdout.isTTY === true && !io.env.NO_COLOR));
    return EXIT.ok;
  }
  if (path.length === 0 && rest.includes('--version')) return dispatch(commands, ['version'], io);
  if (command.subCommands !== undefined) {
    io.stderr.write(await usageOf(command, io.stderr.isTTY === true && !io.env.NO_COLOR));
    throw usageError('a command is missing');
  }
  const rawArgs = handsOn ? rest : checkArgs((command.args ?? {}) as ArgsDef, rest);
  const { result } = await runCommand(command, { rawArgs: [...rawArgs] });
  return typeof result === 'number' ? result : EXIT.ok;
}

/** Commands are named with all their words, so no parent is. The library colours its text even where no terminal shows it. */
async function usageOf(command: CommandDef, colours: boolean): Promise<string> {
  const usage = await renderUsage(command);
  return `${colours ? usage : stripVTControlCharacters(usage)}\n`;
}

function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  // What the argument parser refuses carries a code of its own.
  if (error instanceof Error && /^E(_|ARG)/.test(String((error as { code?: unknown }).code))) {
    return usageError(stripVTControlCharacters(error.message));
  }
  return new CliError(EXIT.failed, 'internal', error instanceof Error ? error.message : 'something went wrong');
}
