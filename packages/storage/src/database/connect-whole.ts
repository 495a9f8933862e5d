import { existsSync, statSync } from 'node:fs';
import { connect } from './connection.js';
import { StorageError, toUnavailable } from './driver/errors.js';
import type { Connection, SqliteDriver } from './driver/sqlite.js';
import { schemaVersion } from './migrations.js';

/**
 * Opens a database that must have been whole once. A database of `createDatabase` has contents and a schema, so a file
 * without them has lost them; it must not be taken for a new installation.
 * @throws StorageError `storage_unavailable` when it is damaged
 */
export async function connectWhole(
  file: string,
  options: { readonly busyTimeoutMs: number; readonly sqlite?: SqliteDriver | undefined },
): Promise<Connection> {
  if (!existsSync(file)) throw damaged('its file is gone, only the journal of it is there');
  if (statSync(file).size === 0) throw damaged('its file is empty');
  const db = await connect(file, { durability: 'full', ...options });
  try {
    if (schemaVersion(db) === 0) throw damaged('there is no schema in it');
    const found = db.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw damaged('a page of it cannot be read');
    return db;
  } catch (error) {
    db.close();
    throw toUnavailable(error);
  }
}

function damaged(what: string): StorageError {
  return new StorageError('storage_unavailable', `the database is damaged: ${what}`, { damaged: true });
}
