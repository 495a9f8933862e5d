import { driverPackage, loadBetterDriver } from './better-driver.js';
import { loadNodeDriver } from './node-driver.js';
import type { SqliteDriver, SqliteDriverName } from './sqlite.js';

/** Which driver opens the files. `auto`: the native binding where it can be loaded, else the one of Node. */
export type SqliteDriverChoice = 'auto' | SqliteDriverName;

/**
 * Loads a driver on use: where none can be, the rest of the program must go on.
 * @throws what the module loader says
 *
 * @example
 * const sqlite = await loadSqlite('auto');
 * const storage = await openStorage({ dataDir, sqlite });
 */
export async function loadSqlite(choice: SqliteDriverChoice = 'auto'): Promise<SqliteDriver> {
  if (choice === 'node') return loadNodeDriver();
  if (choice === 'better-sqlite3') return loadBetterDriver();
  try {
    return await loadBetterDriver();
  } catch (error) {
    return loadNodeDriver().catch(() => {
      // That Node brings none is no news; why the binding is missing is.
      throw error;
    });
  }
}

/** What brings a driver to this Node; an installation made with an older Node lacks the binding for Node 24 altogether. */
export function driverRemedy(nodeVersion?: string): string {
  return driverPackage(nodeVersion) === 'better-sqlite3'
    ? 'npm rebuild better-sqlite3'
    : 'npm install --include=optional';
}
