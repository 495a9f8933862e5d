import type { EventLog as EventLogPort } from '@ccu-gateway/event-stream';
import { startCheckpoints } from '../checkpoint/checkpoints.js';
import { createCondition } from '../database/condition.js';
import { connect, waitForOthers } from '../database/connection.js';
import { loadSqlite } from '../database/driver/driver.js';
import { type StorageError, toUnavailable } from '../database/driver/errors.js';
import type { SqliteDriver } from '../database/driver/sqlite.js';
import { EVENTS_FILE, prepareDirectory } from '../database/files.js';
import { EVENT_MIGRATIONS, migrate } from '../database/migrations.js';
import { type StorageClock, type StorageLogger, silentLogger, systemClock } from '../database/ports.js';
import { openSideFile, type SideFile } from '../database/side-file.js';
import { createEventLog, type EventLog, type EventLogLimits } from './event-log.js';
import { type EventNumbers, withNumbers } from './event-numbers.js';

export const EVENT_FILE: SideFile = { name: EVENTS_FILE, schema: EVENT_MIGRATIONS, logged: 'storage.events' };

/** Path and size of the event log. Durations are milliseconds. */
export interface EventStoreOptions {
  /** Created 0700 when missing; the event log in it is `events.db`, 0600. */
  readonly dataDir: string;
  /** Default: the clock of the machine. */
  readonly clock?: StorageClock;
  /** Default: says nothing. */
  readonly log?: StorageLogger;
  /** Driver that opens the files. Default: the native binding if it can be loaded, else the SQLite of Node. */
  readonly sqlite?: SqliteDriver | undefined;
  /** Kept amount. Default 100 000 events, 64 MiB. */
  readonly limits?: Partial<EventLogLimits>;
  /**
   * Time for which a write waits for another process at the start and, after `waitForOthers`, at the stop; the program
   * stands still meanwhile. In between none waits: a refused write is tried again. Default 1000.
   */
  readonly busyTimeoutMs?: number;
  /** `numbers` of the open database, which knows the handed out numbers when the log was lost. */
  readonly numbers?: EventNumbers | undefined;
}

/** The event log of a gateway, in a file of its own. */
export interface EventStore {
  /** Path of the file. */
  readonly file: string;
  /** Path of the damaged log that was found instead of this one. */
  readonly setAside?: string;
  readonly log: EventLog;
  /** The obstacle to new events, as `trouble` of `Storage`. */
  trouble(): StorageError | undefined;
  /** A stop may stand still for a moment: from now on a write waits for another process. */
  waitForOthers(): void;
  /** Closes the file. Calling it again does nothing. */
  close(): void;
}

/**
 * Opens the event log of a data directory, creating or updating it. A damaged file is set aside and replaced by a new
 * one. Open the database first: it moves the events that earlier versions kept in it.
 * @throws StorageError as `openStorage`
 *
 * @example
 * const storage = await openStorage({ dataDir });
 * const events = await openEventStore({ dataDir, numbers: storage.numbers });
 * const stream = await openEventStream({ log: events.log });
 */
export async function openEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { dataDir, clock = systemClock, log = silentLogger, limits, busyTimeoutMs = 1000 } = options;
  let sqlite: SqliteDriver;
  try {
    prepareDirectory(dataDir, log);
    sqlite = options.sqlite ?? (await loadSqlite());
  } catch (error) {
    throw toUnavailable(error);
  }
  const { durable, setAside } = await openSideFile(dataDir, EVENT_FILE, { busyTimeoutMs, clock, log, sqlite });
  const file = durable.name;
  try {
    migrate(durable, 'always', EVENT_MIGRATIONS);
    const fast = await connect(file, { durability: 'normal', busyTimeoutMs, sqlite });
    const condition = createCondition(file, clock);
    condition.watch(durable, 'tried again');
    condition.watch(fast, 'tried again');
    const waitAtMost = (ms: number) => {
      for (const db of [durable, fast]) waitForOthers(db, ms);
    };
    const checkpoints = startCheckpoints(fast, { clock, log, sqlite });
    const kept = createEventLog(durable, fast, {
      maxEvents: limits?.maxEvents ?? 100_000,
      maxBytes: limits?.maxBytes ?? 64 * 1024 * 1024,
    });
    const numbered: EventLogPort = options.numbers === undefined ? kept : withNumbers(kept, options.numbers, log);
    return {
      file,
      ...(setAside !== undefined && { setAside }),
      log: {
        ...numbered,
        limit: kept.limit,
        async begin(life) {
          await numbered.begin(life);
          waitAtMost(0);
        },
      },
      trouble: condition.trouble,
      waitForOthers() {
        if (durable.open) waitAtMost(busyTimeoutMs);
      },
      close() {
        if (!durable.open) return;
        checkpoints.close();
        fast.close();
        durable.close();
      },
    };
  } catch (error) {
    durable.close();
    throw toUnavailable(error);
  }
}
