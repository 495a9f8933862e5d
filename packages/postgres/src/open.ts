import { randomUUID } from 'node:crypto';
import type { FactStore, SharedStores, StorageClock, StorageLogger } from '@ccu-gateway/storage';
import { createTurn, silentLogger, systemClock, toStorageError } from '@ccu-gateway/storage/stores';
import { createAuditRows } from './audit/rows.js';
import { createAuditStore } from './audit/store.js';
import { createOwnWayStore } from './auth/own-ways.js';
import { createAccountStores, createAuthStores, type OwnWaysOn, resetAccess } from './auth/stores.js';
import { loadLibrary } from './database/library.js';
import { openListener } from './database/listener.js';
import { migrate } from './database/migrate.js';
import { complete, nameOf, type PostgresPlace } from './database/options.js';
import type { Queries } from './database/queries.js';
import { openSession, type Session, type Statements } from './database/session.js';
import { createAreaStore } from './house/areas.js';
import { createIncidentStore } from './house/incidents.js';
import { resealAll } from './house/reseal.js';
import {
  createCentralStore,
  createFactStore,
  createPreferenceStore,
  createSectionStore,
  createUnignoreStore,
} from './house/settings.js';
import { probeWrites } from './write-probe.js';

/** Where the database is, and how it is used. Durations are milliseconds. */
export interface PostgresOptions extends PostgresPlace {
  /** Default: the clock of the machine. */
  readonly clock?: StorageClock | undefined;
  /** Default: logs nothing. */
  readonly log?: StorageLogger | undefined;
  /** `new-only` refuses to change a schema that is there. Default `always`. */
  readonly migrate?: 'always' | 'new-only' | undefined;
  /** How long audit entries of everyday use are gathered before they are written. Default 10 000. */
  readonly gatherMs?: number | undefined;
  /**
   * Hears at once the changes of others, and counts as a running gateway. Off for a command that reads once. Default
   * true.
   */
  readonly listen?: boolean | undefined;
  /**
   * Name under which this gateway notes its own authentication sources. Default: none, for a command, which has none.
   */
  readonly gateway?: string | undefined;
}

/** Stores that the gateways of a fleet share. Every call may reject with a `StorageError`. */
export interface PostgresStorage extends SharedStores {
  /** Its address, for messages; without the password. */
  readonly name: string;
  readonly facts: FactStore & {
    /** Notes it where nothing was noted yet; returns the value that is noted then. */
    first(key: string, value: unknown): Promise<unknown>;
    remove(key: string): Promise<void>;
  };
  /**
   * Calls back each time that this process counts as a running gateway again after its connection was lost. Meanwhile secrets may have been
   * sealed anew.
   */
  onReconnect(listener: () => void): void;
  /**
   * Writes pending entries, as far as that can be done now, and lets go of all connections. Calling it again does
   * nothing.
   */
  close(): Promise<void>;
}

/**
 * Opens the database that a fleet shares, creating or updating it. It stays open across outages: while the server is
 * away calls are refused with `storage_unavailable`, and afterwards they work again.
 * @throws StorageError `storage_unavailable`, `storage_schema_newer`, `storage_schema_older`, `storage_in_use`
 *
 * @example
 * const shared = await openPostgres({ host: 'db.example', port: 5432, database: 'gateway', user: 'gateway', password
 * });
 * console.log(await shared.auth.users.list());
 * await shared.close();
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresStorage> {
  const { clock = systemClock, log = silentLogger, gatherMs = 10_000, gateway = '' } = options;
  const place = complete(options);
  const library = await loadLibrary();
  const migration = await migrate(library, place, options.migrate ?? 'always');
  if (typeof migration === 'object') log.info('storage.postgres.updated', { ...migration });
  const listener = options.listen === false ? undefined : await openListener({ library, place, clock, log });
  const session = openSession(library, place);
  const ownWaysOn: OwnWaysOn = (statements) => createOwnWayStore(statements, gateway, clock);
  const exclusively = createExclusively(session, { clock, ownWaysOn });
  const rows = createAuditRows(session, randomUUID());
  const stopProbing = listener && probeWrites(session, clock);
  const { flush, ...audit } = createAuditStore(rows, { clock, log, gatherMs });
  return {
    name: nameOf(place),
    auth: createAuthStores(session, {
      ...{ listener, ownWaysOn },
      exclusively: (work) => exclusively(({ auth }) => work(auth)),
    }),
    exclusively,
    audit,
    sections: createSectionStore(session, clock),
    centrals: createCentralStore(session, clock),
    preferences: createPreferenceStore(session),
    unignore: createUnignoreStore(session, clock),
    areas: createAreaStore(session),
    incidents: createIncidentStore(session),
    facts: createFactStore(session),
    trouble: session.trouble,
    onReconnect: (heard) => listener?.onReconnect(heard),
    resetAccess: (at) => resetAccess(session, at),
    reseal: (rewrite) => resealAll(session, place.schema, rewrite),
    async close() {
      stopProbing?.();
      await flush().catch((error: unknown) => {
        const { code } = toStorageError(error);
        if (code !== 'storage_closed') log.error('storage.close.unwritten', { code });
      });
      await Promise.all([listener?.close(), session.close()]);
    },
  };
}

/**
 * Runs work in one transaction that holds the lock of access, so that its decision still holds when it is committed, on
 * all machines. A gateway that was stopped meanwhile has lost its connection, and with it the work.
 */
function createExclusively(
  session: Session,
  { clock, ownWaysOn }: { readonly clock: StorageClock; readonly ownWaysOn: OwnWaysOn },
): SharedStores['exclusively'] {
  // Those of one process wait here and not with a connection of the pool.
  const inTurn = createTurn();
  return (work) =>
    inTurn(() =>
      session.transaction('access', (queries) => {
        const inside = within(queries);
        return work({
          auth: createAccountStores(inside, ownWaysOn),
          sections: createSectionStore(inside, clock),
          centrals: createCentralStore(inside, clock),
        });
      }),
    );
}

/** A nested transaction is part of the one around it; the lock of access is held already. */
function within(queries: Queries): Statements {
  return { ...queries, transaction: (_lock, work) => work(queries) };
}
