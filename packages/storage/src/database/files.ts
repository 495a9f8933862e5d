import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StorageError } from './driver/errors.js';
import { asOwner } from './owner.js';
import type { StorageLogger } from './ports.js';
import { restorePending } from './restore-files.js';

/** Name of the database file in the data directory. */
export const DATABASE_FILE = 'ccu-gateway.db';
export const EVENTS_FILE = 'events.db';
export const HISTORY_FILE = 'history.db';
export const MATTER_FILE = 'matter.db';

/** Suffixes of the files that SQLite keeps beside a database. */
export const COMPANIONS = ['-wal', '-shm'] as const;

/**
 * Makes the directory, and sees to it that only its owner can read the gateway's files in it.
 * @throws StorageError while a restore is half done: `lockDataDir` brings it to its end
 */
export function prepareDirectory(dataDir: string, log: StorageLogger): void {
  asOwner(dataDir, () => prepare(dataDir, log));
}

function prepare(dataDir: string, log: StorageLogger): void {
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

/** Files that a gateway puts into its data directory. */
const OWN =
  /^((ccu-gateway|events|history|matter)\.db([.-].*)?|\.new-.*|secret\.key(\.new)?|daemon\.lock(-journal)?|daemon\.pid|backups|\.restore|replaced-\d{14}(-\d+)?|config\.restored\.yaml)$/;
const SECRET = /^((ccu-gateway|events|history|matter)\.db([.-].*)?|secret\.key|config\.restored\.yaml)$/;

/**
 * Makes an empty file that only its owner can read, under any umask: SQLite gives its companions the mode of the main
 * file, so that one is there before SQLite sees it. It belongs to the owner of the folder: a command that root runs
 * must not leave files that the service user cannot write.
 *
 * @example
 * createPrivate(join(folder, 'copy.db'), folder);
 */
export function createPrivate(file: string, folder: string): void {
  closeSync(openPrivate(file, folder));
}

/**
 * The same, open for writing. Writes go into this file, even if its name leads elsewhere meanwhile.
 *
 * @example
 * const descriptor = openPrivate(join(folder, 'copy.db'), folder);
 */
export function openPrivate(file: string, folder: string): number {
  return asOwner(folder, () => openSync(file, 'wx', 0o600));
}

/**
 * Takes rights on a file or a folder away; `kept` are those that may stay. A link is left alone: its target may belong
 * to another user. Returns the previous rights, or undefined if there is nothing to open.
 *
 * @example
 * restrictRights('/var/lib/ccu-gateway/secret.key', 0o700);
 */
export function restrictRights(path: string, kept: number): number | undefined {
  // A descriptor that is closed ends all locks of this process on the file, those of an open database too: it is opened only
  // where rights are to be taken away, which the first opening has done.
  let descriptor: number;
  try {
    const found = lstatSync(path);
    const rights = found.mode & 0o777;
    if (!found.isSymbolicLink() && (rights & ~kept) === 0) return rights;
    // Windows knows no links of this kind, and has no such flags.
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const before = fstatSync(descriptor).mode & 0o777;
    if ((before & ~kept) !== 0) fchmodSync(descriptor, before & kept);
    return before;
  } finally {
    closeSync(descriptor);
  }
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
  asOwner(dirname(folder), () => mkdirSync(folder, { mode: 0o700 }));
}

function tighten(path: string, kept: number, log: StorageLogger): void {
  try {
    const before = restrictRights(path, kept);
    if (before === undefined || (before & ~kept) === 0) return;
    log.warn('storage.mode.tightened', { path, before: before.toString(8), after: (before & kept).toString(8) });
  } catch {
    log.warn('storage.mode.open', { path });
  }
}
