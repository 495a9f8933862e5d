import type BetterSqlite3 from 'better-sqlite3';
import { withoutJournal } from './files.js';
import type { Connection, SqliteDriver } from './sqlite.js';

/** From here on the headers of Node let version 12 abort the process when a statement is collected. */
const FIRST_NODE_FOR_NAPI = 24;

/**
 * The package of the SQLite binding for this Node: version 12, which still runs on Node 20, or version 13 (Node-API), which
 * needs Node 22. Both are installed where they can be.
 */
export function driverPackage(nodeVersion: string = process.versions.node): 'better-sqlite3' | 'better-sqlite3-napi' {
  return Number.parseInt(nodeVersion, 10) >= FIRST_NODE_FOR_NAPI ? 'better-sqlite3-napi' : 'better-sqlite3';
}

/** The native binding. Rejects where it is missing, or was built for another Node. */
export async function loadBetterDriver(): Promise<SqliteDriver> {
  const name = driverPackage();
  const { default: Database } =
    name === 'better-sqlite3'
      ? await import('better-sqlite3')
      : // The same package under another name, which brings no types.
        ((await import(name)) as { readonly default: typeof BetterSqlite3 });
  // Its native part is loaded by the first use only.
  new Database(':memory:').close();
  const open = (file: string | Buffer, options: BetterSqlite3.Options): Connection => new Database(file, options);
  return {
    name: 'better-sqlite3',
    open: (file, options = {}) => open(file, options),
    openUnchanged(file) {
      return open(withoutJournal(file), { readonly: true });
    },
  };
}
