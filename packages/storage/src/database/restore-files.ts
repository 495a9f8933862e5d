import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where a restore gets ready, in the data directory: the directory itself may be a mount that cannot be renamed. */
export const RESTORE_FOLDER = '.restore';
/** From the moment it is there the restore counts, and is brought to its end. */
export const RESTORE_PLAN = 'plan.json';

/**
 * Whether a restore was decided that is not at its end.
 *
 * @example
 * if (restorePending(dataDir)) (await lockDataDir(dataDir)).release();
 */
export function restorePending(dataDir: string): boolean {
  return existsSync(join(dataDir, RESTORE_FOLDER, RESTORE_PLAN));
}
