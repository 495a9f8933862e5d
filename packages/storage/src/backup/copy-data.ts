import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadSqlite } from '../database/driver/driver.js';
import { StorageError, toUnavailable } from '../database/driver/errors.js';
import type { SqliteDriver } from '../database/driver/sqlite.js';
import { createPrivate } from '../database/files.js';
import { schemaVersion } from '../database/migrations.js';
import { restorePending } from '../database/restore-files.js';
import { DATA_FILES } from './data-files.js';

/** A file of the data directory, copied. */
export interface DataCopy {
  /** Its name in the data directory. */
  readonly name: string;
  /** Path of the copy. */
  readonly path: string;
  /** Number of its applied schema steps. */
  readonly schema: number;
}

/**
 * Copies the files of SQLite as each is at one moment, also while a gateway writes to them, and checks that each copy
 * is whole. Files that a gateway may lack are left out if they are missing.
 * @throws StorageError, and the caller has to remove the copied files
 *
 * @example
 * const copies = await copyData({ dataDir, into, files: ['ccu-gateway.db', 'matter.db'] });
 */
export async function copyData(options: {
  readonly dataDir: string;
  /** A directory that is there. */
  readonly into: string;
  readonly files: readonly string[];
  readonly sqlite?: SqliteDriver | undefined;
}): Promise<readonly DataCopy[]> {
  const { dataDir, into } = options;
  try {
    const sqlite = options.sqlite ?? (await loadSqlite());
    if (restorePending(dataDir)) {
      throw new StorageError('storage_unavailable', `a restore into ${dataDir} was interrupted`, {
        remedy: 'start the gateway once, which brings the restore to its end',
      });
    }
    const copies: DataCopy[] = [];
    for (const name of options.files) {
      const from = join(dataDir, name);
      if (DATA_FILES[name]?.optional === true && !existsSync(from)) continue;
      const path = join(into, name);
      createPrivate(path, into);
      await sqlite.copy(from, path);
      copies.push({ name, path, schema: checkCopy(path, name, sqlite) });
    }
    return copies;
  } catch (error) {
    throw toUnavailable(error);
  }
}

/**
 * Reads a copy to its end, and answers its schema.
 * @throws StorageError when it is damaged, empty or of a newer version
 *
 * @example
 * const schema = checkCopy('/tmp/copy/matter.db', 'matter.db', await loadSqlite());
 */
export function checkCopy(path: string, name: string, sqlite: SqliteDriver): number {
  if (statSync(path).size === 0) throw damaged(name, 'it is empty');
  const db = sqlite.open(path, { fileMustExist: true });
  try {
    // Alone as it is, it needs no journal beside it.
    db.pragma('journal_mode = DELETE');
    const schema = schemaVersion(db);
    if (schema === 0) throw damaged(name, 'there is no schema in it');
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw damaged(name, 'a page of it cannot be read');
    const known = DATA_FILES[name]?.schema ?? 0;
    if (schema > known) {
      throw new StorageError(
        'storage_schema_newer',
        `${name} was written by a newer version (schema ${schema}, this program knows ${known})`,
      );
    }
    return schema;
  } finally {
    db.close();
  }
}

function damaged(name: string, what: string): StorageError {
  return new StorageError('storage_unavailable', `${name} is damaged: ${what}`, { damaged: true });
}
