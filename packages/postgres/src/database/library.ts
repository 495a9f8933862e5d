import { StorageError } from '@ccu-gateway/storage';
import type pg from 'pg';
import { type CompletePlace, quoted } from './options.js';

export type Library = typeof pg;

/** Loaded only where it is asked for: most gateways have one machine and SQLite. @throws StorageError */
export async function loadLibrary(): Promise<Library> {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    throw new StorageError('storage_unavailable', 'the package "pg" for PostgreSQL cannot be loaded', {
      cause,
      remedy: 'npm install pg',
    });
  }
}

/** Oids of the numbers in answers to the statements here; all of them fit into a number of JavaScript. */
const NUMBERS = [20, 21, 23];

/** Options of a connection. */
export function connectionOf(library: Library, place: CompletePlace): pg.ClientConfig {
  const { host, port, database, user, password, tls, patienceMs } = place;
  // The type names the parsers of binary values too; connections here are asked for text only.
  const getTypeParser = ((oid: number, format?: 'text') =>
    NUMBERS.includes(oid) ? Number : library.types.getTypeParser(oid, format)) as typeof library.types.getTypeParser;
  return {
    host,
    port,
    database,
    user,
    // Otherwise the library would search for one in the environment and in files of the user.
    password: password ?? '',
    ssl: tls === undefined ? false : { ca: tls.ca, rejectUnauthorized: tls.verify ?? true },
    application_name: 'ccu-gateway',
    keepAlive: true,
    connectionTimeoutMillis: patienceMs,
    // The server gives up first, so that the outcome is known.
    query_timeout: patienceMs + 2_000,
    types: { getTypeParser },
  };
}

/** First statements of every connection. Confirmed changes are on the disk, with any setting of the server. */
export function beginning({ schema, patienceMs }: CompletePlace): string {
  return [
    `SET search_path TO ${quoted(schema)}`,
    'SET synchronous_commit TO on',
    `SET default_transaction_isolation TO 'read committed'`,
    `SET statement_timeout TO ${patienceMs}`,
    `SET lock_timeout TO ${patienceMs}`,
    `SET idle_in_transaction_session_timeout TO ${2 * patienceMs}`,
  ].join('; ');
}
