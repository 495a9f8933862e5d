import type { ArgsDef, CommandDef, ParsedArgs } from 'citty';
import { type DataDir, findDataDir } from '../data/data-dir.js';
import { checkChoice, type HouseChoice, placeOf, requireDatabase, requireGateway } from '../data/house.js';
import { checkUrl, createRest, type Rest } from '../gateway/rest.js';
import { commonArgs } from '../terminal/args.js';
import { readSecretLine } from '../terminal/ask.js';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';
import { createOutput, type Outcome, type Output, printOutcome } from '../terminal/output.js';

const DEFAULT_URL = 'http://localhost:8119';

/** What a command runs with. */
export interface Context {
  readonly io: CliIo;
  readonly output: Output;
  readonly yes: boolean;
  /** Where the database lies. @throws CliError when that cannot be known */
  dataDir(): DataDir;
  /** A gateway is named, and `--offline` does not say otherwise. */
  readonly hasUrl: boolean;
  /** Where a command works that can do so in both places. @throws CliError when that is not clear */
  place(): 'gateway' | 'database';
  /** For commands that only know the database. @throws CliError when a gateway is named */
  requireDatabase(): void;
  /** The running gateway; with `token: 'required'` refuses without one. @throws CliError when a database is named */
  rest(options: { readonly token: 'required' | 'optional' }): Promise<Rest>;
}

type Args = ParsedArgs<typeof commonArgs>;

/** A command whose outcome is printed for people or as JSON; undefined when it has printed itself. */
export function command<T extends ArgsDef>(definition: {
  readonly name: string;
  readonly description: string;
  readonly args?: T;
  readonly run: (context: Context, args: ParsedArgs<T>) => Promise<Outcome | number>;
}): (io: CliIo) => CommandDef {
  return (io) => ({
    meta: { name: definition.name, description: definition.description },
    args: { ...definition.args, ...commonArgs },
    async run({ args }) {
      // The library types `args` by the two sets of arguments together, which a type parameter hides from the compiler.
      const context = createContext(io, args as unknown as Args, definition.name);
      const outcome = await definition.run(context, args as unknown as ParsedArgs<T>);
      return typeof outcome === 'number' ? outcome : printOutcome(outcome, context.output);
    },
  });
}

/** A word that only groups commands. */
export function group(
  name: string,
  description: string,
  children: Readonly<Record<string, (io: CliIo) => CommandDef>>,
): (io: CliIo) => CommandDef {
  return (io) => ({
    meta: { name, description },
    subCommands: Object.fromEntries(Object.entries(children).map(([key, create]) => [key, create(io)])),
  });
}

function createContext(io: CliIo, args: Args, name: string): Context {
  const choice = choiceOf(io, args);
  checkChoice(choice);
  const url = choice.urlFlag ?? choice.urlVariable;
  if (url !== undefined) checkUrl(url);
  const timeoutMs = seconds(args.timeout) * 1000;
  let token: Promise<string | undefined> | undefined;
  const readToken = () => {
    token ??= args['token-stdin'] ? readSecretLine(io) : Promise.resolve(io.env.CCU_GATEWAY_TOKEN || undefined);
    return token;
  };
  return {
    io,
    output: createOutput(io, { json: args.json === true, quiet: args.quiet === true }),
    yes: args.yes === true,
    dataDir: () => findDataDir(io, { dataDir: args['data-dir'], config: args.config }),
    hasUrl: url !== undefined && !choice.offline,
    place: () => placeOf(choice),
    requireDatabase: () => requireDatabase(name, choice),
    async rest(options) {
      requireGateway(choice);
      const secret = await readToken();
      if (options.token === 'required' && secret === undefined) {
        throw new CliError(EXIT.auth, 'token_required', 'this needs an API token of the gateway', {
          fix: 'export CCU_GATEWAY_TOKEN=$(ccu-gateway token mint NAME --role operator --quiet)',
        });
      }
      return createRest({ url: url ?? DEFAULT_URL, token: secret, timeoutMs, signal: io.signal });
    },
  };
}

function choiceOf(io: CliIo, args: Args): HouseChoice {
  return {
    urlFlag: args.url,
    urlVariable: io.env.CCU_GATEWAY_URL || undefined,
    databaseFlag: args['data-dir'] !== undefined ? '--data-dir' : args.config !== undefined ? '--config' : undefined,
    offline: args.offline === true,
    tokenFlag: args['token-stdin'] === true,
    hasToken: args['token-stdin'] === true || Boolean(io.env.CCU_GATEWAY_TOKEN),
  };
}

function seconds(text: string | undefined): number {
  const value = text === undefined ? 10 : Number(text);
  if (!(value > 0 && value <= 3600)) throw usageError('--timeout takes seconds from 1 to 3600');
  return value;
}
