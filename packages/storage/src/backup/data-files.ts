import { DATABASE_FILE, EVENTS_FILE, HISTORY_FILE, MATTER_FILE } from '../database/files.js';
import { EVENT_MIGRATIONS, HISTORY_MIGRATIONS, MATTER_MIGRATIONS, MIGRATIONS } from '../database/migrations.js';

/** The files of SQLite in a data directory, and the schema that this program knows of each. */
export const DATA_FILES: Readonly<Record<string, { readonly schema: number; readonly optional: boolean }>> = {
  [DATABASE_FILE]: { schema: MIGRATIONS.length, optional: false },
  [EVENTS_FILE]: { schema: EVENT_MIGRATIONS.length, optional: true },
  [HISTORY_FILE]: { schema: HISTORY_MIGRATIONS.length, optional: true },
  [MATTER_FILE]: { schema: MATTER_MIGRATIONS.length, optional: true },
};
