import { type Stats, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { withoutWaiting } from './connection.js';
import { isTransientStorageError, StorageError, toStorageError } from './driver/errors.js';
import type { Connection, Statement } from './driver/sqlite.js';
import type { StorageClock } from './ports.js';

/** Pause between two checks of a faulty database. */
const LOOK_EVERY_MS = 5_000;
/** A little room is not room: small writes pass where the next block of events fails. */
const ROOM_BYTES = 1024 * 1024;

export interface Condition {
  /**
   * Follows all operations over the connection from now on. A `tried again` write that only met the lock of another
   * process is trouble when the lock is still there at the next check.
   */
  watch(db: Connection, refusals?: 'tried again'): void;
  /** A write was given up. */
  refused(error: unknown): void;
  /** The obstacle to writes of the database; undefined without one. */
  trouble(): StorageError | undefined;
}

/**
 * Remembers the database's last refusal, until a write passes. A healthy database needs no extra write for that: the
 * gateway's own writes show it. Only a faulty one gets a trial write, so that the fault also ends without other writes.
 */
export function createCondition(file: string, clock: StorageClock): Condition {
  const opened = statSync(file);
  const connections: Connection[] = [];
  let refused: StorageError | undefined;
  let lookedAt = 0;

  /** A lock was met since the last write that passed. */
  let waiting = false;

  const waits = (error: unknown) => {
    if (!isTransientStorageError(toStorageError(error))) return failed(error);
    if (refused === undefined && !waiting) lookedAt = clock.now();
    waiting = true;
  };
  const failed = (error: unknown) => {
    if (!isTrouble(causeOf(error))) return;
    if (refused === undefined && !waiting) lookedAt = clock.now();
    if (!refused?.damaged) refused = toStorageError(error);
  };
  const wrote = () => {
    waiting = false;
    // A damaged file takes a write here and refuses a read there; that only ends with another file and a restart.
    if (refused?.damaged) return;
    if (refused?.code !== 'storage_full' || hasRoom(file)) refused = undefined;
  };

  return {
    watch(db, refusals) {
      connections.push(db);
      watchStatements(db, refusals === 'tried again' ? waits : failed, wrote);
    },
    refused: failed,
    trouble() {
      const now = clock.now();
      // A clock that was set back must not keep it from looking.
      if ((refused !== undefined || waiting) && Math.abs(now - lookedAt) >= LOOK_EVERY_MS) {
        lookedAt = now;
        try {
          for (const db of connections) tryToWrite(db);
          wrote();
        } catch (error) {
          failed(error);
        }
      }
      return refused ?? replaced(file, opened);
    },
  };
}

function watchStatements(db: Connection, failed: (error: unknown) => void, wrote: () => void): void {
  const noticing =
    <A extends readonly unknown[], T>(work: (...args: A) => T, done: () => void) =>
    (...args: A): T => {
      try {
        const answer = work(...args);
        done();
        return answer;
      } catch (error) {
        failed(error);
        throw error;
      }
    };
  const readOnly = () => undefined;
  const prepare = db.prepare.bind(db);
  db.prepare = ((source: string) => {
    const statement: Statement = prepare(source);
    const done = statement.readonly ? readOnly : wrote;
    statement.run = noticing(statement.run.bind(statement), done);
    statement.get = noticing(statement.get.bind(statement), done);
    statement.all = noticing(statement.all.bind(statement), done);
    return statement;
  }) as Connection['prepare'];
  const transaction = db.transaction.bind(db);
  // The types of the library name the whole surface of a transaction; the daemon uses the plain and the immediate form.
  db.transaction = ((work: (...args: unknown[]) => unknown) => {
    const whole = transaction(work);
    return Object.assign(noticing(whole, wrote), { immediate: noticing(whole.immediate, wrote) });
  }) as unknown as Connection['transaction'];
}

const TROUBLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOTADB|CORRUPT|PERM)/;

/** The original error of SQLite, also if it has its stable code already. */
function causeOf(error: unknown): unknown {
  return error instanceof StorageError && error.cause !== undefined ? error.cause : error;
}

function isTrouble(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TROUBLE.test(String(error.code));
}

/** A real write without a change: an unused number is set to its present value. */
function tryToWrite(db: Connection): void {
  withoutWaiting(db, () => db.pragma(`application_id = ${db.pragma('application_id', { simple: true })}`));
}

function hasRoom(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

/** SQLite goes on writing into a file that has no name any more, and all of it is lost in the end. */
function replaced(file: string, opened: Stats): StorageError | undefined {
  const now = statSync(file, { throwIfNoEntry: false });
  if (now?.ino === opened.ino && now.dev === opened.dev) return undefined;
  return new StorageError(
    'storage_unavailable',
    'the database file was removed or replaced while it was in use: restart the gateway',
  );
}
