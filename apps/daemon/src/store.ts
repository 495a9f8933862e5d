import type { AuthStores } from '@ccu-gateway/auth-core';
import {
  type EventStore,
  lockDataDir,
  openEventStore,
  openStorage,
  type Storage,
  StorageError,
} from '@ccu-gateway/storage';
import { storesWithoutDatabase } from './access/stores-without-database.js';
import type { GatewayConfig } from './config/index.js';
import type { Log } from './log/log.js';
import type { Time } from './time.js';

export interface Store {
  /** Undefined when it could not be opened: sessions then live in memory, and what needs storage answers 503. */
  readonly storage: Storage | undefined;
  /** Undefined when it could not be opened: events are then kept in memory only. */
  readonly events: EventStore | undefined;
  readonly stores: AuthStores;
  /** What is missing, what was lost at this start, and what keeps it from taking writes just now, for people. */
  problem(): string | undefined;
  close(): void;
}

/** These are not trouble with storage: starting would do harm. */
const REFUSED: readonly StorageError['code'][] = ['storage_in_use', 'storage_schema_newer'];

/**
 * Claims the data directory, then opens the database and the event log in it. What cannot be opened degrades the gateway;
 * a directory that another gateway uses, or a database of a newer version, stops the start.
 * @throws StorageError `storage_in_use`, `storage_schema_newer`
 */
export async function openStore(
  dataDir: string,
  { ws, auth }: GatewayConfig['north']['rest'],
  time: Time,
  log: Log,
): Promise<Store> {
  const closing: (() => void)[] = [];
  const close = () => {
    for (let step = closing.pop(); step !== undefined; step = closing.pop()) step();
  };
  const problems: string[] = [];
  /** Undefined, and noted, when there is trouble with storage. */
  async function attempt<T>(what: string, open: () => Promise<T>): Promise<T | undefined> {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StorageError) || REFUSED.includes(error.code)) throw error;
      log.error(`${what}.unavailable`, { code: error.code, reason: error.message });
      problems.push(error.message);
      return undefined;
    }
  }
  try {
    const lock = await attempt('storage', () => lockDataDir(dataDir));
    if (lock === undefined) return without(undefined);
    closing.push(() => lock.release());
    const storage = await attempt('storage', () => openStorage({ dataDir, clock: time, log }));
    if (storage !== undefined) closing.push(() => storage.close());
    const events = await attempt('events', () =>
      openEventStore({
        dataDir,
        clock: time,
        log,
        limits: { maxEvents: ws.log_events, maxBytes: ws.log_bytes },
        numbers: storage?.numbers,
      }),
    );
    if (events !== undefined) closing.push(() => events.close());
    if (events?.setAside !== undefined) {
      problems.push(`the event log was damaged; it lies in ${events.setAside} now, and another one was begun`);
    }
    if (storage === undefined) return without(events);
    return {
      storage,
      events,
      stores: storage.auth,
      problem: () => storage.trouble()?.message ?? events?.trouble()?.message ?? problems[0],
      close,
    };
  } catch (error) {
    close();
    throw error;
  }

  function without(events: EventStore | undefined): Store {
    const stores = storesWithoutDatabase(Object.keys(auth.users));
    return { storage: undefined, events, stores, problem: () => problems[0], close };
  }
}
