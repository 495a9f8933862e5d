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
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadSqlite } from './driver/driver.js';
import { StorageError, toUnavailable } from './driver/errors.js';
import type { Connection, SqliteDriver } from './driver/sqlite.js';
import { asOwner } from './owner.js';
import { finishRestore } from './pending-restore.js';

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
 * when missing: the lock comes before anything else in it. A restore that was interrupted is brought to its end.
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
    const driver = sqlite ?? (await loadSqlite());
    asOwner(dataDir, () => {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
      // A read-only file is never locked exclusively, although SQLite reports it.
      accessSync(file, constants.W_OK);
    });
    const db = await claim(driver, file);
    if (db === undefined) throw new StorageError('storage_in_use', inUse(dataDir));
    try {
      finishRestore(dataDir);
    } catch (error) {
      db.close();
      throw error;
    }
    asOwner(dataDir, () => writePid(dataDir));
    return {
      release() {
        asOwner(dataDir, () => rmSync(join(dataDir, PID_FILE), { force: true }));
        db.close();
      },
    };
  } catch (error) {
    throw toUnavailable(error);
  }
}

/** State of the lock of a data directory, with the process that holds it. */
export interface LockLook {
  readonly held: boolean;
  readonly process?: number;
}

/**
 * Looks whether a gateway has claimed a data directory, without claiming it: nothing is made, changed or brought to its end,
 * and a start in that moment meets no more than a reader.
 * @throws StorageError `storage_unavailable`
 *
 * @example
 * const { held, process } = await lookAtLock('/var/lib/ccu-gateway');
 */
export async function lookAtLock(
  dataDir: string,
  { sqlite }: { readonly sqlite?: SqliteDriver | undefined } = {},
): Promise<LockLook> {
  const file = join(dataDir, LOCK_FILE);
  if (!existsSync(file)) return { held: false };
  try {
    const db = (sqlite ?? (await loadSqlite())).open(file, { timeout: 0, fileMustExist: true });
    try {
      if (mayRead(db)) return { held: false };
    } finally {
      db.close();
    }
  } catch (error) {
    throw toUnavailable(error);
  }
  const pid = readPid(dataDir);
  return { held: true, ...(pid === undefined ? {} : { process: Number(pid) }) };
}

function mayRead(db: Connection): boolean {
  try {
    db.exec('SELECT count(*) FROM sqlite_schema');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
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
  return asOwner(dirname(file), () => claimOpen(sqlite, file));
}

function claimOpen(sqlite: SqliteDriver, file: string): Connection | undefined {
  const db = sqlite.open(file, { timeout: 0 });
  try {
    // The lock needs no journal, and a full disk has no room for one.
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}
