import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { createAuth } from '@ccu-gateway/auth-core';
import { actingAsOwner, DATABASE_FILE, openStorage, type Storage, StorageError } from '@ccu-gateway/storage';
import type { Context } from '../context/context.js';
import { CliError, EXIT, type ExitCode } from '../terminal/exit.js';
import type { Offline } from './offline.js';
import { openStores, sharedAddress } from './shared.js';

/** As `withDatabase` of `database.ts`, which loads this. */
export async function onDatabaseOf<T>(
  context: Context,
  body: (offline: Offline) => Promise<T>,
  { create = false }: { readonly create?: boolean } = {},
): Promise<T> {
  const { path, explicit } = await context.dataDir();
  return await actingAsOwner(path, () => onDatabase(context, body, { path, mayMake: create && explicit }));
}

async function onDatabase<T>(
  context: Context,
  body: (offline: Offline) => Promise<T>,
  { path, mayMake }: { readonly path: string; readonly mayMake: boolean },
): Promise<T> {
  const isThere = existsSync(join(path, DATABASE_FILE));
  const isShared = sharedAddress(context.io) !== undefined;
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
      const auth = createAuth({ roleChecks: 'enforced', stores: stores.auth, audit: stores.audit.sink });
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
