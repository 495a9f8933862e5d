import { driverRemedy } from './better-driver.js';

/** The stable code of a `StorageError`. */
export type StorageErrorCode =
  /** The database cannot be opened or read: no native module, no access, not a database, damaged. */
  | 'storage_unavailable'
  /** A newer version of this program wrote the database. Nothing was touched. */
  | 'storage_schema_newer'
  /** The schema is older than this program and the caller asked for no migration. Nothing was touched. */
  | 'storage_schema_older'
  /** Another process holds the write lock for longer than the timeout. Nothing was written. */
  | 'storage_busy'
  /** No room on the disk. Nothing was written. */
  | 'storage_full'
  /** Any other refusal of the database. Nothing was written. */
  | 'storage_failed'
  /** Another gateway runs on the data directory. */
  | 'storage_in_use'
  /** The storage was closed. */
  | 'storage_closed';

/** Every failure of this package. The message never contains stored values. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  /** True when the file itself is broken, and not only out of reach: that is permanent. */
  readonly damaged: boolean;
  /**
   * True when the change may have been made despite the error: the database server received the request, and gave no
   * answer. Nothing was written when it is false.
   */
  readonly outcomeUnknown: boolean;
  /** The command that ends it, where there is one. */
  readonly remedy?: string;

  constructor(
    code: StorageErrorCode,
    message: string,
    options?: ErrorOptions & {
      readonly damaged?: boolean;
      readonly outcomeUnknown?: boolean;
      readonly remedy?: string;
    },
  ) {
    super(message, options);
    this.code = code;
    this.damaged = options?.damaged ?? false;
    this.outcomeUnknown = options?.outcomeUnknown ?? false;
    if (options?.remedy !== undefined) this.remedy = options.remedy;
  }
}

/**
 * True when the same call may succeed a little later without any intervention.
 *
 * @example
 * try {
 *   await storage.values.save('home', changed);
 * } catch (error) {
 *   if (!isTransientStorageError(error)) throw error;
 *   unsaved.push(...changed);
 * }
 */
export function isTransientStorageError(error: unknown): error is StorageError {
  return error instanceof StorageError && error.code === 'storage_busy';
}

const BY_SQLITE_CODE: readonly (readonly [prefix: string, code: StorageErrorCode, message: string])[] = [
  ['SQLITE_BUSY', 'storage_busy', 'another process is writing to the database'],
  ['SQLITE_LOCKED', 'storage_busy', 'the database is locked'],
  ['SQLITE_FULL', 'storage_full', 'there is no room left on the disk of the database'],
  // The file that connections share is the first that finds no room, also for reading only.
  ['SQLITE_IOERR_SHMSIZE', 'storage_full', 'there is no room left on the disk of the database'],
  ['SQLITE_IOERR', 'storage_failed', 'the disk of the database does not answer as it should'],
  ['SQLITE_READONLY', 'storage_unavailable', 'the database may only be read'],
  ['SQLITE_CANTOPEN', 'storage_unavailable', 'the database file cannot be opened'],
  ['SQLITE_NOTADB', 'storage_unavailable', 'the file is not a database'],
  ['SQLITE_CORRUPT', 'storage_unavailable', 'the database is damaged'],
  ['SQLITE_PERM', 'storage_unavailable', 'access to the database was refused'],
];

const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

/**
 * Gives any error of SQLite, the file system or the module loader its stable code.
 *
 * @example
 * throw toStorageError(error);
 */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = codeOf(error);
  const known = BY_SQLITE_CODE.find(([prefix]) => code.startsWith(prefix));
  if (known) return new StorageError(known[1], `${known[2]} (${code})`, { cause: error, damaged: DAMAGE.test(code) });
  if (error instanceof TypeError && /database connection is not open/.test(error.message)) {
    return new StorageError('storage_closed', 'the storage was closed');
  }
  return new StorageError('storage_failed', `the database refused (${code || 'unknown reason'})`, { cause: error });
}

/** Anything that goes wrong before the database is open. */
export function toUnavailable(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StorageError('storage_full', `there is no room left on the disk of the database (${code})`, {
      cause: error,
    });
  }
  if (code.startsWith('SQLITE_')) return toStorageError(error);
  if (code === 'EROFS') return new StorageError('storage_unavailable', `the data directory may only be read (${code})`);
  if (code === 'ERR_UNKNOWN_BUILTIN_MODULE') return withoutBuiltin(error);
  if (/module|bindings|dlopen/i.test(code + messageOf(error))) return withoutModule(error, code);
  const reason = 'the data directory cannot be used';
  return new StorageError('storage_unavailable', code ? `${reason} (${code})` : reason, { cause: error });
}

function withoutBuiltin(error: unknown): StorageError {
  return new StorageError(
    'storage_unavailable',
    `this Node (${process.version}) brings no SQLite: run Node 22.13 or newer, or choose the driver "better-sqlite3"`,
    { cause: error, remedy: 'npm install --include=optional' },
  );
}

/** Happens after an update of Node, or in a copy of an installation from another machine. */
function withoutModule(error: unknown, code: string): StorageError {
  const why = /NODE_MODULE_VERSION/.test(messageOf(error))
    ? 'it was built for another Node'
    : 'it is missing or was built for another system';
  return new StorageError(
    'storage_unavailable',
    `the native SQLite module cannot be loaded, ${why}: run "${driverRemedy()}" with this Node (${process.version}) where the gateway is installed, then restart it, or run it with Node 22.13 or newer${code && ` (${code})`}`,
    { cause: error, remedy: driverRemedy() },
  );
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
