import type { ArgsDef, CommandDef } from 'citty';
import { usageError } from './exit.js';

/** Options that every command understands. */
export const commonArgs = {
  json: { type: 'boolean', description: 'one JSON document on stdout' },
  quiet: { type: 'boolean', alias: 'q', description: 'no notes on stderr' },
  url: { type: 'string', valueHint: 'URL', description: 'the gateway (CCU_GATEWAY_URL)' },
  'token-stdin': { type: 'boolean', description: 'read the API token from stdin (else CCU_GATEWAY_TOKEN)' },
  'data-dir': { type: 'string', valueHint: 'DIR', description: 'where the database lies (CCU_GATEWAY_DATA_DIR)' },
  config: { type: 'string', valueHint: 'FILE', description: 'the configuration that names the data directory' },
  offline: { type: 'boolean', description: 'work on the database although CCU_GATEWAY_URL names a gateway' },
  timeout: { type: 'string', valueHint: 'SECONDS', description: 'how long to wait for an answer, default 10' },
  yes: { type: 'boolean', alias: 'y', description: 'do not ask' },
} as const satisfies ArgsDef;

export type Invocation = {
  readonly command: CommandDef;
  readonly path: readonly string[];
  /** What is left for the command itself. */
  readonly rest: readonly string[];
};

/** Finds the command that the arguments name; options may stand anywhere. @throws CliError for an unknown command */
export function findCommand(root: CommandDef, argv: readonly string[]): Invocation {
  let command = root;
  const path: string[] = [];
  const rest = [...argv];
  for (let index = 0; index < rest.length; ) {
    const children = command.subCommands as Readonly<Record<string, CommandDef>> | undefined;
    const token = rest[index] ?? '';
    if (children === undefined || token === '--') break;
    if (token.startsWith('-')) {
      index += takesValue(commonArgs, token) && !token.includes('=') ? 2 : 1;
      continue;
    }
    const child = Object.hasOwn(children, token) ? children[token] : undefined;
    if (child === undefined) {
      const known = Object.keys(children).join(', ');
      throw usageError(`unknown command "${[...path, token].join(' ')}"; there are: ${known}`);
    }
    command = child;
    path.push(token);
    rest.splice(index, 1);
  }
  return { command, path, rest };
}

/**
 * Puts options before the rest and refuses what the command does not know, which the parser would silently take. `-5` is
 * a value, not an option.
 */
export function orderArgs(defs: ArgsDef, argv: readonly string[]): readonly string[] {
  const options: string[] = [];
  const values: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const token = argv[index] ?? '';
    if (token === '--') {
      values.push(...argv.slice(index + 1));
      break;
    }
    if (!token.startsWith('-') || token === '-' || /^-[\d.]/.test(token)) {
      values.push(token);
      continue;
    }
    const name = nameOf(token);
    if (definition(defs, name) === undefined) throw usageError(`unknown option "${token.split('=', 1)[0]}"`);
    options.push(token);
    if (!takesValue(defs, token) || token.includes('=')) continue;
    const next = argv[index + 1];
    if (next === undefined || next.startsWith('--')) throw usageError(`option "${token}" needs a value`);
    options.push(next);
    index += 1;
  }
  const places = Object.values(defs).filter((def) => def.type === 'positional');
  if (values.length > places.length && !('topics' in defs))
    throw usageError(`unexpected argument "${values[places.length]}"`);
  return [...options, '--', ...values];
}

function nameOf(token: string): string {
  return token.replace(/^--?/, '').split('=', 1)[0] ?? '';
}

function definition(defs: ArgsDef, name: string) {
  const entry = Object.entries(defs).find(
    ([key, def]) => def.type !== 'positional' && (key === name || aliasesOf(def).includes(name)),
  );
  return entry?.[1];
}

function aliasesOf(def: ArgsDef[string]): readonly string[] {
  return 'alias' in def && def.alias !== undefined ? [def.alias].flat() : [];
}

function takesValue(defs: ArgsDef, token: string): boolean {
  const type = definition(defs, nameOf(token))?.type;
  return type === 'string' || type === 'enum';
}
