import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import {
  lockDataDir,
  openEventStore,
  openStorage,
  type SqliteDriver,
  type Storage,
  type StorageOptions,
} from '@ccu-gateway/storage';
import type { Time } from '../time/time.js';

/** A database that opens and cannot be read is none. */
export async function openWorking(options: StorageOptions): Promise<Storage> {
  const storage = await openStorage(options);
  try {
    await Promise.all([storage.sections.all(), storage.centrals.list(), storage.auth.users.list()]);
    return storage;
  } catch (error) {
    storage.close();
    throw error;
  }
}

/** Below it a database opens and the next write fails. */
const ROOM_BYTES = 4 * 1024 * 1024;

/** Opens everything as a start would, writes, and closes it again. `claimed`: this process has the directory. */
export async function storageWorks(
  {
    dataDir,
    clock,
    sqlite,
  }: { readonly dataDir: string; readonly clock: Time; readonly sqlite: SqliteDriver | undefined },
  claimed: boolean,
): Promise<boolean> {
  // The gateway runs meanwhile: the lock of another process is met again at the next check.
  const options = { dataDir, clock, sqlite, busyTimeoutMs: 0 };
  try {
    const { bavail, bsize } = await statfs(options.dataDir);
    if (bavail * bsize < ROOM_BYTES) return false;
    await access(options.dataDir, constants.W_OK);
    const lock = claimed ? undefined : await lockDataDir(options.dataDir, { sqlite });
    try {
      const storage = await openWorking(options);
      await storage.facts.put('started_at', clock.now()).finally(() => storage.close());
      (await openEventStore(options)).close();
      return true;
    } finally {
      lock?.release();
    }
  } catch {
    // The cause that keeps it from working was logged when the gateway started.
    return false;
  }
}
