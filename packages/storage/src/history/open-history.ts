import type { HistoryStore } from '@ccu-gateway/gateway-core/use-cases';
import { startCheckpoints } from '../checkpoint/checkpoints.js';
import { createCondition } from '../database/condition.js';
import { connect, waitForOthers } from '../database/connection.js';
import { loadSqlite } from '../database/driver/driver.js';
import { type StorageError, toUnavailable } from '../database/driver/errors.js';
import type { SqliteDriver } from '../database/driver/sqlite.js';
import { HISTORY_FILE, prepareDirectory } from '../database/files.js';
import { HISTORY_MIGRATIONS, migrate } from '../database/migrations.js';
import { type StorageClock, type StorageLogger, silentLogger, systemClock } from '../database/ports.js';
import { openSideFile } from '../database/side-file.js';
import { createHistoryStore } from './history-store.js';

/** Path of the history of values. Durations are milliseconds. */
export interface HistoryFileOptions {
  /** Created 0700 when missing; the history in it is `history.db`, 0600. */
  readonly dataDir: string;
  /** Default: the clock of the machine. */
  readonly clock?: StorageClock;
  /** Default: says nothing. */
  readonly log?: StorageLogger;
  /** Driver that opens the files. Default: the native binding if it can be loaded, else the SQLite of Node. */
  readonly sqlite?: SqliteDriver | undefined;
  /**
   * Time for which a write waits for another process at the start and, after `waitForOthers`, at the stop; the program
   * stands still meanwhile. In between none waits: a refused write is tried again. Default 1000.
   */
  readonly busyTimeoutMs?: number;
}

/** The history of values of a gateway, in a file of its own. */
export interface HistoryFile {
  /** Path of the file. */
  readonly file: string;
  /** Path of the damaged history that was found instead of this one. */
  readonly setAside?: string;
  readonly history: HistoryStore;
  /** The obstacle to new values, as `trouble` of `Storage`. */
  trouble(): StorageError | undefined;
  /** A stop may stand still for a moment: from now on a write waits for another process. */
  waitForOthers(): void;
  /** Closes the file. Calling it again does nothing. */
  close(): void;
}

/**
 * Opens the history of values of a data directory, creating or updating it. A damaged file is set aside and replaced by
 * a new one.
 * @throws StorageError as `openStorage`
 *
 * @example
 * const { history, close } = await openHistoryFile({ dataDir });
 * await history.append([{ series: 'point/home/0001D3C99C0001/1/LEVEL', at: Date.now(), value: 0.5 }]);
 * close();
 */
export async function openHistoryFile(options: HistoryFileOptions): Promise<HistoryFile> {
  const { dataDir, clock = systemClock, log = silentLogger, busyTimeoutMs = 1000 } = options;
  let sqlite: SqliteDriver;
  try {
    prepareDirectory(dataDir, log);
    sqlite = options.sqlite ?? (await loadSqlite());
  } catch (error) {
    throw toUnavailable(error);
  }
  const layout = { name: HISTORY_FILE, schema: HISTORY_MIGRATIONS, logged: 'storage.history' };
  const { durable, setAside } = await openSideFile(dataDir, layout, { busyTimeoutMs, clock, log, sqlite });
  try {
    migrate(durable, 'always', HISTORY_MIGRATIONS);
    // Nothing in it must not come back, so no commit waits for the disk.
    const db = await connect(durable.name, { durability: 'normal', busyTimeoutMs, sqlite });
    const condition = createCondition(durable.name, clock);
    condition.watch(db, 'tried again');
    const checkpoints = startCheckpoints(db, { clock, log, sqlite });
    const history = createHistoryStore(db, log);
    waitForOthers(db, 0);
    durable.close();
    return {
      file: db.name,
      ...(setAside !== undefined && { setAside }),
      history,
      trouble: condition.trouble,
      waitForOthers() {
        if (db.open) waitForOthers(db, busyTimeoutMs);
      },
      close() {
        if (!db.open) return;
        checkpoints.close();
        db.close();
      },
    };
  } catch (error) {
    if (durable.open) durable.close();
    throw toUnavailable(error);
  }
}
