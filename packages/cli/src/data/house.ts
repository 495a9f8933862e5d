import { CliError, EXIT, usageError } from '../terminal/exit.js';

/** Options and variables that choose an installation. */
export interface HouseChoice {
  readonly urlFlag: string | undefined;
  readonly urlVariable: string | undefined;
  /** `--data-dir` or `--config`, as typed. */
  readonly databaseFlag: string | undefined;
  readonly offline: boolean;
  readonly tokenFlag: boolean;
  readonly hasToken: boolean;
  /** `--context`. */
  readonly contextFlag?: boolean | undefined;
  /** Name of the login that applies when neither flags nor environment name an installation. */
  readonly login?: string | undefined;
}

/**
 * Refuses a command line that names two installations, because none of them is certainly the intended one. @throws
 * CliError
 */
export function checkChoice(choice: HouseChoice): void {
  const { urlFlag, urlVariable, databaseFlag, offline, tokenFlag } = choice;
  const other = urlFlag !== undefined ? '--url' : offline ? '--offline' : databaseFlag;
  if (choice.contextFlag && other !== undefined) {
    throw usageError(`--context names a gateway and ${other} another house`, 'leave one of them out');
  }
  if (offline && urlFlag !== undefined) {
    throw usageError('--url names a gateway and --offline the database of this machine', 'leave one of them out');
  }
  if (offline && tokenFlag) {
    throw usageError('--offline works on the database, which takes no token', 'leave --offline or --token-stdin out');
  }
  if (databaseFlag !== undefined && urlFlag !== undefined) {
    throw usageError(`--url names a gateway and ${databaseFlag} a database`, 'leave one of them out');
  }
  if (databaseFlag !== undefined && urlVariable !== undefined && !offline) {
    throw usageError(
      `CCU_GATEWAY_URL names a gateway and ${databaseFlag} a database`,
      `add --offline to work on the database, or leave ${databaseFlag} out`,
    );
  }
}

/**
 * Where a command works that can do so on a gateway and on a database. A command line that names a gateway never gets the
 * database of this machine instead. @throws CliError
 */
export function placeOf(choice: HouseChoice): 'gateway' | 'database' {
  const url = nameOfUrl(choice);
  if (choice.offline) return 'database';
  if (url === undefined && choice.login !== undefined) return 'gateway';
  if (url === undefined) {
    if (!choice.tokenFlag) return 'database';
    throw usageError('--token-stdin is for a gateway, and none is named', 'name it with --url or CCU_GATEWAY_URL');
  }
  if (choice.hasToken || choice.login !== undefined) return 'gateway';
  throw new CliError(
    EXIT.auth,
    'token_required',
    `${url} names the gateway ${choice.urlFlag ?? choice.urlVariable}, and an API token of it is missing; nothing was done`,
    {
      fix: `ccu-gateway login --url ${choice.urlFlag ?? choice.urlVariable}, or set CCU_GATEWAY_TOKEN; for the database of this machine ${url === '--url' ? 'leave --url out' : 'add --offline'}`,
    },
  );
}

/** @throws CliError when a gateway is named to a command that only knows the database of this machine */
export function requireDatabase(command: string, choice: HouseChoice): void {
  const login = choice.login === undefined ? undefined : `the login "${choice.login}"`;
  const named = nameOfUrl(choice) ?? (choice.tokenFlag ? '--token-stdin' : login);
  if (named === undefined || choice.offline) return;
  throw new CliError(
    EXIT.usage,
    'offline_only',
    `${command} works on the database of this machine only, and ${named} speaks of a gateway; nothing was done`,
    {
      fix: `run it where the gateway keeps its data, ${named.startsWith('--') ? `without ${named}` : 'with --offline'}`,
    },
  );
}

/** @throws CliError when a database is named to a command that only a running gateway can answer */
export function requireGateway({ offline, databaseFlag }: HouseChoice): void {
  const flag = offline ? '--offline' : databaseFlag;
  if (flag === undefined) return;
  throw new CliError(EXIT.usage, 'online_only', `this needs a running gateway, and ${flag} speaks of a database`, {
    fix: `leave ${flag} out and name the gateway with --url`,
  });
}

function nameOfUrl({ urlFlag, urlVariable }: HouseChoice): string | undefined {
  return urlFlag !== undefined ? '--url' : urlVariable !== undefined ? 'CCU_GATEWAY_URL' : undefined;
}
