import type {
  NewOwnBackup,
  OwnBackup,
  OwnBackupContents,
  OwnBackupStatus,
  OwnRestore,
  OwnRestoreChecked,
} from '@ccu-gateway/contract/types';
import type { BackupDownload } from './backups.js';

/**
 * Backups of the gateway itself. One thing at a time: everything but reading the list, the status and a download rejects with
 * `conflict` (reason `own_backup_busy`) while something else is under way. Rejects with a `GatewayError`: `not_found` for an
 * unknown id, `unprocessable` with the reason (`backup_damaged`, `backup_foreign`, `backup_newer`, …) for a file that is refused,
 * `service_unready` where the directory cannot be used. No message holds a passphrase.
 */
export interface OwnBackups {
  /** Newest first. */
  list(): Promise<readonly OwnBackup[]>;
  status(): OwnBackupStatus;
  /** Begins; `own_backup.progress` events and the status report its progress. */
  start(backup: NewOwnBackup): Promise<{ readonly id: string }>;
  open(id: string): Promise<BackupDownload>;
  /** Keeps a backup that was downloaded earlier, after it was read to its end; keeps nothing else. */
  store(content: AsyncIterable<Uint8Array>): Promise<OwnBackupContents>;
  /** Reads the whole of it. */
  verify(id: string): Promise<OwnBackupContents>;
  /** True when there was one. */
  remove(id: string): Promise<boolean>;
  /** Does all that a restore does, beside the data, and changes nothing; unless it is only a check, the gateway then stops. */
  restore(id: string, how: OwnRestore, subject: string): Promise<OwnRestoreChecked>;
}
