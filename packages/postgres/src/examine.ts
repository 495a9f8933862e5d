import { StorageError, type StoredSettings } from '@ccu-gateway/storage';
import { systemClock } from '@ccu-gateway/storage/stores';
import { loadLibrary } from './database/library.js';
import { migrate } from './database/migrate.js';
import { complete, nameOf, type PostgresPlace } from './database/options.js';
import { openSession } from './database/session.js';
import { createCentralStore, createSectionStore } from './house/settings.js';

/** State of the database that a fleet shares. */
export interface PostgresExamination {
  /** Its address, for messages. */
  readonly name: string;
  /** `empty`: the first start of a gateway makes everything. */
  readonly state: 'ok' | 'empty' | 'newer' | 'older' | 'unreadable';
  /** Its message, where it refuses. */
  readonly message?: string;
  readonly remedy?: string;
  /** Settings that it puts over the configuration file; absent unless it is `ok`. */
  readonly settings?: Pick<StoredSettings, 'sections' | 'centrals'>;
}

/**
 * Checks that gateways can share the database, and changes nothing.
 *
 * @example
 * const { state, message } = await examinePostgres({ host: 'db.example', port: 5432, database: 'gateway', user:
 * 'gateway', password });
 */
export async function examinePostgres(place: PostgresPlace): Promise<PostgresExamination> {
  const whole = complete(place);
  const name = nameOf(whole);
  try {
    const library = await loadLibrary();
    const isThere = await migrate(library, whole, 'never');
    if (isThere === 'empty') return { name, state: 'empty' };
    const session = openSession(library, whole);
    try {
      const sections = await createSectionStore(session, systemClock).all();
      const centrals = await createCentralStore(session, systemClock).list();
      return { name, state: 'ok', settings: { sections, centrals } };
    } finally {
      await session.close();
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const { message, remedy, code } = error;
    const state = STATES[code] ?? 'unreadable';
    return { name, state, message, ...(remedy !== undefined && { remedy }) };
  }
}

const STATES: Partial<Readonly<Record<StorageError['code'], PostgresExamination['state']>>> = {
  storage_schema_newer: 'newer',
  storage_schema_older: 'older',
};
