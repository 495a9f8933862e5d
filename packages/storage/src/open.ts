import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AlarmRecords, ProblemTimes } from '@ccu-gateway/gateway-core/parts';
import type { FloorplanStore } from '@ccu-gateway/gateway-core/use-cases';
import { createAlarmStore } from './alarm/alarm-store.js';
import { createAuditStore } from './audit/store.js';
import { createAuthStores } from './auth/stores.js';
import { startCheckpoints } from './checkpoint/checkpoints.js';
import { createCondition } from './database/condition.js';
import { connectWhole } from './database/connect-whole.js';
import { connect, waitForOthers, waitingAtMost, withoutWaiting } from './database/connection.js';
import { copyBefore } from './database/copy.js';
import { createDatabase, removeLeftovers } from './database/create.js';
import { loadSqlite } from './database/driver/driver.js';
import { type StorageError, toStorageError, toUnavailable } from './database/driver/errors.js';
import type { Connection, SqliteDriver } from './database/driver/sqlite.js';
import { COMPANIONS, DATABASE_FILE, prepareDirectory } from './database/files.js';
import { createLine } from './database/line.js';
import { checkVersion, EVENTS_WERE_INSIDE, MIGRATIONS, migrate, schemaVersion } from './database/migrations.js';
import { type StorageClock, type StorageLogger, silentLogger, systemClock } from './database/ports.js';
import { onlyRead, readOnlyCopy } from './database/read-only.js';
import { openSideFile } from './database/side-file.js';
import { createTurn } from './database/turn.js';
import { createEventNumbers, type EventNumbers } from './events/event-numbers.js';
import { moveEvents } from './events/move-events.js';
import { EVENT_FILE } from './events/open-events.js';
import { createAreaStore } from './house/areas.js';
import { createDescriptionStore, type DescriptionStore } from './house/descriptions.js';
import { createFloorplanStore } from './house/floorplans.js';
import { createIncidentStore } from './house/incidents.js';
import { createProblemTimes } from './house/problem-times.js';
import { createReseal } from './house/reseal.js';
import {
  type CcuStateStore,
  createCcuStateStore,
  createCentralStore,
  createFactStore,
  createPreferenceStore,
  createSectionStore,
  createUnignoreStore,
} from './house/settings.js';
import { createValueStore, type ValueStore } from './house/values.js';
import type { SharedStores } from './shared.js';

/** Path of the database, the way it is opened, and the time for which its writes wait. Durations are milliseconds. */
export interface StorageOptions {
  /** Created 0700 when missing; the database in it is `ccu-gateway.db`, 0600. */
  readonly dataDir: string;
  /** Default: the clock of the machine. */
  readonly clock?: StorageClock;
  /** Default: says nothing. */
  readonly log?: StorageLogger;
  /** `new-only` refuses to change the schema of an existing database. Default `always`. */
  readonly migrate?: 'always' | 'new-only';
  /**
   * Time for which a write waits for the lock of another process before it is refused with `storage_busy`. The program
   * goes on meanwhile; at the opening and the close it stands still. History and values do not wait: the gateway tries
   * them again. Default 1000.
   */
  readonly busyTimeoutMs?: number;
  /** Driver that opens the files. Default: the native binding if it can be loaded, else the SQLite of Node. */
  readonly sqlite?: SqliteDriver | undefined;
  /** Pause of a waiting write. Default: a timer of the machine that keeps the process alive. */
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Time for which history of everyday use is gathered before it is written. Default 10 000 ms. */
  readonly gatherMs?: number;
}

/** The one database of a gateway. Every call may reject with a `StorageError`. */
export interface Storage extends SharedStores {
  /** Path of the database file. */
  readonly file: string;
  /**
   * The obstacle to writes of the database: its last refusal, or the loss of its file. Undefined without one. Cheap
   * enough to be called often; a check of a faulty database runs every five seconds at most.
   */
  trouble(): StorageError | undefined;
  /** For `openEventStore`. */
  readonly numbers: EventNumbers;
  readonly descriptions: DescriptionStore;
  readonly values: ValueStore;
  readonly ccuState: CcuStateStore;
  readonly alarm: AlarmRecords;
  readonly problemTimes: ProblemTimes;
  readonly floorplans: FloorplanStore;
  /** A stop may stand still for a moment: from now on history and values wait for another process, too. */
  waitForOthers(): void;
  /** Writes pending data and closes the file. Calling it again does nothing. */
  close(): void;
}

/**
 * Opens the database of a data directory, creating or updating it; before it is updated it is copied. A damaged database
 * stays where it is and is not opened. Hold `lockDataDir` meanwhile, so that one program at a time updates it.
 * @throws StorageError `storage_unavailable`, `storage_schema_newer`, `storage_schema_older`, `storage_busy`, `storage_full`
 *
 * @example
 * const storage = await openStorage({ dataDir: '/var/lib/ccu-gateway' });
 * const newest = await storage.audit.query({ limit: 20, offset: 0 });
 * storage.close();
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { dataDir, log = silentLogger, busyTimeoutMs = 1000 } = options;
  const file = join(dataDir, DATABASE_FILE);
  const open: Connection[] = [];
  try {
    prepareDirectory(dataDir, log);
    const sqlite = options.sqlite ?? (await loadSqlite());
    const isThere = [file, ...COMPANIONS.map((suffix) => file + suffix)].some((path) => existsSync(path));
    if (isThere) removeLeftovers(file);
    else await createDatabase(file, MIGRATIONS, { sqlite });
    const durable = await connectWhole(file, { busyTimeoutMs, sqlite });
    open.push(durable);
    await update(durable, { ...options, sqlite });
    const fast = await connect(file, { durability: 'normal', busyTimeoutMs, sqlite });
    open.push(fast);
    const behind = await connect(file, { durability: 'normal', busyTimeoutMs, sqlite });
    open.push(behind);
    return assemble(file, { durable, fast, behind }, { ...options, sqlite });
  } catch (error) {
    for (const db of open) db.close();
    throw toUnavailable(error);
  }
}

/**
 * The database as it was when it could not be opened for `because`, read into memory: accounts can be asked for and every
 * write is refused. Undefined where that would not tell everything.
 * @throws StorageError
 *
 * @example
 * const storage = await openStorage({ dataDir }).catch(async (error) => {
 *   const readable = error instanceof StorageError ? await openReadOnly({ dataDir }, error) : undefined;
 *   if (readable === undefined) throw error;
 *   return readable;
 * });
 */
export async function openReadOnly(options: StorageOptions, because: StorageError): Promise<Storage | undefined> {
  const copy = await readOnlyCopy(options.dataDir, options);
  if (copy === undefined) return undefined;
  try {
    const file = join(options.dataDir, DATABASE_FILE);
    const trouble = onlyRead(because);
    return { ...assemble(file, { durable: copy, fast: copy, behind: copy }, options), trouble: () => trouble };
  } catch (error) {
    copy.close();
    throw toUnavailable(error);
  }
}

async function update(db: Connection, options: StorageOptions): Promise<void> {
  const { dataDir, clock = systemClock, log = silentLogger, busyTimeoutMs = 1000 } = options;
  checkVersion(db, options.migrate ?? 'always');
  const from = schemaVersion(db);
  if (from === MIGRATIONS.length) return;
  await copyBefore(db, MIGRATIONS.length, log);
  if (from <= EVENTS_WERE_INSIDE) {
    const events = await openSideFile(dataDir, EVENT_FILE, { busyTimeoutMs, clock, log, sqlite: options.sqlite });
    events.durable.close();
    moveEvents(db, events.durable.name, log);
  }
  migrate(db, 'always');
  log.info('storage.updated', { from, to: MIGRATIONS.length });
  if (from <= EVENTS_WERE_INSIDE) shrink(db, log);
}

/** The former pages of the events would stay part of the file for ever. */
function shrink(db: Connection, log: StorageLogger): void {
  try {
    db.exec('VACUUM');
  } catch (error) {
    log.warn('storage.not_shrunk', { code: toStorageError(error).code });
  }
}

/** None of them waits for the lock of another process but at the opening and the close. */
interface Connections {
  readonly durable: Connection;
  readonly fast: Connection;
  /** Writes over this one have no waiting caller: they are tried again. */
  readonly behind: Connection;
}

function assemble(file: string, { durable, fast, behind }: Connections, options: StorageOptions): Storage {
  const { clock = systemClock, log = silentLogger } = options;
  const patienceMs = options.busyTimeoutMs ?? 1000;
  const condition = createCondition(file, clock);
  const connections = [durable, fast, behind];
  for (const db of connections) {
    condition.watch(db, 'tried again');
    waitForOthers(db, 0);
  }
  const { refused } = condition;
  const { write, finish } = createLine({ connections, patienceMs, pause: options.pause, refused });
  const numbers = createEventNumbers(durable);
  const checkpoints = startCheckpoints(behind, { clock, log, sqlite: options.sqlite });
  const { flush, ...audit } = createAuditStore(behind, { clock, log, gatherMs: options.gatherMs ?? 10_000 });
  const inTurn = createTurn();
  const auth = createAuthStores(durable, write, inTurn);
  const sections = createSectionStore(durable, write, clock);
  const centrals = createCentralStore(durable, write, clock);
  return {
    file,
    trouble: condition.trouble,
    auth,
    audit,
    numbers: {
      last: numbers.last,
      begin: (life) => waitingAtMost(durable, patienceMs, () => numbers.begin(life)),
      reserve: (seq) => withoutWaiting(durable, () => numbers.reserve(seq)),
      end: (seq, clean) => waitingAtMost(durable, patienceMs, () => numbers.end(seq, clean)),
    },
    descriptions: createDescriptionStore(fast, write),
    values: createValueStore(behind, { fast, write, log }),
    ccuState: createCcuStateStore(fast, write),
    alarm: createAlarmStore(durable, write),
    problemTimes: createProblemTimes(fast, write, clock),
    floorplans: createFloorplanStore(durable, write),
    facts: createFactStore(fast, write),
    sections,
    centrals,
    // Another gateway cannot have this file open.
    exclusively: (work) => inTurn(() => work({ auth, sections, centrals })),
    preferences: createPreferenceStore(fast, write),
    unignore: createUnignoreStore(durable, write, clock),
    areas: createAreaStore(durable, write),
    incidents: createIncidentStore(fast, write),
    resetAccess: write(createReset(durable)),
    reseal: createReseal(durable, write),
    waitForOthers: finish,
    close() {
      if (!durable.open) return;
      checkpoints.close();
      finish();
      try {
        flush();
      } catch (error) {
        log.error('storage.close.unwritten', { code: toStorageError(error).code });
      }
      behind.close();
      fast.close();
      durable.close();
    },
  };
}

function createReset(db: Connection) {
  const users = db.prepare('DELETE FROM users');
  const sessions = db.prepare('DELETE FROM sessions');
  const bury = db.prepare<[number]>('INSERT OR IGNORE INTO revoked_tokens SELECT fingerprint, ? FROM tokens');
  const tokens = db.prepare('DELETE FROM tokens');
  const reset = db.transaction((at: number) => {
    bury.run(at);
    return { users: users.run().changes, sessions: sessions.run().changes, tokens: tokens.run().changes };
  });
  return (at: number) => reset.immediate(at);
}
