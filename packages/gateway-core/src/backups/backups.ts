import { isCcuError } from '@ccu-gateway/ccu-client/errors';
import { refusal } from '../ccu/refusal.js';
import type { BackupFile, Backups } from '../ports/backups.js';
import { GatewayError } from '../use-case/errors.js';
import { ArchiveTooLarge, DamagedArchive } from './archive-check.js';
import { type BackupMakerDeps, createBackupMaker, MAX_BYTES } from './maker.js';

/**
 * Backups of CCUs over a storage for archives: made one at a time for each CCU, checked, counted, and handed out only
 * when they are listed.
 *
 * @example
 * const backups = createBackups({ centrals, files, keepLast: () => 7, publish, time, randomHex, log });
 */
export function createBackups(deps: BackupMakerDeps): Backups & { readonly settled: () => Promise<void> } {
  const { files } = deps;
  const maker = createBackupMaker(deps);

  async function known(id: string): Promise<BackupFile> {
    const entry = await askFiles(() => files().entry(id));
    if (entry === undefined) throw new GatewayError('not_found', `Backup ${id} not found`, { reason: 'not_found' });
    return entry;
  }

  return {
    list: () => askFiles(() => files().list()),
    async storage() {
      const store = files();
      try {
        const entries = await store.list();
        const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
        return { available: true, count: entries.length, bytes, dir: store.dir };
      } catch {
        return { available: false, count: 0, bytes: 0, dir: store.dir };
      }
    },
    start: async (central) => maker.start(central),
    status: async (central) => maker.status(central),
    async open(id, from) {
      const { filename, bytes } = await known(id);
      return { filename, bytes, content: files().read(id, from) };
    },
    async store({ central, filename, content }) {
      const backup = { ...maker.newBackup(central), filename: filename === '' ? 'upload.sbk' : filename };
      await maker.sweep();
      return askFiles(() => files().write(backup, content, { maxBytes: MAX_BYTES }));
    },
    async verify(id) {
      const entry = await known(id);
      const report = await askFiles(() => files().inspect(id));
      if (entry.sha256 !== undefined && report.sha256 !== entry.sha256) {
        throw damaged('The archive is not the one that was stored');
      }
      return { ...entry, ...report };
    },
    // An unlisted file is no backup of ours, or not one yet.
    remove: (id) =>
      askFiles(async () => {
        const entry = await files().entry(id);
        return entry !== undefined && (await files().remove(id));
      }),
    async restore() {
      throw new GatewayError(
        'not_implemented',
        'CCUs take a backup back only through their own web interface: download this one and upload it there',
        { reason: 'restore_unsupported' },
      );
    },
    settled: maker.settled,
  };
}

/** Runs work on the files for the server: failures become the server's, and paths stay here. */
async function askFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (error instanceof DamagedArchive) throw damaged(error.message);
    if (error instanceof ArchiveTooLarge)
      throw new GatewayError('payload_too_large', error.message, { reason: 'body_too_large' });
    if (isCcuError(error)) throw refusal(error);
    const code = (error as { readonly code?: string }).code ?? 'unknown';
    throw new GatewayError('service_unready', `The backups cannot be reached (${code})`, {
      reason: 'backup_storage',
      cause: error,
    });
  }
}

/** The refusal of an archive that is not whole, or not the one it should be. */
function damaged(message: string): GatewayError {
  return new GatewayError('unprocessable', message, { reason: 'backup_damaged' });
}
