import { join, resolve } from 'node:path';

/** Where backups of the gateway are kept: the directory of the configuration, seen from the data directory. */
export function ownBackupDirectory(configured: string, dataDir: string): string {
  return configured === '' ? join(dataDir, 'backups', 'gateway') : resolve(dataDir, configured);
}
