import { toStorageError } from '../database/driver/errors.js';
import type { Connection, SqliteDriver } from '../database/driver/sqlite.js';
import type { StorageClock, StorageLogger } from '../database/ports.js';
import { journalOf } from './journal.js';
import { type CheckpointRun, checkpointInThread } from './thread.js';

/** 16 MiB: a page that changed often is written into the database once. */
const CHECKPOINT_AT_PAGES = 4_000;
/** 64 MiB: from here on writers wait a moment, so that the journal ends. */
const TRUNCATE_AT_PAGES = 16_000;
/** Of a journal with a bound of its own: it goes on growing while the thread works. */
const CHECKPOINT_AT = 0.5;
const TRUNCATE_AT = 0.75;
/** Before each page of a journal. */
const FRAME_HEADER_BYTES = 24;
const LOOK_EVERY_MS = 1_000;
/** A reader or constant writes keep the journal from ending; another thread at once would not change that. */
const AFTER_PART_MS = 5_000;
const AFTER_FAILURE_MS = 60_000;

export interface CheckpointOptions {
  readonly clock: StorageClock;
  readonly log: StorageLogger;
  /** From how many pages in the journal on. Default 4000. */
  readonly atPages?: number;
  readonly truncateAtPages?: number;
  /** Driver of the thread. Default: the one that can be loaded. */
  readonly sqlite?: SqliteDriver | undefined;
  readonly startThread?: (file: string, truncateAtPages: number) => CheckpointRun;
}

export interface Checkpoints {
  /** Ends running work. The connections may be closed then. */
  close(): void;
}

/**
 * Keeps the journal of a file bounded without holding up the program: a checkpoint copies megabytes and waits for the disk
 * several times. Nothing else makes checkpoints, but for the close of the last connection.
 */
export function startCheckpoints(db: Connection, options: CheckpointOptions): Checkpoints {
  const { clock, log, sqlite } = options;
  const bound = sqlite?.journalBytes;
  const startThread =
    options.startThread ?? ((path, pages) => checkpointInThread(path, pages, sqlite?.name, sqlite?.journalBytes));
  const bounds = bound === undefined ? undefined : pagesWithin(db, bound);
  const { atPages = bounds?.at ?? CHECKPOINT_AT_PAGES, truncateAtPages = bounds?.truncateAt ?? TRUNCATE_AT_PAGES } =
    options;
  const file = db.name;
  const journal = journalOf(db);
  let hasThreads = true;
  let closed = false;
  let run: CheckpointRun | undefined;
  let cancel = clock.after(LOOK_EVERY_MS, look);

  function lookIn(ms: number): void {
    if (!closed) cancel = clock.after(ms, look);
  }

  function refused(code: string): void {
    log.warn('storage.checkpoint.failed', { file, code });
    lookIn(AFTER_FAILURE_MS);
  }

  /** A tick of the clock at which nothing is due costs a look into shared memory. */
  function look(): void {
    try {
      if (!isDue()) lookIn(LOOK_EVERY_MS);
      else if (hasThreads) void inThread();
      else here();
    } catch (error) {
      refused(toStorageError(error).code);
    }
  }

  function isDue(): boolean {
    const { pages, waiting } = journal.look();
    return waiting >= atPages || (waiting > 0 && pages >= truncateAtPages);
  }

  async function inThread(): Promise<void> {
    try {
      run = startThread(file, truncateAtPages);
      const { failure } = await run.done;
      if (closed) return;
      if (failure !== undefined) refused(failure);
      else lookIn(isDue() ? AFTER_PART_MS : LOOK_EVERY_MS);
    } catch (error) {
      if (closed) return;
      // Holding up the program for a moment is better than a journal that fills the disk.
      hasThreads = false;
      log.warn('storage.checkpoint.no_thread', {
        file,
        reason: error instanceof Error ? error.message : String(error),
      });
      look();
    } finally {
      run = undefined;
    }
  }

  function here(): void {
    db.pragma('wal_checkpoint(PASSIVE)');
    lookIn(isDue() ? AFTER_PART_MS : LOOK_EVERY_MS);
  }

  return {
    close() {
      closed = true;
      cancel();
      run?.end();
    },
  };
}

function pagesWithin(db: Connection, bytes: number): { readonly at: number; readonly truncateAt: number } {
  const pages = bytes / (Number(db.pragma('page_size', { simple: true })) + FRAME_HEADER_BYTES);
  return { at: Math.floor(pages * CHECKPOINT_AT), truncateAt: Math.floor(pages * TRUNCATE_AT) };
}
