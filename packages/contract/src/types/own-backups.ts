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

/** Contents of a backup of the gateway, after it was read to its end. */
export interface OwnBackupContents extends DeepReadonly<z.output<typeof ownBackupContents>> {}

/** Present state of backups of the gateway, and the results of the last ones. */
export interface OwnBackupStatus extends DeepReadonly<z.output<typeof ownBackupStatus>> {}

/** Contents of a new backup of the gateway. */
export interface NewOwnBackup extends DeepReadonly<z.output<typeof newOwnBackup>> {}

/** Options for a restore of a backup of the gateway. */
export interface OwnRestore extends DeepReadonly<z.output<typeof ownRestore>> {}

/** Result of checking a backup, and the decision about its restore. */
export interface OwnRestoreChecked extends DeepReadonly<z.output<typeof ownRestoreChecked>> {}
