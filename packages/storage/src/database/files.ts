import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StorageError } from './errors.js';
import type { StorageLogger } from './ports.js';
import { restorePending } from './restore-files.js';

/** Name of the database file in the data directory. */
export const DATABASE_FILE = 'ccu-gateway.db';
export const EVENTS_FILE = 'events.db';
export const HISTORY_FILE = 'history.db';
export const MATTER_FILE = 'matter.db';

/** What SQLite keeps beside a file. */
export const COMPANIONS = ['-wal', '-shm'] as const;

/**
 * Makes the directory, and sees to it that only its owner can read the gateway's files in it.
 * @throws StorageError while a restore is half done: `lockDataDir` brings it to its end
 */
export function prepareDirectory(dataDir: string, log: StorageLogger): void {
  if (restorePending(dataDir)) {
    throw new StorageError('storage_unavailable', `a restore into ${dataDir} was interrupted`, {
      remedy: 'start the gateway once, which brings the restore to its end',
    });
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const names = readdirSync(dataDir);
  // A directory that holds other things and no database (say `/`) is not ours to close.
  if (names.includes(DATABASE_FILE) || names.every((name) => OWN.test(name))) tighten(dataDir, 0o700, log);
  for (const name of names) if (SECRET.test(name)) tighten(join(dataDir, name), 0o600, log);
}

/** What a gateway puts into its data directory. */
const OWN =
  /^((ccu-gateway|events|history|matter)\.db([.-].*)?|\.new-.*|secret\.key(\.new)?|daemon\.lock(-journal)?|daemon\.pid|backups|\.restore|replaced-\d{14}(-\d+)?|config\.restored\.yaml)$/;
const SECRET = /^((ccu-gateway|events|history|matter)\.db([.-].*)?|secret\.key|config\.restored\.yaml)$/;

/**
 * Makes an empty file that only its owner can read, whatever the umask: SQLite gives its companions the mode of the main
 * file, so that one is there before SQLite sees it. It gets the owner of the folder.
 *
 * @example
 * createPrivate(join(folder, 'copy.db'), folder);
 */
export function createPrivate(file: string, folder: string): void {
  closeSync(openSync(file, 'wx', 0o600));
  giveAway(file, folder);
}

/**
 * Makes a folder, and those above it that are missing, for the owner of the folder that is there. Does nothing where it is there.
 *
 * @example
 * createPrivateFolder('/var/lib/ccu-gateway/backups/gateway');
 */
export function createPrivateFolder(folder: string): void {
  if (existsSync(folder)) return;
  createPrivateFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
  giveAway(folder, dirname(folder));
}

/** A command that root runs must not leave files that the service user cannot write. */
function giveAway(path: string, folder: string): void {
  const owner = statSync(folder);
  if (process.getuid?.() === 0 && owner.uid !== 0) chownSync(path, owner.uid, owner.gid);
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
