import type { BackupDownload, BackupFile, BackupStatus, Backups } from '../../ports/backups.js';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { chooseCentral } from '../../use-case/choose.js';
import { notFound } from '../../use-case/errors.js';
import { isPending, makeChange, type Recording, recordChange } from '../../use-case/record.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { useCase } from '../../use-case/use-case.js';

/** Ports of the use cases about backups. */
export interface BackupWriting extends Recording {
  readonly house: House;
  readonly backups: Backups;
}

/**
 * Starts a backup of a CCU; the name may be undefined where there is only one. Resolves when it has begun;
 * `backup.progress` events report its progress. Role `admin`; audited as `backup_create`.
 *
 * @throws GatewayError as `chooseCentral`; `conflict` while a backup of that CCU runs, `service_unready` without a
 * storage for archives
 * @example
 * const { id } = await core.as(caller).backups.start('home');
 */
export const startBackup = useCase(
  'admin',
  async (
    ports: BackupWriting,
    caller: Caller,
    name: string | undefined,
  ): Promise<{ readonly id: string; readonly central_name: string }> => {
    const central = chooseCentral(ports.house, name);
    const change = { action: 'backup_create', central };
    const { id } = await makeChange(
      ports,
      caller,
      change,
      () => ports.backups.start(central),
      (made) => made.id,
    );
    return { id, central_name: central };
  },
);

/**
 * Keeps an archive that was downloaded earlier. Resolves when the whole of it was checked and stored. Role `admin`;
 * audited as `backup_upload`.
 *
 * @throws GatewayError as `chooseCentral`; `unprocessable` (reason `backup_damaged`), `payload_too_large`,
 * `service_unready`
 * @example
 * const content = createReadStream('/tmp/home.sbk');
 * const { id, bytes } = await core.as(caller).backups.upload({ central: 'home', filename: 'home.sbk', content });
 */
export const uploadBackup = useCase(
  'admin',
  async (
    ports: BackupWriting,
    caller: Caller,
    upload: {
      readonly central: string | undefined;
      readonly filename: string;
      readonly content: AsyncIterable<Uint8Array>;
    },
  ): Promise<BackupFile> => {
    const central = chooseCentral(ports.house, upload.central);
    const change = { action: 'backup_upload', central };
    return await makeChange(
      ports,
      caller,
      change,
      () => ports.backups.store({ ...upload, central }),
      ({ id }) => id,
    );
  },
);

/**
 * Hands out an archive. This is audited (`backup_download`) because an archive holds the keys of the radio network.
 * Role `admin`.
 *
 * @throws GatewayError `not_found`, `service_unready`
 * @example
 * const { filename, content } = await core.as(caller).backups.download(id);
 */
export const downloadBackup = useCase(
  'admin',
  async (ports: BackupWriting, caller: Caller, id: string): Promise<BackupDownload> => {
    const download = await ports.backups.open(id);
    recordChange(ports, caller, { action: 'backup_download', note: id });
    return download;
  },
);

/**
 * Deletes an archive. Does nothing, and audits nothing, where there is none of that id. Role `admin`; audited as
 * `backup_delete`.
 *
 * @throws GatewayError `service_unready`
 * @example
 * await core.as(caller).backups.delete(id);
 */
export const deleteBackup = useCase(
  'admin',
  async (ports: BackupWriting, caller: Caller, id: string): Promise<void> => {
    const change = { action: 'backup_delete', note: id };
    try {
      if (await ports.backups.remove(id)) recordChange(ports, caller, change);
    } catch (error) {
      if (isPending(error)) recordChange(ports, caller, { ...change, outcome: 'pending' });
      throw error;
    }
  },
);

/**
 * Plays an archive back to its CCU. A damaged one is recognised before anything is touched. Role `admin`; audited as
 * `backup_restore`.
 *
 * @throws GatewayError `not_found`, `unprocessable` (reason `backup_damaged`), `not_implemented` where the CCU has no
 * command for it, `service_unready`
 * @example
 * await core.as(caller).backups.restore(id);
 */
export const restoreBackup = useCase(
  'admin',
  async (ports: BackupWriting, caller: Caller, id: string): Promise<void> => {
    const backup = (await ports.backups.list()).find((entry) => entry.id === id);
    if (backup === undefined) throw notFound(`Backup ${id}`);
    await ports.backups.verify(id);
    await ports.backups.restore(id);
    recordChange(ports, caller, { action: 'backup_restore', central: backup.central, note: id });
  },
);

/**
 * The body of an archive in lists and answers; times become RFC 3339.
 *
 * @example
 * const items = (await ports.backups.list()).map(backupEntryOf);
 */
export function backupEntryOf(file: BackupFile) {
  return {
    id: file.id,
    central: file.central,
    bytes: file.bytes,
    created_at: toTimestamp(file.createdAt),
    filename: file.filename,
    firmware_version: file.firmwareVersion,
    product: file.product,
    sha256: file.sha256,
    cut_off_bytes: file.cutOffBytes,
  };
}

/**
 * The body of the state of a backup; times become RFC 3339.
 *
 * @example
 * const body = backupStatusOf(await ports.backups.status('home'));
 */
export function backupStatusOf({ startedAt, finishedAt, central, ...status }: BackupStatus) {
  return {
    ...status,
    central_name: central,
    started_at: startedAt === undefined ? undefined : toTimestamp(startedAt),
    finished_at: finishedAt === undefined ? undefined : toTimestamp(finishedAt),
  };
}

/** Use cases of the family `backups`, by their names for a caller of the core. */
export const backupsUseCases = {
  start: startBackup,
  upload: uploadBackup,
  download: downloadBackup,
  delete: deleteBackup,
  restore: restoreBackup,
} as const;
