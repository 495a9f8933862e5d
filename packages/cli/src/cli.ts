import { stripVTControlCharacters } from 'node:util';
import { type ArgsDef, type CommandDef, renderUsage, runCommand } from 'citty';
import { EXAMPLES } from './examples.js';
import { commandTree } from './registry.js';
import { checkArgs, findCommand } from './terminal/args.js';
import { paintFor, plainText } from './terminal/colours.js';
import { CliError, EXIT, EXIT_MEANINGS, GENERAL_HELP, usageError } from './terminal/exit.js';
import type { CliIo } from './terminal/io.js';
import { printError } from './terminal/output.js';
import { everyCommand } from './terminal/tree.js';

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
  // As other programs know it.
  if (argv[0] === 'help') return dispatch(commands, [...argv.slice(1), '--help'], io);
  const { command, path, rest } = await findCommand(commands, argv);
  const handsOn = HANDED_ON.includes(path.join(' '));
  if (!handsOn && (rest.includes('--help') || rest.includes('-h'))) {
    const examples = await examplesOf(command, path);
    io.stdout.write(`${await usageOf(command, io.env, io.stdout)}${examples}${path.length === 0 ? exitCodes() : ''}`);
    return EXIT.ok;
  }
  if (path.length === 0 && rest.includes('--version')) return dispatch(commands, ['version'], io);
  if (command.subCommands !== undefined) {
    io.stderr.write(await usageOf(command, io.env, io.stderr));
    throw usageError('a command is missing');
  }
  try {
    const rawArgs = handsOn ? rest : checkArgs((command.args ?? {}) as ArgsDef, rest);
    const { result } = await runCommand(command, { rawArgs: [...rawArgs] });
    return typeof result === 'number' ? result : EXIT.ok;
  } catch (error) {
    throw helpedBy(toCliError(error), `ccu-gateway ${path.join(' ')} --help`);
  }
}

/** Commands are named with all their words, so no parent is. The library colours its text even where no terminal shows it. */
async function usageOf(command: CommandDef, env: CliIo['env'], stream: CliIo['stdout']): Promise<string> {
  const usage = await renderUsage(command);
  return `${paintFor(env, stream) === plainText ? stripVTControlCharacters(usage) : usage}\n`;
}

/** The help of the command itself, where nothing helps more. */
function helpedBy(error: CliError, fix: string): CliError {
  const { exit, code, message, requestId } = error;
  if (error.fix !== GENERAL_HELP) return error;
  return new CliError(exit, code, message, { fix, ...(requestId !== undefined && { requestId }) });
}

/** Of a command or of all in a group; the first help would be too long with those of all. */
async function examplesOf(command: CommandDef, path: readonly string[]): Promise<string> {
  if (path.length === 0) return '';
  const known = await everyCommand(command, path);
  const lines = known.flatMap(({ path: words }) => {
    const example = EXAMPLES[words.join(' ')];
    return example === undefined ? [] : [`  ccu-gateway ${example}\n`];
  });
  return lines.length === 0 ? '' : `EXAMPLES\n\n${lines.join('')}`;
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
