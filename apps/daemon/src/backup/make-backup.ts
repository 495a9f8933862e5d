import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyData } from '@ccu-gateway/storage';
import {
  archivePath,
  type ListedBackup,
  prepareBackupDirectory,
  syncFolder,
  UNFINISHED,
  verifyBackup,
} from './directory.js';
import { BackupError, backupError } from './errors.js';
import { passphraseFault, sealKey } from './key-part.js';
import { CONFIG_PART, KEY_PART, newManifest, type Part } from './manifest.js';
import { masterKeyOf } from './master-key.js';
import type { BackupSource } from './source.js';
import { digestOf, writeArchive } from './write-archive.js';

export interface MakeBackup {
  readonly source: BackupSource;
  /** Directory of the backups; created when missing. */
  readonly dir: string;
  readonly history: boolean;
  readonly events: boolean;
  /** The master key goes in, sealed with it. */
  readonly passphrase?: string | undefined;
  readonly host: string;
  readonly version: string;
  readonly now: () => number;
  /** That many random hex digits. */
  readonly randomHex: (digits: number) => string;
  /** Of the bytes that it will read, how many are read. */
  readonly progress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Name of a machine in the ids of its backups. */
export const hostPart = (host: string) => host.replaceAll(/[^A-Za-z0-9-]/g, '-').slice(0, 48) || 'gateway';

/** Makes an id of host, time and a random part, so that two backups of one second differ. */
export function newBackupId(host: string, now: number, randomHex: (digits: number) => string): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return `ccu-gateway-${hostPart(host)}-${stamp}-${randomHex(4)}`;
}

/**
 * Makes one file of all data of a gateway, as it is now, also while it runs. The file appears under its name when it is
 * complete, on the disk, and was read again; a failure removes the unfinished file.
 *
 * @throws BackupError, StorageError
 */
export async function makeBackup(
  options: MakeBackup,
  id = newBackupId(options.host, options.now(), options.randomHex),
): Promise<ListedBackup> {
  const { dir } = options;
  const fault = options.passphrase === undefined ? undefined : passphraseFault(options.passphrase);
  if (fault !== undefined) throw new BackupError('backup_passphrase', fault, 'take a longer one, of several words');
  await prepareBackupDirectory(dir, options.now());
  const workshop = join(dir, UNFINISHED + id);
  try {
    await mkdir(workshop, { mode: 0o700 });
    const { parts, keyId } = await gather(options, id, workshop);
    const manifest = newManifest({
      id,
      created_at: new Date(options.now()).toISOString(),
      host: options.host.slice(0, 64),
      gateway_version: options.version,
      ...(keyId !== undefined && { key_id: keyId }),
      parts: [...parts],
    });
    options.signal?.throwIfAborted();
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const made = join(workshop, 'made');
    await writeArchive(made, manifest, (name) => join(workshop, name), {
      progress: (done) => options.progress?.(done, total),
      signal: options.signal,
    });
    await rename(made, archivePath(dir, id));
    await syncFolder(dir);
  } catch (error) {
    throw backupError(error, dir);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
  const file = archivePath(dir, id);
  try {
    const { manifest, sha256, bytes } = await verifyBackup(file, options.now(), { dir, id });
    const names = manifest.parts.map(({ name }) => name);
    return {
      id,
      file,
      bytes,
      createdAt: Date.parse(manifest.created_at),
      host: manifest.host,
      gatewayVersion: manifest.gateway_version,
      withKey: names.includes(KEY_PART),
      parts: names,
      sha256,
      verifiedAt: options.now(),
    };
  } catch (error) {
    // A file that cannot be read back is no backup, despite a successful write.
    await rm(file, { force: true });
    throw backupError(error, file);
  }
}

/** Copies all parts, and describes them in the manifest. */
async function gather(
  { source, history, events, passphrase }: MakeBackup,
  id: string,
  into: string,
): Promise<{ readonly parts: readonly Part[]; readonly keyId: string | undefined }> {
  const { dataDir, sqlite } = source;
  const files = ['ccu-gateway.db', 'matter.db', ...(events ? ['events.db'] : []), ...(history ? ['history.db'] : [])];
  const copies = await copyData({ dataDir, into, files, sqlite });
  const parts: Part[] = [];
  for (const { name, path, schema } of copies) parts.push({ name, schema, ...(await digestOf(path)) });
  if (source.file !== undefined) {
    const path = join(into, CONFIG_PART);
    await copyFile(source.file, path);
    if ((await stat(path)).size > 0) parts.push({ name: CONFIG_PART, ...(await digestOf(path)) });
  }
  const key = masterKeyOf(source);
  if (passphrase !== undefined) {
    if (key === undefined) {
      throw new BackupError('backup_key_missing', `there is no key in ${dataDir}`, 'make the backup without the key');
    }
    const path = join(into, KEY_PART);
    await writeFile(path, await sealKey(key.text, passphrase, id), { mode: 0o600 });
    parts.push({ name: KEY_PART, ...(await digestOf(path)) });
  }
  return { parts, keyId: key?.id };
}
