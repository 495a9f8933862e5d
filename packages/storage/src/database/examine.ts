import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadSqlite } from './driver/driver.js';
import { toUnavailable } from './driver/errors.js';
import type { Connection, SqliteDriver } from './driver/sqlite.js';
import { DATABASE_FILE } from './files.js';
import { MIGRATIONS, schemaVersion } from './migrations.js';

/** Result of an examination of a data directory's database. */
export interface DatabaseExamination {
  readonly state: 'none' | 'ok' | 'damaged' | 'newer' | 'unreadable' | 'no_driver';
  /** The fault, without stored values. */
  readonly message?: string;
  /** The command that ends it, where there is one. */
  readonly remedy?: string;
  readonly bytes?: number;
  /** Number of its schema, where it could be read. */
  readonly schema?: number;
}

/** Number of the schema that this version reads and writes. */
export const DATABASE_SCHEMA = MIGRATIONS.length;

/** Time for which it waits for a program that writes at that moment. */
const BUSY_MS = 1_000;

/**
 * Looks whether the database is whole and of this version, also beside a running gateway and where it cannot be opened. It
 * changes nothing in it and rejects never.
 *
 * @example
 * const { state, message } = await examineDatabase('/var/lib/ccu-gateway');
 */
export async function examineDatabase(
  dataDir: string,
  options: { readonly sqlite?: SqliteDriver | undefined } = {},
): Promise<DatabaseExamination> {
  const file = join(dataDir, DATABASE_FILE);
  let sqlite: SqliteDriver;
  try {
    if (!existsSync(file)) return { state: 'none' };
    sqlite = options.sqlite ?? (await loadSqlite());
  } catch (error) {
    const { message, remedy } = toUnavailable(error);
    return { state: 'no_driver', message, ...(remedy === undefined ? {} : { remedy }) };
  }
  try {
    return look(file, sqlite);
  } catch (error) {
    const { message, damaged, remedy } = toUnavailable(error);
    return { state: damaged ? 'damaged' : 'unreadable', message, ...(remedy === undefined ? {} : { remedy }) };
  }
}

function look(file: string, sqlite: SqliteDriver): DatabaseExamination {
  const bytes = statSync(file).size;
  if (bytes === 0) return { state: 'damaged', message: 'its file is empty', bytes };
  const db = openToLook(file, sqlite);
  try {
    const version = schemaVersion(db);
    if (version > DATABASE_SCHEMA)
      return {
        state: 'newer',
        message: `its schema is ${version}, this version knows ${DATABASE_SCHEMA}`,
        bytes,
        schema: version,
      };
    if (version === 0) return { state: 'damaged', message: 'there is no schema in it', bytes };
    const whole = db.pragma('quick_check(1)', { simple: true }) === 'ok';
    if (!whole) return { state: 'damaged', message: 'a page of it cannot be read', bytes, schema: version };
    return { state: 'ok', bytes, schema: version };
  } finally {
    db.close();
  }
}

/** Opens a database that is there to read it, also while a gateway writes; no statement can change it. */
export function openToLook(file: string, sqlite: SqliteDriver): Connection {
  const hasJournal = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  // Without a journal the file is complete, and no file is put beside it.
  if (!hasJournal) return sqlite.openUnchanged(file);
  const db = sqlite.open(file, { timeout: BUSY_MS, fileMustExist: true });
  db.pragma('query_only = ON');
  return db;
}
