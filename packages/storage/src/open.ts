import type { AuthStores } from '@ccu-gateway/auth-core';
import type { StateStore } from '@ccu-gateway/ccu-client';
import { type AuditStore, createAuditStore } from './audit.js';
import { createAuthStores } from './auth/stores.js';
import { createCondition } from './condition.js';
import { type Connection, connect, guarded } from './connection.js';
import { type StorageError, toStorageError, toUnavailable } from './errors.js';
import { createEventLog, type EventLog } from './event-log.js';
import { prepareFiles } from './files.js';
import { createDescriptionStore, type DescriptionStore } from './house/descriptions.js';
import { createIncidentStore, type IncidentStore } from './house/incidents.js';
import { createReseal } from './house/reseal.js';
import {
  type CentralStore,
  createCcuStateStore,
  createCentralStore,
  createFactStore,
  createPreferenceStore,
  createSectionStore,
  createUnignoreStore,
  type FactStore,
  type PreferenceStore,
  type SectionStore,
  type UnignoreStore,
} from './house/settings.js';
import { createValueStore, type ValueStore } from './house/values.js';
import { migrate } from './migrations.js';
import { type StorageClock, type StorageLogger, silentLogger, systemClock } from './ports.js';

export interface StorageOptions {
  /** Created 0700 when missing; the database in it is `ccu-gateway.db`, 0600. */
  readonly dataDir: string;
  /** Default: the clock of the machine. */
  readonly clock?: StorageClock;
  /** Default: says nothing. */
  readonly log?: StorageLogger;
  /** What the event log keeps. Default 100 000 events, 64 MiB. */
  readonly eventLog?: { readonly maxEvents?: number; readonly maxBytes?: number };
  /** `new-only` refuses to change the schema of an existing database. Default `always`. */
  readonly migrate?: 'always' | 'new-only';
  /** How long a write waits for another process. The program stands still meanwhile. Default 1000. */
  readonly busyTimeoutMs?: number;
}

/** The one database of a gateway. Every call may reject with a `StorageError`. */
export interface Storage {
  /** Path of the database file. */
  readonly file: string;
  /**
   * What keeps the database from taking writes: what it refused last, or that its file is gone. Undefined when nothing
   * does. Cheap enough to be asked often; a look at a database in trouble is taken every five seconds at most.
   */
  trouble(): StorageError | undefined;
  readonly auth: AuthStores;
  readonly audit: AuditStore;
  readonly events: EventLog;
  readonly descriptions: DescriptionStore;
  readonly values: ValueStore;
  readonly ccuState: StateStore;
  readonly facts: FactStore;
  readonly sections: SectionStore;
  readonly centrals: CentralStore;
  readonly preferences: PreferenceStore;
  readonly unignore: UnignoreStore;
  readonly incidents: IncidentStore;
  /** Deletes every user, session and API token in one transaction; says how many of each there were. */
  resetAccess(at: number): Promise<{ readonly users: number; readonly sessions: number; readonly tokens: number }>;
  /**
   * Writes every sealed value anew, all or none; answers how many. `path` is what a value is sealed for:
   * `centrals.<name>.<member…>` or `<section>.<member…>`.
   */
  reseal(rewrite: (sealed: string, path: string) => string): Promise<number>;
  /** Writes what is waiting and closes the file. Calling it again does nothing. */
  close(): void;
}

/**
 * Opens the database of a data directory, creating or updating it.
 * @throws StorageError `storage_unavailable`, `storage_schema_newer`, `storage_schema_older`, `storage_busy`, `storage_full`
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const file = prepare(options);
  const busyTimeoutMs = options.busyTimeoutMs ?? 1000;
  const durable = await connect(file, { durability: 'full', busyTimeoutMs });
  const open: Connection[] = [durable];
  try {
    migrate(durable, options.migrate ?? 'always');
    const fast = await connect(file, { durability: 'normal', busyTimeoutMs });
    open.push(fast);
    return assemble(file, durable, fast, options);
  } catch (error) {
    for (const db of open) db.close();
    throw toUnavailable(error);
  }
}

function prepare({ dataDir, log = silentLogger }: StorageOptions): string {
  try {
    return prepareFiles(dataDir, log);
  } catch (error) {
    throw toUnavailable(error);
  }
}

function assemble(file: string, durable: Connection, fast: Connection, options: StorageOptions): Storage {
  const { clock = systemClock, log = silentLogger, eventLog } = options;
  const condition = createCondition(file, clock);
  condition.watch(durable);
  condition.watch(fast);
  const { flush, ...audit } = createAuditStore(fast, clock, log);
  return {
    file,
    trouble: condition.trouble,
    auth: createAuthStores(durable),
    audit,
    events: createEventLog(durable, fast, {
      maxEvents: eventLog?.maxEvents ?? 100_000,
      maxBytes: eventLog?.maxBytes ?? 64 * 1024 * 1024,
    }),
    descriptions: createDescriptionStore(fast),
    values: createValueStore(fast),
    ccuState: createCcuStateStore(fast),
    facts: createFactStore(fast),
    sections: createSectionStore(durable, clock),
    centrals: createCentralStore(durable, clock),
    preferences: createPreferenceStore(fast),
    unignore: createUnignoreStore(durable, clock),
    incidents: createIncidentStore(fast),
    resetAccess: guarded(createReset(durable)),
    reseal: createReseal(durable),
    close() {
      if (!durable.open) return;
      try {
        flush();
      } catch (error) {
        log.error('storage.close.unwritten', { code: toStorageError(error).code });
      }
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
