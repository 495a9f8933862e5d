import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadSqlite } from './driver.js';
import { StorageError, toUnavailable } from './errors.js';
import type { Connection, SqliteDriver } from './sqlite.js';

const LOCK_FILE = 'daemon.lock';
/** Only for people: which process has the lock. */
const PID_FILE = 'daemon.pid';
/** Another start, or a program that looks, has the lock for a moment: a start in that moment must not fail. */
const TRIES = 5;
const RETRY_EVERY_MS = 20;

/** A data directory that this process has claimed. */
export interface DataDirLock {
  /** Lets another process claim the directory. */
  release(): void;
}

/**
 * Claims a data directory for one running gateway: two would give out the same event numbers. It is a lock of the
 * operating system on a file of SQLite, so it is gone with the process, however that ends. The directory is created
 * when missing: the lock comes before anything else in it.
 * @throws StorageError `storage_in_use`, `storage_unavailable`, `storage_full`
 *
 * @example
 * const lock = await lockDataDir(dataDir);
 * const storage = await openStorage({ dataDir });
 * storage.close();
 * lock.release();
 */
export async function lockDataDir(
  dataDir: string,
  { sqlite }: { readonly sqlite?: SqliteDriver | undefined } = {},
): Promise<DataDirLock> {
  const file = join(dataDir, LOCK_FILE);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    // A file that may only be read is never locked exclusively, although SQLite says it is.
    accessSync(file, constants.W_OK);
    const db = await claim(sqlite ?? (await loadSqlite()), file);
    if (db === undefined) throw new StorageError('storage_in_use', inUse(dataDir));
    writePid(dataDir);
    return {
      release() {
        rmSync(join(dataDir, PID_FILE), { force: true });
        db.close();
      },
    };
  } catch (error) {
    throw toUnavailable(error);
  }
}

async function claim(sqlite: SqliteDriver, file: string): Promise<Connection | undefined> {
  for (let tried = 1; tried < TRIES; tried += 1) {
    const db = openExclusively(sqlite, file);
    if (db !== undefined) return db;
    await pause(RETRY_EVERY_MS);
  }
  return openExclusively(sqlite, file);
}

function inUse(dataDir: string): string {
  const pid = readPid(dataDir);
  return `another gateway${pid === undefined ? '' : ` (process ${pid})`} runs on the data directory ${dataDir}`;
}

/** The lock holds without it, so a disk that is full must not keep the gateway from starting. */
function writePid(dataDir: string): void {
  try {
    writeFileSync(join(dataDir, PID_FILE), `${process.pid}\n`, { mode: 0o600 });
  } catch {
    // Then the message of a second gateway is without it.
  }
}

function readPid(dataDir: string): string | undefined {
  try {
    return /^\d{1,10}$/.exec(readFileSync(join(dataDir, PID_FILE), 'utf8').trim())?.[0];
  } catch {
    return undefined;
  }
}

function openExclusively(sqlite: SqliteDriver, file: string): Connection | undefined {
  const db = sqlite.open(file, { timeout: 0 });
  try {
    // The lock needs no journal, and a full disk has no room for one.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}
