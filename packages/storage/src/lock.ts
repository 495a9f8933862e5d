import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { StorageError, toUnavailable } from './errors.js';

const LOCK_FILE = 'daemon.lock';

export interface DataDirLock {
  release(): void;
}

/**
 * Claims a data directory for one running gateway: two would give out the same event numbers. It is a lock of the
 * operating system on a file of SQLite, so it is gone with the process, however that ends. The directory is created when
 * missing: the lock comes before anything else in it.
 * @throws StorageError `storage_in_use`
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = join(dataDir, LOCK_FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    const db = await openExclusively(file);
    if (db === undefined) throw new StorageError('storage_in_use', 'another gateway runs on this data directory');
    return { release: () => void db.close() };
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** Whether a gateway runs on this data directory right now. */
export async function isDataDirLocked(dataDir: string): Promise<boolean> {
  const file = join(dataDir, LOCK_FILE);
  try {
    if (!existsSync(file)) return false;
    const db = await openExclusively(file);
    db?.close();
    return db === undefined;
  } catch (error) {
    throw toUnavailable(error);
  }
}

async function openExclusively(file: string): Promise<BetterSqlite3.Database | undefined> {
  const { default: Database } = await import('better-sqlite3');
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}
