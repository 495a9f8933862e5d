import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folder in which a restore is prepared, in the data directory: the directory itself may be a mount that cannot be
 * renamed.
 */
export const RESTORE_FOLDER = '.restore';
/** From the moment it is there the restore counts, and is brought to its end. */
export const RESTORE_PLAN = 'plan.json';

/**
 * True when a decided restore is not finished.
 *
 * @example
 * if (restorePending(dataDir)) (await lockDataDir(dataDir)).release();
 */
export function restorePending(dataDir: string): boolean {
  return existsSync(join(dataDir, RESTORE_FOLDER, RESTORE_PLAN));
}
