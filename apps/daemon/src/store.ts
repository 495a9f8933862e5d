import type { AuthStores } from '@ccu-gateway/auth-core';
import { type DataDirLock, lockDataDir, openStorage, type Storage, StorageError } from '@ccu-gateway/storage';
import { storesWithoutDatabase } from './access/stores-without-database.js';
import type { GatewayConfig } from './config/index.js';
import type { Log } from './log/log.js';
import type { Time } from './time.js';

export interface Store {
  /** Undefined when it could not be opened: sessions then live in memory, and what needs storage answers 503. */
  readonly storage: Storage | undefined;
  readonly stores: AuthStores;
  /** Why there is none, or what keeps it from taking writes just now, for people. */
  problem(): string | undefined;
  close(): void;
}

/**
 * Claims the data directory and opens the database in it. A database that cannot be opened degrades the gateway; a
 * directory that another gateway uses, or a database of a newer version, stops the start.
 * @throws StorageError `storage_in_use`, `storage_schema_newer`
 */
export async function openStore(
  dataDir: string,
  { ws, auth }: GatewayConfig['north']['rest'],
  time: Time,
  log: Log,
): Promise<Store> {
  let lock: DataDirLock | undefined;
  try {
    const storage = await openStorage({
      dataDir,
      clock: time,
      log,
      eventLog: { maxEvents: ws.log_events, maxBytes: ws.log_bytes },
    });
    try {
      lock = await lockDataDir(dataDir);
    } catch (error) {
      storage.close();
      throw error;
    }
    return {
      storage,
      stores: storage.auth,
      problem: () => storage.trouble()?.message,
      close: () => closeBoth(storage, lock),
    };
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'storage_unavailable') throw error;
    log.error('storage.unavailable', { reason: error.message });
    const stores = storesWithoutDatabase(Object.keys(auth.users));
    return { storage: undefined, stores, problem: () => error.message, close: () => {} };
  }
}

function closeBoth(storage: Storage, lock: DataDirLock | undefined): void {
  storage.close();
  lock?.release();
}
