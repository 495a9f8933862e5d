import type {
  NewOwnBackup,
  OwnBackup,
  OwnBackupContents,
  OwnBackupStatus,
  OwnRestore,
  OwnRestoreChecked,
} from '@ccu-gateway/contract/types';
import type { BackupDownload } from '../../ports/backups.js';
import { type Caller, principalOf } from '../../use-case/caller.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

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

/** Ports of the use cases about backups of the gateway itself. */
export interface OwnBackupWriting extends Recording {
  readonly ownBackups: OwnBackups;
}

/**
 * Lists the backups of the gateway itself, newest first. Role `admin`; not audited.
 *
 * @throws GatewayError `service_unready`
 * @example
 * const [newest] = await core.as(caller).ownBackups.list();
 */
export const listOwnBackups = useCase(
  'admin',
  ({ ownBackups }: Pick<OwnBackupWriting, 'ownBackups'>, _caller: Caller) => ownBackups.list(),
);

/**
 * Present state of backups of the gateway. Role `admin`; not audited.
 *
 * @example
 * const { busy } = core.as(caller).ownBackups.status();
 */
export const ownBackupsStatus = useCase(
  'admin',
  ({ ownBackups }: Pick<OwnBackupWriting, 'ownBackups'>, _caller: Caller) => ownBackups.status(),
);

/**
 * Begins a backup of the gateway itself; with a passphrase the key that opens stored passwords is in it, sealed.
 * `own_backup.progress` events report its progress. Role `admin`; audited as `gateway_backup_create`.
 *
 * @throws GatewayError `conflict` (reason `own_backup_busy`), `validation`, `service_unready`
 * @example
 * const { id } = await core.as(caller).ownBackups.start({ history: true });
 */
export const startOwnBackup = useCase(
  'admin',
  async (ports: OwnBackupWriting, caller: Caller, backup: NewOwnBackup): Promise<{ readonly id: string }> => {
    const { id } = await ports.ownBackups.start(backup);
    const note = backup.passphrase === undefined ? id : `${id}, with the key`;
    recordChange(ports, caller, { action: 'gateway_backup_create', note });
    return { id };
  },
);

/**
 * Hands out a backup of the gateway itself. This is audited (`gateway_backup_download`) because it contains accounts,
 * tokens and the fabrics of the Matter bridge. Role `admin`.
 *
 * @throws GatewayError `not_found`, `service_unready`
 * @example
 * const { filename, content } = await core.as(caller).ownBackups.download(id);
 */
export const downloadOwnBackup = useCase(
  'admin',
  async (ports: OwnBackupWriting, caller: Caller, id: string): Promise<BackupDownload> => {
    const download = await ports.ownBackups.open(id);
    recordChange(ports, caller, { action: 'gateway_backup_download', note: id });
    return download;
  },
);

/**
 * Keeps a backup of a gateway that was downloaded earlier, after it was read to its end. Role `admin`; audited as
 * `gateway_backup_upload`.
 *
 * @throws GatewayError `unprocessable` with the reason, `payload_too_large`, `conflict`, `service_unready`
 * @example
 * const { id, parts } = await core.as(caller).ownBackups.upload(createReadStream('/tmp/backup.tar.gz'));
 */
export const uploadOwnBackup = useCase(
  'admin',
  async (ports: OwnBackupWriting, caller: Caller, content: AsyncIterable<Uint8Array>): Promise<OwnBackupContents> => {
    const stored = await ports.ownBackups.store(content);
    recordChange(ports, caller, { action: 'gateway_backup_upload', note: stored.id });
    return stored;
  },
);

/**
 * Reads a backup of the gateway to its end, and reports its contents. Role `admin`; not audited.
 *
 * @throws GatewayError `not_found`, `unprocessable` with the reason, `conflict`, `service_unready`
 * @example
 * const { parts, with_key } = await core.as(caller).ownBackups.verify(id);
 */
export const verifyOwnBackup = useCase(
  'admin',
  ({ ownBackups }: Pick<OwnBackupWriting, 'ownBackups'>, _caller: Caller, id: string) => ownBackups.verify(id),
);

/**
 * Deletes a backup of the gateway itself. Does nothing, and audits nothing, where there is none of that id. Role `admin`;
 * audited as `gateway_backup_delete`.
 *
 * @throws GatewayError `conflict`, `service_unready`
 * @example
 * await core.as(caller).ownBackups.delete(id);
 */
export const deleteOwnBackup = useCase(
  'admin',
  async (ports: OwnBackupWriting, caller: Caller, id: string): Promise<void> => {
    if (!(await ports.ownBackups.remove(id))) return;
    recordChange(ports, caller, { action: 'gateway_backup_delete', note: id });
  },
);

/**
 * Restores a backup of the gateway itself: all that can be refused is refused first; then the gateway stops, exchanges its data and
 * starts again, and everybody has to sign in anew. With `check_only` nothing happens after the check. Role `admin`; audited as
 * `gateway_backup_restore`, before it is done, and again in the restored data.
 *
 * @throws GatewayError `not_found`, `unprocessable` with the reason, `conflict`, `service_unready`
 * @example
 * const { contents } = await core.as(caller).ownBackups.restore(id, { check_only: true });
 */
export const restoreOwnBackup = useCase(
  'admin',
  async (ports: OwnBackupWriting, caller: Caller, id: string, how: OwnRestore): Promise<OwnRestoreChecked> => {
    const checked = await ports.ownBackups.restore(id, how, principalOf(caller).subject);
    if (checked.status === 'restore_signalled') {
      recordChange(ports, caller, { action: 'gateway_backup_restore', note: id });
    }
    return checked;
  },
);

/** Use cases of the family `ownBackups`, by their names for a caller of the core. */
export const ownBackupsUseCases = {
  list: listOwnBackups,
  status: ownBackupsStatus,
  start: startOwnBackup,
  download: downloadOwnBackup,
  upload: uploadOwnBackup,
  verify: verifyOwnBackup,
  delete: deleteOwnBackup,
  restore: restoreOwnBackup,
} as const;
