import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadSqlite } from './driver/driver.js';
import { StorageError, toUnavailable } from './driver/errors.js';
import type { Connection, SqliteDriver } from './driver/sqlite.js';
import { DATABASE_FILE } from './files.js';
import { MIGRATIONS, schemaVersion } from './migrations.js';

/**
 * Reads the database as it lies there, where the directory takes no file any more: SQLite needs one beside the database
 * even to read it. Every write is refused. Undefined where the file alone does not tell everything: none is there, its journal
 * holds newer changes, say a revoked token, or it has another schema.
 * @throws StorageError
 */
export async function readOnlyCopy(
  dataDir: string,
  { sqlite }: { readonly sqlite?: SqliteDriver | undefined } = {},
): Promise<Connection | undefined> {
  const file = join(dataDir, DATABASE_FILE);
  try {
    if (!existsSync(file) || (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined;
    if (statSync(file).size === 0) return undefined;
    const db = (sqlite ?? (await loadSqlite())).openUnchanged(file);
    if (schemaVersion(db) === MIGRATIONS.length && db.pragma('quick_check(1)', { simple: true }) === 'ok') return db;
    db.close();
    return undefined;
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** The obstacle to writes is also the reason for the copy. */
export function onlyRead(because: StorageError): StorageError {
  return new StorageError(because.code, `${because.message}; stored data can be read and not changed`, {
    cause: because,
  });
}
