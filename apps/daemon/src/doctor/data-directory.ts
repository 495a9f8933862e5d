import { accessSync, constants, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '@ccu-gateway/gateway-core/parts';
import type { DataDirectoryFacts, OddFile } from '@ccu-gateway/gateway-core/use-cases';
import { examineDatabase, lookAtLock, restrictRights, type SqliteDriver, StorageError } from '@ccu-gateway/storage';
import { nearest } from './machine.js';

/** Files with accounts, tokens, sealed passwords or keys. */
const SECRET = /^(?:(?:ccu-gateway|events|history|matter)\.db(?:[.-].*)?|secret\.key(?:\.new)?)$/;

/** User of this process; undefined on a system without users. */
export type UserId = number | undefined;

/** State of a data directory without a gateway. Nothing in it is changed. */
export async function dataDirectoryOf(
  path: string,
  key: DataDirectoryFacts['key'],
  { sqlite, user = process.getuid?.() }: { readonly sqlite: SqliteDriver | undefined; readonly user?: UserId },
): Promise<DataDirectoryFacts> {
  const state = stateOf(path);
  if (state !== 'ok' && state !== 'not_writable') {
    return { path, state, odd: [], lock: { state: 'free' }, database: { state: 'none' }, key };
  }
  return {
    path,
    state,
    odd: oddFiles(path, user),
    lock: await lockOf(path, sqlite),
    database: await examineDatabase(path, { sqlite }),
    key,
  };
}

function stateOf(path: string): DataDirectoryFacts['state'] {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return mayWrite(nearest(path)) ? 'missing' : 'cannot_be_made';
    if (!found.isDirectory()) return 'no_directory';
    return mayWrite(path) ? 'ok' : 'not_writable';
  } catch {
    return 'cannot_be_made';
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Files that others may read, and those of another user than the owner of the directory. */
export function oddFiles(path: string, user: UserId): readonly OddFile[] {
  const directory = statSync(path);
  // Root may examine the directory of a service user, but must leave none of its own files in it.
  const owner = user === 0 ? directory.uid : user;
  const odd = (file: string, found: Stats, openBits: number): readonly OddFile[] => [
    ...((found.mode & openBits) === 0 ? [] : [{ path: file, is: 'open_to_others' as const }]),
    ...(owner === undefined || found.uid === owner ? [] : [{ path: file, is: 'of_another_user' as const }]),
  ];
  const inside = names(path)
    .filter((name) => SECRET.test(name))
    .flatMap((name) => {
      const file = join(path, name);
      // A link there could point to a file that must not be made private.
      const found = lstatSync(file, { throwIfNoEntry: false });
      return found === undefined || found.isSymbolicLink() ? [] : odd(file, found, 0o077);
    });
  return [...odd(path, directory, 0o022), ...inside];
}

function names(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

async function lockOf(path: string, sqlite: SqliteDriver | undefined): Promise<DataDirectoryFacts['lock']> {
  try {
    const { held, process } = await lookAtLock(path, { sqlite });
    return held ? { state: 'held', ...defined({ process }) } : { state: 'free' };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return { state: 'unknown' };
  }
}

/** Makes safe repairs: creates the directory, and removes the rights of others on secrets. Returns its changes. */
export function mendDataDirectory({ path, state, odd }: DataDirectoryFacts): readonly string[] {
  const done: string[] = [];
  if (state === 'missing') {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    done.push(`made the directory ${path}`);
  }
  for (const { path: file, is } of odd) {
    if (is !== 'open_to_others') continue;
    if (restrictRights(file, file === path ? 0o755 : 0o700) === undefined) continue;
    done.push(`took the rights of other users on ${file} away`);
  }
  return done;
}
