import type { Caller } from '../caller.js';
import { chooseCentral } from '../choose.js';
import { notFound } from '../errors.js';
import type { BackupDownload, BackupFile, BackupStatus, Backups } from '../ports/backups.js';
import type { House } from '../ports/house.js';
import { type Recording, recordChange } from '../record.js';
import { toTimestamp } from '../timestamp.js';
import { useCase } from '../use-case.js';

export interface BackupWriting extends Recording {
  readonly house: House;
  readonly backups: Backups;
}

export const startBackup = useCase(
  'admin',
  async (
    needs: BackupWriting,
    caller: Caller,
    name: string | undefined,
  ): Promise<{ readonly id: string; readonly central_name: string }> => {
    const central = chooseCentral(needs.house, name);
    const { id } = await needs.backups.start(central);
    recordChange(needs, caller, { action: 'backup_create', central, note: id });
    return { id, central_name: central };
  },
);

export const uploadBackup = useCase(
  'admin',
  async (
    needs: BackupWriting,
    caller: Caller,
    upload: {
      readonly central: string | undefined;
      readonly filename: string;
      readonly content: AsyncIterable<Uint8Array>;
    },
  ): Promise<BackupFile> => {
    const central = chooseCentral(needs.house, upload.central);
    const stored = await needs.backups.store({ ...upload, central });
    recordChange(needs, caller, { action: 'backup_upload', central, note: stored.id });
    return stored;
  },
);

/** Handing one out is written down: an archive holds the keys of the radio network. */
export const downloadBackup = useCase(
  'admin',
  async (needs: BackupWriting, caller: Caller, id: string): Promise<BackupDownload> => {
    const download = await needs.backups.open(id);
    recordChange(needs, caller, { action: 'backup_download', note: id });
    return download;
  },
);

export const deleteBackup = useCase(
  'admin',
  async (needs: BackupWriting, caller: Caller, id: string): Promise<void> => {
    if (!(await needs.backups.remove(id))) return;
    recordChange(needs, caller, { action: 'backup_delete', note: id });
  },
);

/** A damaged archive is recognised before anything is touched. */
export const restoreBackup = useCase(
  'admin',
  async (needs: BackupWriting, caller: Caller, id: string): Promise<void> => {
    const backup = (await needs.backups.list()).find((entry) => entry.id === id);
    if (backup === undefined) throw notFound(`Backup ${id}`);
    await needs.backups.verify(id);
    await needs.backups.restore(id);
    recordChange(needs, caller, { action: 'backup_restore', central: backup.central, note: id });
  },
);

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
  };
}

export function backupStatusOf({ startedAt, finishedAt, central, ...status }: BackupStatus) {
  return {
    ...status,
    central_name: central,
    started_at: startedAt === undefined ? undefined : toTimestamp(startedAt),
    finished_at: finishedAt === undefined ? undefined : toTimestamp(finishedAt),
  };
}
