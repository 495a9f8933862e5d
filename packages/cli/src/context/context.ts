import { resolve } from 'node:path';
import type { ArgsDef, CommandDef, ParsedArgs } from 'citty';
import type { DataDir } from '../data/data-dir.js';
import { checkChoice, type HouseChoice, placeOf, requireDatabase, requireGateway } from '../data/house.js';
import { type Credential, openGateway } from '../gateway/open.js';
import type { Rest } from '../gateway/rest.js';
import { type CredentialSource, signInFix } from '../gateway/sign-in-fix.js';
import { readTrust, type TrustFlags } from '../gateway/trust.js';
import { checkUrls } from '../gateway/url.js';
import { loginOfHouse } from '../login/current.js';
import type { Login } from '../login/store.js';
import { commonArgs } from '../terminal/args.js';
import { readSecretLine } from '../terminal/ask.js';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import { type FieldNames, fieldsArg, parseFields } from '../terminal/fields.js';
import type { CliIo } from '../terminal/io.js';
import { createOutput, type Outcome, type Output, type Printer } from '../terminal/output.js';

const DEFAULT_URL = 'http://localhost:8119';

/** Environment of a command. */
export interface Context {
  readonly io: CliIo;
  readonly output: Output;
  readonly yes: boolean;
  /** Directory of the database. @throws CliError when it is unknown */
  dataDir(): Promise<DataDir>;
  /** The gateway that flags or environment name; the first of several. */
  readonly url: string | undefined;
  /** A gateway is named, and `--offline` does not say otherwise. */
  hasUrl(): boolean;
  /** Target of a command that supports both. @throws CliError when the command line is ambiguous */
  place(): 'gateway' | 'database';
  /** A database is named, or `--offline` is, and no gateway: for commands that otherwise ask a gateway. */
  namesDatabase(): boolean;
  /** For commands that only work on the database. @throws CliError when a gateway is named */
  requireDatabase(): void;
  /** The running gateway; with `token: 'required'` refuses without one. @throws CliError when a database is named */
  rest(options: {
    readonly token: 'required' | 'optional';
    /** Seconds for an answer, unless `--timeout` is set. Default 10. */
    readonly seconds?: number;
  }): Promise<Rest>;
  /** Another gateway than the one of the command line, or the same with another credential. */
  gatewayAt(url: string, credential: Credential, seconds?: number): Promise<Rest>;
  /** The first line of stdin with `--token-stdin`. */
  tokenFromStdin(): Promise<string | undefined>;
  /** How the certificate is judged, for the next time. */
  trustToKeep(): Pick<Login, 'ca' | 'fingerprint'>;
}

type Args = ParsedArgs<typeof commonArgs & typeof fieldsArg>;

/** Defines a command. Its outcome is printed for people or as JSON; undefined when the command has printed it. */
export function command<T extends ArgsDef>(definition: {
  readonly name: string;
  readonly description: string;
  readonly args?: T;
  /** Of an entry of the outcome; with them the command takes `--fields`. */
  readonly fields?: FieldNames;
  readonly run: (context: Context, args: ParsedArgs<T>) => Promise<Outcome | number>;
}): (io: CliIo) => CommandDef {
  return (io) => ({
    meta: { name: definition.name, description: definition.description },
    args: { ...definition.args, ...(definition.fields && fieldsArg), ...commonArgs },
    async run({ args }) {
      // The library types `args` by the sets of arguments together, which a type parameter hides from the compiler.
      const common = args as unknown as Args;
      const output = createOutput(io, {
        json: common.json === true,
        quiet: common.quiet === true,
        fields:
          definition.fields && common.fields !== undefined
            ? await parseFields(common.fields, definition.fields)
            : undefined,
      });
      const outcome = await definition.run(
        createContext(io, common, definition.name, output),
        args as unknown as ParsedArgs<T>,
      );
      return typeof outcome === 'number' ? outcome : output.print(outcome);
    },
  });
}

/** The same command, named in no help and no completion. */
export function hidden(create: (io: CliIo) => CommandDef): (io: CliIo) => CommandDef {
  return (io) => {
    const created = create(io);
    return { ...created, meta: { ...created.meta, hidden: true } };
  };
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

function createContext(io: CliIo, args: Args, name: string, output: Printer): Context {
  const named = choiceOf(io, args);
  checkChoice(named);
  const urls = checked(named.urlFlag ?? named.urlVariable);
  const flagged = urls?.[0];
  const trustFlags = { ca: args.ca, fingerprint: args.fingerprint, insecure: args.insecure };
  const asked = seconds(args.timeout);
  // Only on demand: an unreadable login affects no command without a gateway.
  const house = once(() => {
    const login = loginOfHouse(io, named, flagged, args.context);
    const url = flagged ?? login?.url;
    readTrust(io, trustFlags, url ?? DEFAULT_URL, login);
    return { login, url, choice: { ...named, login: login?.name } };
  });
  const tokenFromStdin = once(async () => (args['token-stdin'] ? await readSecretLine(io) : undefined));
  const open = (target: string, credential: Credential, source: CredentialSource, kept?: TrustFlags, timeout = 10) => {
    const trust = readTrust(io, trustFlags, target, kept);
    const targets = urls !== undefined && target === flagged ? urls : [target];
    return openGateway(io, output, { targets, credential, source, trust, timeoutMs: (asked ?? timeout) * 1000 });
  };
  return {
    io,
    output,
    yes: args.yes === true,
    dataDir: async () => {
      // The library for YAML is slow to load, and only this needs it.
      const { findDataDir } = await import('../data/data-dir.js');
      return findDataDir(io, { dataDir: args['data-dir'], config: args.config });
    },
    url: flagged,
    hasUrl: () => house().url !== undefined && !named.offline,
    place: () => placeOf(house().choice),
    namesDatabase: () => {
      const { databaseFlag, offline, tokenFlag } = named;
      const { CCU_GATEWAY_DATA_DIR: dataDir, CCU_GATEWAY_TOKEN: token } = io.env;
      if (offline || databaseFlag !== undefined) return true;
      return Boolean(dataDir) && !token && !tokenFlag && house().url === undefined;
    },
    requireDatabase: () => requireDatabase(name, house().choice),
    async rest(options) {
      const { choice, login, url = DEFAULT_URL } = house();
      requireGateway(choice);
      const given = checkedToken((await tokenFromStdin()) ?? (io.env.CCU_GATEWAY_TOKEN || undefined));
      const credential: Credential = given === undefined ? (login ?? {}) : { token: given };
      if (options.token === 'required' && credential.token === undefined && credential.session === undefined) {
        throw new CliError(EXIT.auth, 'token_required', `this needs an API token of the gateway at ${url}`, {
          fix: `${signInFix(url, { from: 'nowhere' })}; on its machine also: ${MINT_HERE}`,
        });
      }
      return open(url, credential, sourceOf(given, named, login), login, options.seconds);
    },
    gatewayAt: (target, credential, patience) => open(target, credential, { from: 'nowhere' }, credential, patience),
    tokenFromStdin,
    trustToKeep: () => ({
      ...(args.fingerprint !== undefined && { fingerprint: args.fingerprint }),
      ...(args.ca !== undefined && { ca: resolve(io.cwd, args.ca) }),
    }),
  };
}

/** On the machine with the accounts, no login is needed. */
const MINT_HERE = 'export CCU_GATEWAY_TOKEN=$(ccu-gateway token mint NAME --role operator --offline --quiet)';

function sourceOf(
  given: string | undefined,
  { tokenFlag }: HouseChoice,
  login: { readonly name: string } | undefined,
): CredentialSource {
  if (given !== undefined) return { from: tokenFlag ? 'stdin' : 'variable' };
  return login === undefined ? { from: 'nowhere' } : { from: 'login', name: login.name };
}

/** A malformed token would fail as if the gateway were unreachable. @throws CliError, without the text */
function checkedToken(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text;
  throw new CliError(EXIT.auth, 'token_malformed', 'the token has signs that no token has', {
    fix: 'copy it again: 43 letters, digits, dashes and underlines in one line',
  });
}

const checked = (text: string | undefined) => (text === undefined ? undefined : checkUrls(text));

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
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
    contextFlag: args.context !== undefined,
  };
}

function seconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0 && value <= 3600)) throw usageError('--timeout takes seconds from 1 to 3600');
  return value;
}
