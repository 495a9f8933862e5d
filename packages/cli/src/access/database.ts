import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type Actor, type Auth, type AuthProblem, createAuth, type Result } from '@ccu-gateway/auth-core';
import {
  actingAsOwner,
  DATABASE_FILE,
  openStorage,
  type SharedStores,
  type Storage,
  StorageError,
} from '@ccu-gateway/storage';
import type { Context } from '../context/context.js';
import { CliError, EXIT, type ExitCode, LOOK_FIRST } from '../terminal/exit.js';
import type { AccessAdmin } from './access.js';
import { openStores, SHARED_VARIABLE } from './shared.js';

/** Accounts and tokens, opened beside a running gateway or without one: in the file of a data directory, or where its fleet has them. */
export interface Offline {
  readonly stores: SharedStores;
  /** For people. */
  readonly where: string;
  /** What the gateway of this machine keeps for itself; undefined where none ran. */
  readonly file: Storage | undefined;
  readonly auth: Auth;
  readonly actor: Actor;
}

/**
 * Opens the database, runs `body` and closes it whatever happens. Only with `create`, and only in a directory that was
 * named, one that is missing is made: anything else would speak of a house that is not there. @throws CliError
 */
export async function withDatabase<T>(
  context: Context,
  body: (offline: Offline) => Promise<T>,
  { create = false }: { readonly create?: boolean } = {},
): Promise<T> {
  const { path, explicit } = context.dataDir();
  return await actingAsOwner(path, () => onDatabase(context, body, { path, mayMake: create && explicit }));
}

async function onDatabase<T>(
  context: Context,
  body: (offline: Offline) => Promise<T>,
  { path, mayMake }: { readonly path: string; readonly mayMake: boolean },
): Promise<T> {
  const isThere = existsSync(join(path, DATABASE_FILE));
  const isShared = Boolean(context.io.env[SHARED_VARIABLE]);
  if (!isThere && !isShared && !mayMake) {
    throw new CliError(EXIT.notFound, 'database_missing', `there is no database in ${path}`, {
      fix: 'name the data directory with --data-dir or --config, or set CCU_GATEWAY_URL and CCU_GATEWAY_TOKEN',
    });
  }
  const file = isThere || !isShared ? await open(context, path) : undefined;
  try {
    const { stores, where, close } = await openStores(context.io, file);
    try {
      context.output.note(`editing ${where} directly`);
      const auth = createAuth({ roleGates: 'enforced', stores: stores.auth, audit: stores.audit.sink });
      const actor = { subject: `cli:${osUser()}`, scheme: 'cli', peer: 'local' } as const;
      try {
        return await body({ stores, where, file, auth, actor });
      } finally {
        auth.close();
      }
    } finally {
      await close();
    }
  } catch (error) {
    throw error instanceof StorageError ? storageError(error) : error;
  } finally {
    file?.close();
  }
}

export function accessOnDatabase({ auth, actor, where }: Offline): AccessAdmin {
  return {
    via: 'database',
    house: where,
    listTokens: async () => taken(await auth.tokens.list()),
    mintToken: async ({ subject, role, expiresInDays }) =>
      taken(
        await auth.tokens.create(
          { subject, role, ...(expiresInDays !== null && { expires_in_days: expiresInDays }) },
          actor,
        ),
      ),
    revokeToken: async (fingerprint) => void taken(await auth.tokens.revoke(fingerprint, actor)),
    listUsers: async () =>
      taken(await auth.users.list()).map(({ subject, ...user }) => ({ ...user, username: subject })),
    addUser: async (input) => void taken(await auth.users.create(input, actor)),
    setPassword: async (username, password) => void taken(await auth.users.update(username, { password }, actor)),
    setRole: async (username, role) => void taken(await auth.users.update(username, { role }, actor)),
    setDisabled: async (username, disabled) => void taken(await auth.users.update(username, { disabled }, actor)),
    deleteUser: async (username) => void taken(await auth.users.delete(username, actor)),
  };
}

async function open({ io, output }: Context, dataDir: string): Promise<Storage> {
  const notice = (event: string, fields?: Readonly<Record<string, unknown>>) =>
    output.warn(`${event} ${JSON.stringify(fields ?? {})}`);
  try {
    return await openStorage({
      dataDir,
      migrate: 'new-only',
      busyTimeoutMs: 5000,
      clock: { now: () => io.now(), after: () => () => undefined },
      log: { info: notice, warn: notice, error: notice },
    });
  } catch (error) {
    throw error instanceof StorageError ? storageError(error) : error;
  }
}

/** What access control answers. @throws CliError for what it refuses */
export function taken<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw problemError(result.problem);
}

const EXIT_OF: Readonly<Record<AuthProblem['code'], ExitCode>> = {
  bad_request: EXIT.usage,
  validation: EXIT.usage,
  payload_too_large: EXIT.usage,
  unauthorized: EXIT.auth,
  forbidden: EXIT.auth,
  not_found: EXIT.notFound,
  conflict: EXIT.conflict,
  rate_limited: EXIT.tryLater,
  service_unready: EXIT.tryLater,
  unsupported: EXIT.failed,
  upstream_unavailable: EXIT.failed,
};

function problemError({ code, reason, detail, errors }: AuthProblem): CliError {
  if (reason === 'outcome_unknown') return new CliError(EXIT.unreachable, reason, detail, { fix: LOOK_FIRST });
  const fields = (errors ?? []).map((entry) => `${entry.path}: ${entry.message}`).join('; ');
  return new CliError(EXIT_OF[code], reason, fields === '' ? detail : `${detail} (${fields})`);
}

const STORAGE_EXITS: Readonly<Record<StorageError['code'], readonly [exit: ExitCode, fix: string]>> = {
  storage_unavailable: [EXIT.failed, 'run it as the user the gateway runs as, and check --data-dir'],
  storage_schema_newer: [EXIT.conflict, 'use the version of ccu-gateway that wrote it, or a newer one'],
  storage_schema_older: [EXIT.conflict, 'start the gateway once: ccu-gateway run'],
  storage_busy: [EXIT.tryLater, 'try again in a moment'],
  storage_full: [EXIT.failed, 'make room on the disk'],
  storage_failed: [EXIT.failed, 'check the disk and the log of the gateway'],
  storage_in_use: [EXIT.conflict, 'stop the other gateway first'],
  storage_closed: [EXIT.failed, 'run the command again'],
};

function storageError(error: StorageError): CliError {
  const [exit, fix] = STORAGE_EXITS[error.code];
  return new CliError(exit, error.code, error.message, { fix });
}

function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user id that has no name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
