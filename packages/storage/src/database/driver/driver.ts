import { loadBetterDriver } from './better-driver.js';
import { toUnavailable } from './errors.js';
import { loadNodeDriver } from './node-driver.js';
import type { SqliteDriver, SqliteDriverName } from './sqlite.js';

/** Choice of the driver for the files. `auto`: the native binding if it can be loaded, else the one of Node. */
export type SqliteDriverChoice = 'auto' | SqliteDriverName;

/**
 * Loads a driver on use: where none can be, the rest of the program must go on.
 * @throws StorageError `storage_unavailable`
 *
 * @example
 * const sqlite = await loadSqlite('auto');
 * const storage = await openStorage({ dataDir, sqlite });
 */
export async function loadSqlite(choice: SqliteDriverChoice = 'auto'): Promise<SqliteDriver> {
  try {
    return await load(choice);
  } catch (error) {
    throw toUnavailable(error);
  }
}

async function load(choice: SqliteDriverChoice): Promise<SqliteDriver> {
  if (choice === 'node') return loadNodeDriver();
  if (choice === 'better-sqlite3') return loadBetterDriver();
  try {
    return await loadBetterDriver();
  } catch (error) {
    return loadNodeDriver().catch(() => {
      // That an older Node brings none is no news; why the binding is missing is.
      throw error;
    });
  }
}
