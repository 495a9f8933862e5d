import { join } from 'node:path';
import { SCHEMA_STEPS } from '../backup/data-files.js';
import { createDatabase } from '../database/create.js';
import type { SqliteDriver } from '../database/driver/sqlite.js';

/** A file of a data directory, as a version of the program made it. */
export interface DataFileOf {
  readonly dataDir: string;
  /** A key of `DATA_FILES`. */
  readonly name: string;
  /** Number of schema steps of that version: from 1 to the `schema` that `DATA_FILES` names. */
  readonly schema: number;
  readonly sqlite?: SqliteDriver;
}

/**
 * Makes an empty file with the schema of an earlier version, for tests of an update. Answers its path.
 * @throws RangeError for a file or a schema that no version had
 *
 * @example
 * const file = await createDataFile({ dataDir, name: 'matter.db', schema: 1 });
 */
export async function createDataFile({ dataDir, name, schema, sqlite }: DataFileOf): Promise<string> {
  const steps = SCHEMA_STEPS[name] ?? [];
  if (!Number.isInteger(schema) || schema < 1 || schema > steps.length) {
    throw new RangeError(`schema ${schema} of ${name}: there are 1 to ${steps.length}`);
  }
  const file = join(dataDir, name);
  await createDatabase(file, steps.slice(0, schema), { sqlite });
  return file;
}
