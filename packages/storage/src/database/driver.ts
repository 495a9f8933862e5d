import type BetterSqlite3 from 'better-sqlite3';

/** From here on the headers of Node let version 12 abort the process when a statement is collected. */
const FIRST_NODE_FOR_NAPI = 24;

/**
 * The package of the SQLite binding for this Node: version 12, which still runs on Node 20, or version 13 (Node-API), which
 * needs Node 22 and is installed where it can be.
 */
export function driverPackage(nodeVersion: string = process.versions.node): 'better-sqlite3' | 'better-sqlite3-napi' {
  return Number.parseInt(nodeVersion, 10) >= FIRST_NODE_FOR_NAPI ? 'better-sqlite3-napi' : 'better-sqlite3';
}

/** What brings the binding for this Node; an installation made with an older Node lacks the one for Node 24 altogether. */
export function driverRemedy(nodeVersion?: string): string {
  return driverPackage(nodeVersion) === 'better-sqlite3'
    ? 'npm rebuild better-sqlite3'
    : 'npm install --include=optional';
}

/** Loads the binding on use: a missing native module must leave the rest of the program running. */
export async function loadDriver(): Promise<typeof BetterSqlite3> {
  const name = driverPackage();
  const { default: driver } =
    name === 'better-sqlite3'
      ? await import('better-sqlite3')
      : ((await import(name)) as { readonly default: typeof BetterSqlite3 });
  return driver;
}
