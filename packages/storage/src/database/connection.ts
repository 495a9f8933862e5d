import { dirname } from 'node:path';
import { loadSqlite } from './driver/driver.js';
import { StorageError, toStorageError, toUnavailable } from './driver/errors.js';
import type { Connection, SqliteDriver } from './driver/sqlite.js';
import { asOwner } from './owner.js';

/** Size that a journal keeps after its contents are in the database. */
export const JOURNAL_BYTES = 16 * 1024 * 1024;

/** Pages that a connection keeps in memory, unless its driver has another bound. */
const CACHE_KIB = 2_000;

/**
 * Opens a file that exists. `full` waits for the disk at every commit, as irreversible changes (a revoked token) need;
 * `normal` survives a crash of the program but may lose the last moments when the power goes.
 * @throws StorageError
 */
export async function connect(
  file: string,
  options: {
    readonly durability: 'full' | 'normal';
    readonly busyTimeoutMs: number;
    /** Of a file that is empty yet; any other keeps the size it was made with. */
    readonly pageBytes?: number;
    /** Default: the one that can be loaded. */
    readonly sqlite?: SqliteDriver | undefined;
  },
): Promise<Connection> {
  try {
    const sqlite = options.sqlite ?? (await loadSqlite());
    return asOwner(dirname(file), () => connectNow(file, sqlite, options));
  } catch (error) {
    throw toUnavailable(error);
  }
}

function connectNow(
  file: string,
  sqlite: SqliteDriver,
  options: Pick<Parameters<typeof connect>[1], 'durability' | 'busyTimeoutMs' | 'pageBytes'>,
): Connection {
  const db = sqlite.open(file, { timeout: options.busyTimeoutMs, fileMustExist: true });
  try {
    if (options.pageBytes !== undefined) db.pragma(`page_size = ${options.pageBytes}`);
    const mode = db.pragma('journal_mode = WAL', { simple: true });
    if (mode !== 'wal') throw new StorageError('storage_unavailable', 'the file system of the database cannot do WAL');
    db.pragma(`synchronous = ${options.durability.toUpperCase()}`);
    // A checkpoint waits for the disk: `startCheckpoints` makes them elsewhere.
    db.pragma('wal_autocheckpoint = 0');
    // A burst, or a reader that held a checkpoint up, must not leave its journal on the disk for good.
    db.pragma(`journal_size_limit = ${sqlite.journalBytes ?? JOURNAL_BYTES}`);
    // better-sqlite3 has 16 MB, which the check of a full database at the start fills. Reading takes no longer with 2 MB.
    db.pragma(`cache_size = -${sqlite.cacheKib ?? CACHE_KIB}`);
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Sets the time for which a write waits for another process; the program stands still meanwhile. */
export function waitForOthers(db: Connection, ms: number): void {
  db.pragma(`busy_timeout = ${ms}`);
}

/** Refuses at once when another process is writing. */
export function withoutWaiting<T>(db: Connection, work: () => T): T {
  return waitingAtMost(db, 0, work);
}

/** Stands still for the lock of another process, for this piece of work only. */
export function waitingAtMost<T>(db: Connection, ms: number, work: () => T): T {
  const before = db.pragma('busy_timeout', { simple: true }) as number;
  waitForOthers(db, ms);
  try {
    return work();
  } finally {
    waitForOthers(db, before);
  }
}

/** Makes a synchronous piece of database work a promise with stable error codes. */
export function guarded<Arguments extends readonly unknown[], Answer>(
  work: (...args: Arguments) => Answer,
): (...args: Arguments) => Promise<Answer> {
  return async (...args) => {
    try {
      return work(...args);
    } catch (error) {
      throw toStorageError(error);
    }
  };
}
