import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { COPIED_PAGES, HOLD_STILL, withoutJournal } from './copying.js';
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

/**
 * Command that installs the binding for this Node; an installation made with an older Node lacks the binding for Node
 * 24 altogether.
 */
export function driverRemedy(nodeVersion?: string): string {
  return driverPackage(nodeVersion) === 'better-sqlite3'
    ? 'npm rebuild better-sqlite3'
    : 'npm install --include=optional';
}

/** The native binding. Rejects where it is missing, or was built for another Node. */
export async function loadBetterDriver(): Promise<SqliteDriver> {
  // Both packages have the same surface. Not imported: Node keeps 7 MB for the reader of the exports of CommonJS packages.
  const Database = createRequire(import.meta.url)(driverPackage()) as typeof BetterSqlite3;
  // Its native part is loaded by the first use only.
  new Database(':memory:').close();
  const open = (file: string | Buffer, options: BetterSqlite3.Options) => new Database(file, options);
  return {
    name: 'better-sqlite3',
    open: (file, options = {}): Connection => open(file, options),
    async copy(file, to) {
      const db = open(file, { fileMustExist: true });
      try {
        db.exec(HOLD_STILL);
        await db.backup(to, { progress: () => COPIED_PAGES });
      } finally {
        db.close();
      }
    },
    openUnchanged(file): Connection {
      return open(withoutJournal(file), { readonly: true });
    },
  };
}
