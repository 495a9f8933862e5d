import { stripVTControlCharacters } from 'node:util';
import type { ArgsDef, CommandDef } from 'citty';
import { commandTree } from './registry.js';
import { checkArgs, findCommand } from './terminal/args.js';
import { paintFor } from './terminal/colours.js';
import { CliError, EXIT, GENERAL_HELP, usageError } from './terminal/exit.js';
import type { CliIo } from './terminal/io.js';
import { printError } from './terminal/output.js';

/** Commands of the daemon: it has their options, output and exit codes. */
const HANDED_ON: readonly string[] = ['run', 'demo', 'compat', 'secret rotate'];

/**
 * Runs one command line and answers its exit code. Never throws and never ends the process.
 *
 * @example
 * const { env, stdin, stdout, stderr } = process;
 * const { signal } = new AbortController();
 * const io = { env, cwd: process.cwd(), stdin, stdout, stderr, now: () => Date.now(), signal };
 * const exitCode = await runCli(['devices', 'list', '--json'], io);
 */
export async function runCli(argv: readonly string[], given: CliIo): Promise<number> {
  const json = argv.includes('--json');
  // Read here, because help and errors have no command that would.
  const io = argv.includes('--no-color') ? { ...given, env: { ...given.env, NO_COLOR: '1' } } : given;
  try {
    return await dispatch(commandTree(io), argv, io);
  } catch (error) {
    if (io.signal.aborted) return EXIT.interrupted;
    return printError(toCliError(error), io, json);
  }
}

async function dispatch(commands: CommandDef, argv: readonly string[], io: CliIo): Promise<number> {
  // In the form of other programs.
  if (argv[0] === 'help') return dispatch(commands, [...argv.slice(1), '--help'], io);
  const { command, path, rest } = await findCommand(commands, argv);
  const handsOn = HANDED_ON.includes(path.join(' '));
  if (!handsOn && (rest.includes('--help') || rest.includes('-h'))) {
    io.stdout.write(await helpOf(command, path, { io, stream: io.stdout, all: rest.includes('--all') }));
    return EXIT.ok;
  }
  if (path.length === 0 && rest.includes('--version')) return dispatch(commands, ['version'], io);
  if (command.subCommands !== undefined) {
    io.stderr.write(await helpOf(command, path, { io, stream: io.stderr, all: false }));
    throw usageError('a command is missing');
  }
  try {
    const rawArgs = handsOn ? rest : await checkArgs((command.args ?? {}) as ArgsDef, rest);
    const { runCommand } = await import('citty');
    const { result } = await runCommand(command, { rawArgs: [...rawArgs] });
    return typeof result === 'number' ? result : EXIT.ok;
  } catch (error) {
    throw helpedBy(toCliError(error), `ccu-gateway ${path.join(' ')} --help`);
  }
}

interface HelpOptions {
  readonly io: CliIo;
  readonly stream: CliIo['stdout'];
  readonly all: boolean;
}

async function helpOf(command: CommandDef, path: readonly string[], { io, stream, all }: HelpOptions): Promise<string> {
  const { commandHelp, fullHelp, rootHelp } = await import('./help.js');
  const view = { width: Math.min(stream.columns ?? 80, 100), paint: paintFor(io.env, stream) };
  if (path.length > 0) return commandHelp(command, path, view);
  return all ? fullHelp(view) : rootHelp(view);
}

/** The help of the command itself, where nothing helps more. */
function helpedBy(error: CliError, fix: string): CliError {
  const { exit, code, message, requestId } = error;
  if (error.fix !== GENERAL_HELP) return error;
  return new CliError(exit, code, message, { fix, ...(requestId !== undefined && { requestId }) });
}

function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  // Errors of the argument parser have codes of their own.
  if (error instanceof Error && /^E(_|ARG)/.test(String((error as { code?: unknown }).code))) {
    return usageError(stripVTControlCharacters(error.message));
  }
  return new CliError(EXIT.failed, 'internal', error instanceof Error ? error.message : 'something went wrong');
}
