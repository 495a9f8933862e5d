import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPrivate } from '@ccu-gateway/storage';
import {
  archivePath,
  isId,
  prepareBackupDirectory,
  syncFolder,
  UNFINISHED,
  verifyBackup,
  writeNote,
} from './directory.js';
import { BackupError, backupError } from './errors.js';
import { tooLarge } from './manifest.js';

/** A thousand times the archive of an installation. */
const MAX_BYTES = 2 * 1024 * 1024 * 1024;

export interface TakeIn {
  readonly dir: string;
  readonly content: AsyncIterable<Uint8Array>;
  readonly now: () => number;
  readonly randomHex: (digits: number) => string;
  readonly maxBytes?: number;
  /** Called when the last byte has come; no other work on backups begins until the returned function is called. */
  readonly begin: () => Promise<() => void>;
}

/**
 * Stores an uploaded backup under its own id, after it was read to its end. Until then it has another name, and a
 * refused one leaves nothing behind.
 *
 * @throws BackupError
 */
export async function takeIn({ dir, content, now, randomHex, begin, maxBytes = MAX_BYTES }: TakeIn) {
  await prepareBackupDirectory(dir, now());
  const unfinished = join(dir, `${UNFINISHED}upload-${randomHex(8)}`);
  let end: (() => void) | undefined;
  try {
    const fd = openPrivate(unfinished, dir);
    await pipeline(limited(content, maxBytes), createWriteStream(unfinished, { fd, flush: true }));
    end = await begin();
    const read = await verifyBackup(unfinished, now());
    const { id } = read.manifest;
    if (!isId(id)) throw new BackupError('backup_damaged', 'its id is no name of a file');
    const file = archivePath(dir, id);
    if (existsSync(file)) {
      throw new BackupError('backup_exists', `there is a backup ${id} already`, 'restore that one, or delete it first');
    }
    await rename(unfinished, file);
    await writeNote(dir, id, { sha256: read.sha256, bytes: read.bytes, verified_at: now() });
    await syncFolder(dir);
    return read;
  } catch (error) {
    throw backupError(error, dir);
  } finally {
    await rm(unfinished, { force: true });
    end?.();
  }
}

async function* limited(content: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
}
