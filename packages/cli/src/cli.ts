import { stripVTControlCharacters } from 'node:util';
import { type ArgsDef, type CommandDef, renderUsage, runCommand } from 'citty';
import { commandTree } from './registry.js';
import { checkArgs, findCommand } from './terminal/args.js';
import { paintFor, plainText } from './terminal/colours.js';
import { CliError, EXIT, EXIT_MEANINGS, usageError } from './terminal/exit.js';
import type { CliIo } from './terminal/io.js';
import { printError } from './terminal/output.js';

/** These are the daemon's own: it knows their options, and its output and exit code are theirs. */
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
  const { command, path, rest } = await findCommand(commands, argv);
  const handsOn = HANDED_ON.includes(path.join(' '));
  if (!handsOn && (rest.includes('--help') || rest.includes('-h') || path[0] === 'help')) {
    io.stdout.write(`${await usageOf(command, io.env, io.stdout)}${path.length === 0 ? exitCodes() : ''}`);
    return EXIT.ok;
  }
  if (path.length === 0 && rest.includes('--version')) return dispatch(commands, ['version'], io);
  if (command.subCommands !== undefined) {
    io.stderr.write(await usageOf(command, io.env, io.stderr));
    throw usageError('a command is missing');
  }
  const rawArgs = handsOn ? rest : checkArgs((command.args ?? {}) as ArgsDef, rest);
  const { result } = await runCommand(command, { rawArgs: [...rawArgs] });
  return typeof result === 'number' ? result : EXIT.ok;
}

/** Commands are named with all their words, so no parent is. The library colours its text even where no terminal shows it. */
async function usageOf(command: CommandDef, env: CliIo['env'], stream: CliIo['stdout']): Promise<string> {
  const usage = await renderUsage(command);
  return `${paintFor(env, stream) === plainText ? stripVTControlCharacters(usage) : usage}\n`;
}

function exitCodes(): string {
  const lines = EXIT_MEANINGS.map(
    ([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning.replaceAll('`', '')}\n`,
  );
  return `EXIT CODES\n\n${lines.join('')}`;
}

function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  // What the argument parser refuses carries a code of its own.
  if (error instanceof Error && /^E(_|ARG)/.test(String((error as { code?: unknown }).code))) {
    return usageError(stripVTControlCharacters(error.message));
  }
  return new CliError(EXIT.failed, 'internal', error instanceof Error ? error.message : 'something went wrong');
}
