import type { z } from 'zod';
import type {
  newOwnBackup,
  ownBackup,
  ownBackupContents,
  ownBackupStatus,
  ownRestore,
  ownRestoreChecked,
} from '../schemas/own-backups.js';
import type { DeepReadonly } from './deep-readonly.js';

/** A backup of the gateway itself, as it lies in its directory. */
export interface OwnBackup extends DeepReadonly<z.output<typeof ownBackup>> {}

/** What a backup of the gateway holds, after it was read to its end. */
export interface OwnBackupContents extends DeepReadonly<z.output<typeof ownBackupContents>> {}

/** What is done with backups of the gateway now, and what became of the last ones. */
export interface OwnBackupStatus extends DeepReadonly<z.output<typeof ownBackupStatus>> {}

/** What a new backup of the gateway holds. */
export interface NewOwnBackup extends DeepReadonly<z.output<typeof newOwnBackup>> {}

/** How a backup of the gateway is restored. */
export interface OwnRestore extends DeepReadonly<z.output<typeof ownRestore>> {}

/** What was checked, and whether it will be restored. */
export interface OwnRestoreChecked extends DeepReadonly<z.output<typeof ownRestoreChecked>> {}
