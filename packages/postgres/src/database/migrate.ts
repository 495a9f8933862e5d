import { StorageError } from '@ccu-gateway/storage';
import { codeOf, toPostgresError } from './errors.js';
import { beginning, connectionOf, type Library } from './library.js';
import { type CompletePlace, nameOf, quoted } from './options.js';
import { STEPS } from './schema.js';

export interface Migration {
  readonly from: number;
  readonly to: number;
}

/** Longest that is waited for another gateway which brings the schema up to date. */
const MIGRATION_MS = 120_000;

/** `new-only` changes nothing that is there, `never` nothing at all. */
export type MigrationMode = 'always' | 'new-only' | 'never';

/**
 * Brings the schema up to date, all of it in one transaction. Of two gateways that begin at once the other waits and finds it done.
 * Undefined where nothing was to do, `empty` where nothing is there and nothing may be made. @throws StorageError
 */
export async function migrate(
  library: Library,
  place: CompletePlace,
  mode: MigrationMode,
  steps: readonly string[] = STEPS,
): Promise<Migration | 'empty' | undefined> {
  const client = new library.Client({ ...connectionOf(library, place), query_timeout: MIGRATION_MS });
  // Without it the end of the connection would end the program; the statement under way fails by itself.
  client.on('error', () => undefined);
  const { schema } = place;
  const version = async (): Promise<number> => {
    try {
      const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${quoted(schema)}.schema_version`);
      return rows[0]?.version ?? 0;
    } catch (error) {
      if (['42P01', '3F000'].includes(codeOf(error))) return 0;
      throw error;
    }
  };
  try {
    await client.connect();
    await client.query(beginning(place));
    await checkEncoding(client, place);
    // Most starts end here, and need no rights to change anything.
    const found = checked(await version(), steps.length, mode, place);
    if (found === steps.length) return undefined;
    if (mode === 'never') return 'empty';
    await client.query(`BEGIN; SET LOCAL statement_timeout TO 0; SET LOCAL lock_timeout TO ${MIGRATION_MS}`);
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1), 1)', [schema]);
    const from = await versionInside(client, schema);
    if (checked(from, steps.length, mode, place) < steps.length) {
      if (from === 0) await begin(client, schema);
      for (const step of steps.slice(from)) await client.query(step);
      await client.query('UPDATE schema_version SET version = $1', [steps.length]);
    }
    await client.query('COMMIT');
    return from === steps.length ? undefined : { from, to: steps.length };
  } catch (error) {
    throw toPostgresError(error, place);
  } finally {
    // A transaction under way is rolled back with the connection.
    await client.end().catch(() => undefined);
  }
}

type Client = InstanceType<Library['Client']>;

/** An error would end the transaction, so the table is looked up first. */
async function versionInside(client: Client, schema: string): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `${quoted(schema)}.schema_version`,
  ]);
  if (rows[0]?.there !== true) return 0;
  const found = await client.query<{ version: number }>('SELECT version FROM schema_version');
  return found.rows[0]?.version ?? 0;
}

async function begin(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regnamespace($1) IS NOT NULL AS there', [
    quoted(schema),
  ]);
  // It may have been made by a user that gave no right to make another one.
  if (rows[0]?.there !== true) await client.query(`CREATE SCHEMA ${quoted(schema)}`);
  await client.query('CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version VALUES (0)');
}

async function checkEncoding(client: Client, place: CompletePlace): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  throw new StorageError('storage_unavailable', `${nameOf(place)}: its texts are ${encoding}, and UTF8 is needed`, {
    remedy: `CREATE DATABASE "${place.database}" ENCODING 'UTF8' TEMPLATE template0`,
  });
}

function checked(found: number, known: number, mode: MigrationMode, place: CompletePlace): number {
  if (found > known) {
    const message = `${nameOf(place)}: a newer version of this program wrote it (schema ${found}, known ${known})`;
    throw new StorageError('storage_schema_newer', message, {
      remedy: 'update this gateway to the version of the others',
    });
  }
  if (found > 0 && found < known && mode !== 'always') {
    const message = `${nameOf(place)}: its schema is older than this program; start the gateway once`;
    throw new StorageError('storage_schema_older', message);
  }
  return found;
}
