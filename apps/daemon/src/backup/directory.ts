import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivate, createPrivateFolder } from '@ccu-gateway/storage';
import { z } from 'zod';
import { BackupError, backupError } from './errors.js';
import { KEY_PART, type Manifest } from './manifest.js';
import { readArchive } from './read-archive.js';

const ARCHIVE = '.tar.gz';
const NOTE = '.json';
/** Prefix of unfinished files. */
export const UNFINISHED = '.unfinished-';
/** A file without a new byte for this time has no writer any more. */
const ABANDONED_MS = 3_600_000;

/** A backup in a directory. */
export interface ListedBackup {
  readonly id: string;
  readonly file: string;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch: of the backup, else of the file. */
  readonly createdAt: number;
  readonly host?: string;
  readonly gatewayVersion?: string;
  readonly withKey?: boolean;
  readonly parts?: readonly string[];
  /** SHA-256 of the file when it was verified. */
  readonly sha256?: string;
  readonly verifiedAt?: number;
  /** Why its manifest cannot be read. */
  readonly problem?: string;
}

const note = z.object({ sha256: z.string(), bytes: z.number(), verified_at: z.number() });
type Note = z.infer<typeof note>;

export const isId = (text: string) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(text);

export const archivePath = (dir: string, id: string) => join(dir, id + ARCHIVE);

/** Backups of a directory, newest first. A directory that is not there has none. @throws BackupError */
export async function listBackups(dir: string): Promise<readonly ListedBackup[]> {
  const names = await namesIn(dir);
  const ids = names.filter((name) => name.endsWith(ARCHIVE)).map((name) => name.slice(0, -ARCHIVE.length));
  const entries = await Promise.all(ids.filter(isId).map((id) => entryOf(dir, id)));
  return entries
    .filter((entry) => entry !== undefined)
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
}

async function namesIn(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw backupError(error, dir);
  }
}

async function entryOf(dir: string, id: string): Promise<ListedBackup | undefined> {
  const file = archivePath(dir, id);
  const found = await stat(file).catch(() => undefined);
  // Removed meanwhile, or no file.
  if (!found?.isFile()) return undefined;
  const noted = await readNote(dir, id);
  const entry = { id, file, bytes: found.size };
  try {
    const { manifest } = await readArchive(file, { only: 'manifest' });
    const verified = noted?.bytes === found.size ? { sha256: noted.sha256, verifiedAt: noted.verified_at } : {};
    return { ...entry, ...factsOf(manifest), ...verified };
  } catch (error) {
    return { ...entry, createdAt: found.mtimeMs, problem: error instanceof Error ? error.message : 'not readable' };
  }
}

function factsOf(manifest: Manifest) {
  const parts = manifest.parts.map(({ name }) => name);
  return {
    createdAt: Date.parse(manifest.created_at),
    host: manifest.host,
    gatewayVersion: manifest.gateway_version,
    withKey: parts.includes(KEY_PART),
    parts,
  };
}

async function readNote(dir: string, id: string): Promise<Note | undefined> {
  try {
    return note.parse(JSON.parse(await readFile(join(dir, id + NOTE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Notes that the file of a backup was verified. */
export async function writeNote(dir: string, id: string, facts: Note): Promise<void> {
  const unfinished = join(dir, `${UNFINISHED}${id}${NOTE}`);
  await rm(unfinished, { force: true });
  createPrivate(unfinished, dir);
  await writeFile(unfinished, JSON.stringify(facts));
  await rename(unfinished, join(dir, id + NOTE));
}

/**
 * Reads a backup to its end, and notes the success; a failure removes the note.
 *
 * @throws BackupError
 */
export async function verifyBackup(file: string, now: number, listed?: { readonly dir: string; readonly id: string }) {
  const before = listed && (await readNote(listed.dir, listed.id));
  try {
    const { manifest, sha256 = '' } = await readArchive(file);
    const { size: bytes } = await stat(file);
    if (before !== undefined && before.sha256 !== sha256) {
      throw new BackupError('backup_damaged', 'it is not the file that was written: its checksum is another one');
    }
    if (listed !== undefined) await writeNote(listed.dir, listed.id, { sha256, bytes, verified_at: now });
    return { manifest, sha256, bytes };
  } catch (error) {
    if (listed !== undefined) await rm(join(listed.dir, listed.id + NOTE), { force: true });
    throw error;
  }
}

/** True when there was one. @throws BackupError */
export async function removeBackup(dir: string, id: string): Promise<boolean> {
  const file = archivePath(dir, id);
  try {
    const existed = await stat(file).then(
      () => true,
      () => false,
    );
    await rm(file, { force: true });
    await rm(join(dir, id + NOTE), { force: true });
    return existed;
  } catch (error) {
    throw backupError(error, file);
  }
}

/**
 * Deletes all but the newest backups; returns the deleted ones. Unreadable files are not counted, and not deleted.
 * @throws BackupError
 */
export async function pruneBackups(dir: string, keep: number): Promise<readonly string[]> {
  const readable = (await listBackups(dir)).filter(({ problem }) => problem === undefined);
  const gone = readable.slice(keep).map(({ id }) => id);
  for (const id of gone) await removeBackup(dir, id);
  return gone;
}

/** Creates the directory, for its owner only, and removes files left by a crash. @throws BackupError */
export async function prepareBackupDirectory(dir: string, now: number): Promise<void> {
  try {
    createPrivateFolder(dir);
    for (const name of (await readdir(dir)).filter((each) => each.startsWith(UNFINISHED))) {
      const path = join(dir, name);
      const { mtimeMs } = await stat(path);
      if (mtimeMs < now - ABANDONED_MS) await rm(path, { recursive: true, force: true });
    }
  } catch (error) {
    throw backupError(error, dir);
  }
}

/** A name that a power cut takes away again would be a backup that was never made. */
export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } catch {
    // Not every file system can.
  } finally {
    await folder.close();
  }
}
