import { chmodSync, chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { StorageLogger } from './ports.js';

/** Name of the database file in the data directory. */
export const DATABASE_FILE = 'ccu-gateway.db';
export const EVENTS_FILE = 'events.db';
export const HISTORY_FILE = 'history.db';
export const MATTER_FILE = 'matter.db';

/** What SQLite keeps beside a file. */
export const COMPANIONS = ['-wal', '-shm'] as const;

/** Makes the directory, and sees to it that only its owner can read the gateway's files in it. */
export function prepareDirectory(dataDir: string, log: StorageLogger): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const names = readdirSync(dataDir);
  // A directory that holds other things and no database (say `/`) is not ours to close.
  if (names.includes(DATABASE_FILE) || names.every((name) => OWN.test(name))) tighten(dataDir, 0o700, log);
  for (const name of names) if (SECRET.test(name)) tighten(join(dataDir, name), 0o600, log);
}

/** What a gateway puts into its data directory. */
const OWN =
  /^((ccu-gateway|events|history|matter)\.db([.-].*)?|\.new-.*|secret\.key(\.new)?|daemon\.lock(-journal)?|daemon\.pid|backups)$/;
const SECRET = /^((ccu-gateway|events|history|matter)\.db([.-].*)?|secret\.key)$/;

/**
 * Makes an empty file that only its owner can read, whatever the umask: SQLite gives its companions the mode of the main
 * file, so that one is there before SQLite sees it. It gets the owner of the folder.
 */
export function createPrivate(file: string, folder: string): void {
  closeSync(openSync(file, 'wx', 0o600));
  // A command that root runs must not leave files that the service user cannot write.
  const owner = statSync(folder);
  if (process.getuid?.() === 0 && owner.uid !== 0) chownSync(file, owner.uid, owner.gid);
}

function tighten(path: string, mode: number, log: StorageLogger): void {
  const before = statSync(path).mode & 0o777;
  if ((before & 0o077) === 0) return;
  try {
    chmodSync(path, mode);
    log.warn('storage.mode.tightened', { path, before: before.toString(8), after: mode.toString(8) });
  } catch {
    log.warn('storage.mode.open', { path, mode: before.toString(8) });
  }
}

/** Where the header says how the file is journaled: 2 for WAL, 1 for the journal that a copy elsewhere can do. */
const JOURNAL_BYTES = [18, 19] as const;

/** The bytes of a database as of one that needs no file beside it. */
export function withoutJournal(file: string): Buffer {
  const bytes = readFileSync(file);
  for (const at of JOURNAL_BYTES) bytes[at] = 1;
  return bytes;
}
