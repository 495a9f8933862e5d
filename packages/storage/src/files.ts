import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { StorageLogger } from './ports.js';

export const DATABASE_FILE = 'ccu-gateway.db';

/**
 * Makes sure that the database can only be read by its owner, whatever the umask: SQLite gives its `-wal` and `-shm`
 * files the mode of the main file, so that one is created before SQLite sees it.
 */
export function prepareFiles(dataDir: string, log: StorageLogger): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, DATABASE_FILE);
  tightenDirectory(dataDir, file, log);
  if (!existsSync(file)) createPrivate(file, dataDir);
  for (const path of [file, `${file}-wal`, `${file}-shm`, join(dataDir, 'secret.key')]) {
    if (existsSync(path)) tighten(path, 0o600, log);
  }
  return file;
}

/** What a gateway puts into its data directory. */
const OWN = /^(ccu-gateway\.db(-wal|-shm|-journal)?|secret\.key(\.new)?|daemon\.lock(-journal)?|backups)$/;

/** A directory that holds other things and no database (say `/`) is not ours to close. */
function tightenDirectory(dataDir: string, file: string, log: StorageLogger): void {
  if (existsSync(file) || readdirSync(dataDir).every((name) => OWN.test(name))) tighten(dataDir, 0o700, log);
}

function createPrivate(file: string, dataDir: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    // Another program was first; it does the same.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  // Somebody administering as root must not leave files that the service user cannot write.
  const owner = statSync(dataDir);
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
