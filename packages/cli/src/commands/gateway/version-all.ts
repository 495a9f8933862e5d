import { DATABASE_SCHEMA, examineDatabase, loadSqlite } from '@ccu-gateway/storage';
import type { Context } from '../../context/context.js';

/** Reason for a missing version. */
type Unknown = { readonly note: string };

/** Of the data directory of this machine. */
export interface DatabaseVersion {
  /** Absent where none could be read. */
  readonly schema?: number;
  readonly known_schema: number;
  readonly note?: string;
}

export interface VersionsAround {
  readonly sqlite: { readonly driver: string; readonly version: string } | Unknown;
  readonly database: DatabaseVersion;
  readonly gateway:
    | { readonly url: string; readonly version: string; readonly commit: string; readonly api_version: string }
    | Unknown;
}

const PATIENCE_S = 2;

/** Versions of the database, SQLite and the gateway. Each of them may be missing. */
export async function versionsAround(context: Context): Promise<VersionsAround> {
  const [sqlite, database, gateway] = await Promise.all([
    orNote(sqliteHere),
    databaseHere(context),
    orNote(() => gatewayOf(context)),
  ]);
  return { sqlite, database, gateway };
}

async function sqliteHere() {
  const driver = await loadSqlite();
  const db = driver.open(':memory:');
  try {
    return { driver: driver.name, version: String(db.prepare('SELECT sqlite_version()').pluck().get()) };
  } finally {
    db.close();
  }
}

async function databaseHere(context: Context): Promise<DatabaseVersion> {
  const known_schema = DATABASE_SCHEMA;
  try {
    const { path } = await context.dataDir();
    const { state, schema, message = state } = await examineDatabase(path);
    if (schema !== undefined) return { schema, known_schema };
    return { known_schema, note: state === 'none' ? `there is none in ${path}` : message };
  } catch (error) {
    return { known_schema, ...noteOf(error) };
  }
}

async function gatewayOf(context: Context) {
  const rest = await context.rest({ token: 'optional', seconds: PATIENCE_S });
  const { version, commit, api_version } = await rest.call('getInfo');
  return { url: rest.url, version, commit, api_version };
}

async function orNote<T>(ask: () => Promise<T>): Promise<T | Unknown> {
  try {
    return await ask();
  } catch (error) {
    return noteOf(error);
  }
}

const noteOf = (error: unknown): Unknown => ({
  note: error instanceof Error ? error.message : 'cannot be asked',
});
