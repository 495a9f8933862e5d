import { parseArgs } from 'node:util';
import type { ArgsDef, CommandDef } from 'citty';
import { type CliError, GENERAL_HELP, usageError } from './exit.js';
import { type Children, childrenOf, listed, resolved } from './tree.js';

/** Options that every command understands. */
export const commonArgs = {
  json: { type: 'boolean', description: 'one JSON document on stdout' },
  quiet: { type: 'boolean', alias: 'q', description: 'no notes and no progress on stderr' },
  'no-color': { type: 'boolean', description: 'no colours (NO_COLOR)' },
  url: {
    type: 'string',
    valueHint: 'URL',
    description: 'the gateway, or several with commas between (CCU_GATEWAY_URL)',
  },
  context: {
    type: 'string',
    valueHint: 'NAME',
    description: 'a gateway of ccu-gateway login, instead of the current one',
  },
  'token-stdin': { type: 'boolean', description: 'read the API token from stdin (else CCU_GATEWAY_TOKEN)' },
  ca: { type: 'string', valueHint: 'FILE', description: 'certificate to trust, in PEM form (CCU_GATEWAY_CA)' },
  fingerprint: {
    type: 'string',
    valueHint: 'SHA256',
    description: 'trust the certificate with this fingerprint only (CCU_GATEWAY_FINGERPRINT)',
  },
  insecure: { type: 'boolean', description: 'trust any certificate; always warns' },
  'data-dir': { type: 'string', valueHint: 'DIR', description: 'where the database lies (CCU_GATEWAY_DATA_DIR)' },
  config: { type: 'string', valueHint: 'FILE', description: 'the configuration that names the data directory' },
  offline: { type: 'boolean', description: 'work on the database although CCU_GATEWAY_URL or a login names a gateway' },
  timeout: { type: 'string', valueHint: 'SECONDS', description: 'how long to wait for an answer, default 10' },
  yes: { type: 'boolean', alias: 'y', description: 'do not ask' },
} as const satisfies ArgsDef;

/** Positional arguments of which there may be several. */
const LISTS = ['topics', 'words', 'addresses', 'devices'] as const;

export type Invocation = {
  readonly command: CommandDef;
  readonly path: readonly string[];
  /** Arguments for the command itself. */
  readonly rest: readonly string[];
};

/** Finds the command of the arguments; options may be at any position. @throws CliError for an unknown command */
export async function findCommand(root: CommandDef, argv: readonly string[]): Promise<Invocation> {
  let command = root;
  const path: string[] = [];
  const words = new Set<number>();
  for (const token of tokensOf(optionsOf(commonArgs), argv)) {
    const children = await childrenOf(command);
    if (children === undefined || token.kind === 'option-terminator') break;
    if (token.kind === 'option') continue;
    const child = Object.hasOwn(children, token.value) ? children[token.value] : undefined;
    if (child === undefined) throw await unknownCommand(children, path, token.value);
    command = await resolved(child);
    path.push(token.value);
    words.add(token.index);
  }
  return { command, path, rest: argv.filter((_, index) => !words.has(index)) };
}

async function unknownCommand(children: Children, path: readonly string[], word: string): Promise<CliError> {
  const known = (await listed(children)).map(([each]) => each);
  const { didYouMean } = await import('./nearest.js');
  const hint = didYouMean(word, known) || `; there are: ${known.join(', ')}`;
  const fix = path.length === 0 ? GENERAL_HELP : `ccu-gateway ${path.join(' ')} --help`;
  return usageError(`unknown command "${[...path, word].join(' ')}"${hint}`, fix);
}

/**
 * Checks the arguments after the words of a command, and moves the options before the values. citty silently accepts
 * unknown options, missing values and further arguments, and reads a value such as `-5` as options.
 *
 * @throws CliError for what the command does not know
 */
export async function checkArgs(defs: ArgsDef, argv: readonly string[]): Promise<readonly string[]> {
  const known = optionsOf(defs);
  const options: string[] = [];
  const values: string[] = [];
  for (const token of tokensOf(known, argv)) {
    if (token.kind === 'positional') values.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (option === undefined) {
      const { didYouMean } = await import('./nearest.js');
      const hint = didYouMean(
        `--${name}`,
        Object.keys(known).map((each) => `--${each}`),
      );
      throw usageError(`unknown option "${argv[token.index]?.split('=', 1)[0]}"${hint}`);
    }
    if (option.type === 'string' && !token.inlineValue && (value === undefined || value.startsWith('--'))) {
      throw usageError(`option "${token.rawName}" needs a value`);
    }
    const def = defs[name];
    if (def?.type === 'enum' && value !== undefined && def.options?.includes(value) !== true) {
      const options = def.options ?? [];
      const { didYouMean } = await import('./nearest.js');
      const hint = didYouMean(value, options) || `; there are: ${options.join(', ')}`;
      throw usageError(`option "${token.rawName}" does not take "${value}"${hint}`);
    }
    options.push(value === undefined ? `--${name}` : `--${name}=${value}`);
  }
  const places = Object.entries(defs).filter(([, def]) => def.type === 'positional');
  const isNeeded = ([, def]: (typeof places)[number]) => def.required === true;
  const optional = places.findIndex((place, at) => !isNeeded(place) && places.slice(at + 1).some(isNeeded));
  // An optional value between others is the one that was left out.
  if (optional >= 0 && values.length === places.length - 1) values.splice(optional, 0, '');
  const missing = places.slice(values.length).find(isNeeded);
  if (missing !== undefined) {
    throw usageError(`${missing[0].toUpperCase()} is missing: ${missing[1].description ?? 'a value'}`);
  }
  if (values.length > places.length && !LISTS.some((name) => name in defs))
    throw usageError(`unexpected argument "${values[places.length]}"`);
  return [...options, '--', ...values];
}

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }>>;

/** The options of a command as Node's parser takes them. */
function optionsOf(defs: ArgsDef): Options {
  return Object.fromEntries(
    Object.entries(defs).flatMap(([name, def]) => {
      if (def.type === 'positional') return [];
      const short = 'alias' in def ? [def.alias].flat()[0] : undefined;
      const type = def.type === 'string' || def.type === 'enum' ? 'string' : 'boolean';
      return [[name, short === undefined ? { type } : { type, short }]];
    }),
  );
}

/** Reads the arguments as Node does, but for negative numbers, which Node reads as options: `-5` is a value. */
function tokensOf(options: Options, argv: readonly string[]) {
  // Not strict: the errors of Node name its own API, and do not name the words before the command.
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  return tokens.flatMap((token, at) => {
    const value = argv[token.index] ?? '';
    if (token.kind !== 'option' || !/^-[\d.]/.test(value)) return [token];
    // Node makes one option of each character.
    return tokens[at - 1]?.index === token.index ? [] : [{ kind: 'positional' as const, index: token.index, value }];
  });
}
