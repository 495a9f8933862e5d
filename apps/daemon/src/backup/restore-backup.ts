import { closeSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import {
  asOwner,
  checkCopy,
  DATA_FILES,
  lockDataDir,
  type Merged,
  openPrivate,
  openRestoreStage,
  openStorage,
  prepareRestored,
  type RestoreStep,
  StorageError,
} from '@ccu-gateway/storage';
import { keyFiles } from '../config/index.js';
import { BackupError, backupError } from './errors.js';
import { openKey } from './key-part.js';
import { CONFIG_PART, KEY_PART, type Manifest, unpackedBytes } from './manifest.js';
import { keyFrom, keysNeeded, type MasterKey, masterKeyOf } from './master-key.js';
import { readArchive } from './read-archive.js';
import type { BackupSource } from './source.js';

/** Beside the data: which configuration is in force is for a person to say, because it holds addresses and paths of a machine. */
const RESTORED_CONFIG = 'config.restored.yaml';
const KEY_FILE = 'secret.key';

export interface RestoreBackup {
  /** Target of the restore. */
  readonly source: BackupSource;
  readonly archive: string;
  readonly passphrase?: string | undefined;
  readonly now: () => number;
  /** User of the restore, for the audit. */
  readonly subject: string;
  /** Called before each step that changes the disk, for tests. */
  readonly step?: RestoreStep;
}

export interface RestoreReport extends Merged {
  readonly manifest: Manifest;
  /** The file that was read. */
  readonly file: { readonly sha256: string; readonly bytes: number };
  /** Where the files lie that were replaced. */
  readonly aside: string | undefined;
  /** Path of the configuration in the backup. */
  readonly config: string | undefined;
  readonly keyRestored: boolean;
  /** PINs of the alarm system that are sealed with another key. */
  readonly pinsLost: number;
}

/**
 * Replaces the contents of a data directory by a backup. The backup is read to its end before anything is done, and the
 * files are exchanged in one step: a kill at any moment leaves the old ones or the new ones.
 *
 * @throws BackupError, StorageError `storage_in_use` while a gateway runs on the directory
 */
export async function restoreBackup(options: RestoreBackup): Promise<RestoreReport> {
  const { source, archive } = options;
  const { manifest, sha256 = '' } = await readArchive(archive);
  const lock = await lockDataDir(source.dataDir, { sqlite: source.sqlite });
  try {
    await refuseWhatIsThere(source.dataDir, manifest);
    const stage = openRestoreStage(source.dataDir);
    try {
      const ready = await getReady(options, manifest, stage.folder);
      const aside = stage.commit(options.now(), options.step);
      const config = manifest.parts.some(({ name }) => name === CONFIG_PART);
      return {
        manifest,
        file: { sha256, bytes: (await stat(archive)).size },
        ...ready,
        aside,
        config: config ? join(source.dataDir, RESTORED_CONFIG) : undefined,
      };
    } catch (error) {
      stage.abandon();
      throw backupError(error, source.dataDir);
    }
  } finally {
    lock.release();
  }
}

/** Result of a rehearsed restore. */
export interface Rehearsal {
  readonly manifest: Manifest;
  readonly file: { readonly sha256: string; readonly bytes: number };
  readonly keyRestored: boolean;
}

/**
 * Does every step of a restore before the exchange, in `folder`, which is created and removed, with the same refusals.
 * The data directory is only read, so that a gateway may run on it.
 *
 * @throws BackupError, StorageError
 */
export async function rehearseRestore(options: RestoreBackup, folder: string): Promise<Rehearsal> {
  const { source, archive } = options;
  const { manifest, sha256 = '' } = await readArchive(archive);
  await refuseWhatIsThere(source.dataDir, manifest);
  try {
    await mkdir(folder, { mode: 0o700 });
    await unpackAndCheck(options, manifest, folder);
    const file = { sha256, bytes: (await stat(archive)).size };
    return { manifest, file, keyRestored: existsSync(join(folder, KEY_FILE)) };
  } catch (error) {
    throw backupError(error, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refuseWhatIsThere(dataDir: string, { parts }: Manifest): Promise<void> {
  if (existsSync(keyFiles(dataDir).next)) {
    throw new BackupError('backup_conflict', 'a rotation of the key was interrupted', 'ccu-gateway secret rotate');
  }
  const { bavail, bsize } = await statfs(dataDir);
  const needed = unpackedBytes(parts);
  if (bavail * bsize < needed) {
    throw new BackupError(
      'backup_disk_full',
      `${dataDir} has no room for ${needed} bytes; nothing was changed`,
      'make room',
    );
  }
}

/** Everything but the exchange. */
async function getReady(options: RestoreBackup, manifest: Manifest, folder: string) {
  const { source, now, step } = options;
  const { sqlite, dataDir } = source;
  const pinsLost = await unpackAndCheck(options, manifest, folder);
  step?.('prepare');
  const merged = prepareRestored({ folder, dataDir, now: now(), sqlite });
  const expected = [...manifest.parts.map(({ name }) => name), RESTORED_CONFIG, KEY_FILE];
  for (const name of await readdir(folder)) {
    if (!expected.includes(name)) await rm(join(folder, name), { recursive: true });
  }
  return { ...merged, keyRestored: existsSync(join(folder, KEY_FILE)), pinsLost };
}

/** Unpacks a backup, and makes all checks that can refuse it. Resolves with the number of PINs that are lost. */
async function unpackAndCheck(options: RestoreBackup, manifest: Manifest, folder: string): Promise<number> {
  const { source, archive, step } = options;
  const { sqlite } = source;
  step?.('unpack');
  await readArchive(archive, { into: folder });
  step?.('check');
  for (const { name } of manifest.parts) if (name in DATA_FILES) checkPart(join(folder, name), name, sqlite);
  const key = await keyAfterwards(options, manifest, folder);
  if (existsSync(join(folder, CONFIG_PART))) {
    asOwner(folder, () => renameSync(join(folder, CONFIG_PART), join(folder, RESTORED_CONFIG)));
  }
  step?.('update');
  const { needed, pins } = await updateDatabase(options, manifest, folder);
  await checkKey(source, needed, key);
  return pins.filter((id) => id !== key?.id).length;
}

function checkPart(path: string, name: string, sqlite: BackupSource['sqlite']): void {
  try {
    checkCopy(path, name, sqlite);
  } catch (error) {
    if (error instanceof StorageError && error.code === 'storage_schema_newer') {
      throw new BackupError('backup_newer', error.message, 'install the version that made it, or a newer one');
    }
    throw new BackupError('backup_damaged', `${name} in it is no whole database`, undefined, { cause: error });
  }
}

/** The key that the gateway will have, put into `folder` where it comes from the backup. */
async function keyAfterwards(
  { source, passphrase }: RestoreBackup,
  { id }: Manifest,
  folder: string,
): Promise<MasterKey | undefined> {
  const there = masterKeyOf(source);
  const sealed = join(folder, KEY_PART);
  if (!existsSync(sealed)) return there;
  const text = await readFile(sealed, 'utf8');
  await rm(sealed);
  if (passphrase === undefined) return there;
  const key = keyFrom(await openKey(text, passphrase, id), true);
  if (there?.id === key.id) return there;
  if (there !== undefined && !there.inDirectory) {
    throw new BackupError(
      'backup_conflict',
      'the environment names another key than the one in the backup',
      'set SERVICE_SECRET_KEY or SERVICE_SECRET_KEY_FILE to that key, or unset it',
    );
  }
  const file = join(folder, KEY_FILE);
  const descriptor = openPrivate(file, folder);
  try {
    writeFileSync(descriptor, `${key.text}\n`);
  } finally {
    closeSync(descriptor);
  }
  return key;
}

/**
 * Migrates the database to the schema of this program, and notes the restore in it; resolves with the keys that its
 * secrets need, and with the key of each PIN. A gateway starts without its PINs: they are set again.
 */
async function updateDatabase({ source, now, subject }: RestoreBackup, manifest: Manifest, folder: string) {
  const storage = await openStorage({ dataDir: folder, sqlite: source.sqlite });
  try {
    const needed = new Set<string>();
    const pins: string[] = [];
    await storage.reseal((sealed, path) => {
      if (path.startsWith(PINS)) pins.push(...keysNeeded(sealed));
      else for (const id of keysNeeded(sealed)) needed.add(id);
      return sealed;
    });
    storage.audit.record({ at: now(), action: 'gateway_backup_restore', user: subject, note: manifest.id });
    return { needed, pins };
  } finally {
    storage.close();
  }
}

const PINS = 'alarm.codes.';

/** A gateway with secrets that cannot be opened does not start. */
async function checkKey(
  source: BackupSource,
  sealedWith: ReadonlySet<string>,
  key: MasterKey | undefined,
): Promise<void> {
  if ([...sealedWith].some((id) => id !== key?.id)) {
    throw new BackupError(
      'backup_key_missing',
      `the secrets of the backup are sealed with the key ${[...sealedWith].join(', ')}, and ${key === undefined ? 'there is none' : `the one here is ${key.id}`}`,
      `put secret.key of that gateway into ${source.dataDir}, or restore a backup made --with-key and give its passphrase`,
    );
  }
  const inForce = source.file === undefined ? '' : await readFile(source.file, 'utf8');
  if (keysNeeded(inForce).some((id) => id !== key?.id)) {
    throw new BackupError(
      'backup_conflict',
      `${source.file} holds passwords that are sealed with another key than the one of the backup`,
      'write these passwords anew, in clear text, or move that file away; the backup brings one of its own',
    );
  }
}
