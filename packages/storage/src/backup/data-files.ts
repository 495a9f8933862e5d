import { DATABASE_FILE, EVENTS_FILE, HISTORY_FILE, MATTER_FILE } from '../database/files.js';
import { EVENT_MIGRATIONS, HISTORY_MIGRATIONS, MATTER_MIGRATIONS, MIGRATIONS } from '../database/migrations.js';

/** The steps of the schema of each file. */
export const SCHEMA_STEPS: Readonly<Record<string, readonly string[]>> = {
  [DATABASE_FILE]: MIGRATIONS,
  [EVENTS_FILE]: EVENT_MIGRATIONS,
  [HISTORY_FILE]: HISTORY_MIGRATIONS,
  [MATTER_FILE]: MATTER_MIGRATIONS,
};

/** The files of SQLite in a data directory, and the schema that this program knows of each. */
export const DATA_FILES: Readonly<Record<string, { readonly schema: number; readonly optional: boolean }>> =
  Object.fromEntries(
    Object.entries(SCHEMA_STEPS).map(([name, { length: schema }]) => [
      name,
      { schema, optional: name !== DATABASE_FILE },
    ]),
  );
