import { join } from 'node:path';
import { guarded } from '../database/connection.js';
import { loadSqlite } from '../database/driver/driver.js';
import { toUnavailable } from '../database/driver/errors.js';
import type { SqliteDriver } from '../database/driver/sqlite.js';
import { openToLook } from '../database/examine.js';
import { DATABASE_FILE } from '../database/files.js';
import { systemClock } from '../database/ports.js';
import { createCentralStore, createFactStore, createSectionStore, type StoredCentral } from './settings.js';

/** Settings of a database that override the configuration file, and the gateway's last notes. */
export interface StoredSettings {
  readonly sections: Readonly<Record<string, unknown>>;
  readonly centrals: readonly StoredCentral[];
  /** Last start of a gateway there, in milliseconds since the epoch. */
  readonly lastStart: number | undefined;
}

/**
 * Reads the settings in a database that `examineDatabase` found whole, also beside a running gateway. It changes nothing: no
 * rights, no leftovers, no schema.
 * @throws StorageError
 *
 * @example
 * const { sections } = await readSettings('/var/lib/ccu-gateway');
 */
export async function readSettings(
  dataDir: string,
  options: { readonly sqlite?: SqliteDriver | undefined } = {},
): Promise<StoredSettings> {
  try {
    const db = openToLook(join(dataDir, DATABASE_FILE), options.sqlite ?? (await loadSqlite()));
    try {
      const lastStart = await createFactStore(db, guarded).get('started_at');
      return {
        sections: await createSectionStore(db, guarded, systemClock).all(),
        centrals: await createCentralStore(db, guarded, systemClock).list(),
        lastStart: typeof lastStart === 'number' ? lastStart : undefined,
      };
    } finally {
      db.close();
    }
  } catch (error) {
    throw toUnavailable(error);
  }
}
