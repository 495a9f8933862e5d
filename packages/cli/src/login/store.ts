import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';

/** A gateway that `login` has opened. */
export interface Login {
  readonly url: string;
  readonly user: string;
  readonly role: string;
  /** RFC 3339; null means never. */
  readonly expiresAt: string | null;
  readonly token?: string;
  /** By which the token is revoked at logout. */
  readonly tokenFingerprint?: string;
  readonly session?: Session;
  /** Of the certificate, where the system does not judge it. */
  readonly fingerprint?: string;
  /** Absolute path of a PEM file. */
  readonly ca?: string;
}

/** Cookies of a session. */
export interface Session {
  readonly cookie: string;
  readonly csrf: string;
}

export interface Logins {
  readonly current: string | undefined;
  readonly gateways: Readonly<Record<string, Login>>;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** True for a valid name of a gateway. */
export const isName = (text: string) => NAME.test(text);

/** @throws CliError */
export function checkName(name: string): string {
  if (isName(name)) return name;
  throw usageError('the name of a gateway has letters, digits, dots, dashes and underlines', 'for example home');
}

/** In the directory of the account; undefined where the environment names none. */
function loginsFile({ env }: Pick<CliIo, 'env'>): string | undefined {
  const config = env.XDG_CONFIG_HOME || env.APPDATA || (env.HOME && join(env.HOME, '.config'));
  return config ? join(config, 'ccu-gateway', 'logins.json') : undefined;
}

/** @throws CliError where the file is damaged, or others may read it */
export function readLogins(io: Pick<CliIo, 'env'>): Logins {
  const file = loginsFile(io);
  const none = { current: undefined, gateways: {} };
  if (file === undefined) return none;
  let text: string;
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new CliError(EXIT.auth, 'logins_exposed', `${file} holds tokens, and other users may read it`, {
        fix: `chmod 600 ${file}, and revoke its tokens where others have read it`,
      });
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none;
    throw error instanceof CliError ? error : damaged(file, (error as NodeJS.ErrnoException).code ?? 'unknown error');
  }
  return parsed(text, file);
}

export function loginOf({ gateways }: Logins, name: string): Login | undefined {
  return Object.hasOwn(gateways, name) ? gateways[name] : undefined;
}

/** Replaces the file as a whole, so that an interruption leaves one of the two. @throws CliError */
export function writeLogins(io: Pick<CliIo, 'env'>, { current, gateways }: Logins): string {
  const file = loginsFile(io);
  if (file === undefined) {
    throw new CliError(EXIT.failed, 'no_home', 'there is no directory of this account to keep a login in', {
      fix: 'set HOME or XDG_CONFIG_HOME',
    });
  }
  const next = `${file}.${process.pid}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(next, `${JSON.stringify({ version: 1, current, gateways }, undefined, 2)}\n`, {
      mode: 0o600,
      flag: 'w',
    });
    chmodSync(next, 0o600);
    renameSync(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new CliError(EXIT.failed, 'logins_unwritten', `${file} cannot be written (${why})`, {
      fix: 'make its directory writable for this account',
    });
  }
  return file;
}

function parsed(text: string, file: string): Logins {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(file, 'it is no JSON');
  }
  if (!isRecord(value) || value.version !== 1 || !isRecord(value.gateways))
    throw damaged(file, 'it is of another kind');
  const gateways = Object.entries(value.gateways).map(([name, entry]) => [name, login(entry, file)] as const);
  return {
    current: typeof value.current === 'string' ? value.current : undefined,
    gateways: Object.fromEntries(gateways),
  };
}

function login(entry: unknown, file: string): Login {
  if (!isRecord(entry) || typeof entry.url !== 'string') throw damaged(file, 'a gateway in it has no url');
  const { session } = entry;
  const text = (name: string) => (typeof entry[name] === 'string' ? { [name]: entry[name] } : {});
  return {
    url: entry.url,
    user: typeof entry.user === 'string' ? entry.user : '-',
    role: typeof entry.role === 'string' ? entry.role : '-',
    expiresAt: typeof entry.expiresAt === 'string' ? entry.expiresAt : null,
    ...text('token'),
    ...text('tokenFingerprint'),
    ...text('fingerprint'),
    ...text('ca'),
    ...(isRecord(session) && typeof session.cookie === 'string' && typeof session.csrf === 'string'
      ? { session: { cookie: session.cookie, csrf: session.csrf } }
      : {}),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function damaged(file: string, why: string): CliError {
  return new CliError(EXIT.failed, 'logins_unreadable', `${file} cannot be used (${why})`, {
    fix: 'mend or delete it, and log in again: ccu-gateway login',
  });
}
