import { StorageError, type StorageErrorCode } from '@ccu-gateway/storage';
import { type CompletePlace, nameOf, quoted } from './options.js';

type Said = readonly [code: StorageErrorCode, what: string, remedy?: string];

/**
 * Meaning of a code of PostgreSQL, of Node or of OpenSSL. The message of the server is never passed on: it may quote
 * data.
 */
function meaningOf(code: string, message: string, place: CompletePlace): Said {
  const { user, database, poolSize } = place;
  const known = FIXED[code];
  if (known !== undefined) return known;
  if (code === '28P01')
    return ['storage_unavailable', `it refuses the password of ${user}`, 'correct the user or the password'];
  if (code === '28000') {
    const why = `it lets ${user} not in from here${place.tls === undefined ? ' without TLS' : ''}`;
    return ['storage_unavailable', why, 'see pg_hba.conf of the server, the user, and whether it wants TLS'];
  }
  if (code === '3D000') {
    const remedy = `CREATE DATABASE "${database}" OWNER "${user}" ENCODING 'UTF8' TEMPLATE template0`;
    return ['storage_unavailable', `there is no database ${database}`, remedy];
  }
  if (code === '42501') {
    const remedy = `GRANT CREATE ON DATABASE "${database}" TO "${user}", or let that user own the schema ${quoted(place.schema)}`;
    return ['storage_unavailable', `${user} lacks rights in the database ${database}`, remedy];
  }
  if (code === '53300') {
    const remedy = `raise max_connections of the server, or lower the size of the pool (${poolSize} here)`;
    return ['storage_unavailable', 'it takes no more connections', remedy];
  }
  if (/^(08|57P)/.test(code)) return ['storage_unavailable', 'it has ended the connection'];
  if (/^(E[A-Z_]+|UND_)/.test(code) && !code.startsWith('ERR_')) return ['storage_unavailable', 'it cannot be reached'];
  if (/does not support SSL/.test(message)) {
    return ['storage_unavailable', 'it speaks no TLS', 'switch TLS on at the server, or off here'];
  }
  if (TLS.test(code)) {
    const remedy = 'name the certificate authority of the server, and the host as its certificate does';
    return ['storage_unavailable', 'its certificate cannot be trusted', remedy];
  }
  // The library has texts and no codes for these.
  if (/timeout|terminated|connection error/i.test(message)) return ['storage_unavailable', 'it does not answer'];
  if (/password must be a string|no password/i.test(message)) {
    return ['storage_unavailable', `it asks for the password of ${user}, and none is set`, 'set the password'];
  }
  return ['storage_failed', 'it refused'];
}

const BUSY: Said = ['storage_busy', 'another gateway holds the requested lock'];
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA)/;
const FIXED: Readonly<Record<string, Said>> = {
  '25006': ['storage_unavailable', 'it may only be read: a standby', 'name the primary server'],
  '40001': BUSY,
  '40P01': BUSY,
  '55P03': BUSY,
  '57014': ['storage_busy', 'it took too long'],
  '53100': ['storage_full', 'there is no room left on the disk of the server'],
};

/** Gives any error of PostgreSQL, of its library or of the network its stable code. */
export function toPostgresError(error: unknown, place: CompletePlace): StorageError {
  if (error instanceof StorageError) return error;
  const sign = codeOf(error);
  const [code, what, remedy] = meaningOf(sign, error instanceof Error ? error.message : '', place);
  const message = `${nameOf(place)}: ${what}${sign && ` (${sign})`}`;
  return new StorageError(code, message, { cause: error, ...(remedy !== undefined && { remedy }) });
}

/**
 * Returns true for an error that may pass when the same is done once more at once: two that met in an unlucky order.
 */
export function isCollision(error: unknown): boolean {
  return error instanceof StorageError && ['40P01', '40001'].includes(codeOf(error.cause));
}

/**
 * Returns true when a connection that was open gave no answer, or has ended: then others of that time may be as dead.
 * Where no connection was to be had, those that are open may be in order.
 */
export function isSilence(error: StorageError): boolean {
  if (error.code !== 'storage_unavailable') return false;
  const code = codeOf(error.cause);
  const message = error.cause instanceof Error ? error.cause.message : '';
  return code === ''
    ? /read timeout|terminated unexpectedly|connection error/i.test(message)
    : /^(08|57P|25006|ECONNRESET|EPIPE)/.test(code);
}

/**
 * Returns true when the server answers and refuses the write: there is no room, it may only be read, or a right is
 * missing.
 */
export function isOfWrites(error: StorageError): boolean {
  return /^(53100|25006|42501)$/.test(codeOf(error.cause));
}

export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses of one name were tried.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : '';
}
