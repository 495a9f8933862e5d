import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { pipeline as whole } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createPrivate } from '@ccu-gateway/storage';
import { type Extract, extract, type Header } from 'tar-stream';
import { BackupError, backupError } from './errors.js';
import { foreign, MANIFEST, MAX_MANIFEST_BYTES, type Manifest, readManifest, tooLarge } from './manifest.js';

export interface ReadArchive {
  readonly manifest: Manifest;
  /** Of the file; undefined when only its manifest was read. */
  readonly sha256: string | undefined;
}

/** What of an archive may be unpacked beyond its parts: headers, padding, and what lies in buffers on the way. */
const SLACK_BYTES = 1024 * 1024;
const BLOCK = 512;

/**
 * Reads a backup to its end: every part must be there, in the order of the manifest, with its size and its SHA-256, and nothing
 * else. Parts are put into `into` under the names that the manifest may hold, which are none of the archive's choosing. What is
 * there when it fails is for the caller to remove.
 * @throws BackupError
 */
export async function readArchive(
  path: string,
  { into, only }: { readonly into?: string; readonly only?: 'manifest' } = {},
): Promise<ReadArchive> {
  const tar = extract();
  const hash = createHash('sha256');
  const file = createReadStream(path);
  file.on('data', (chunk) => hash.update(chunk));
  // The failure of a stream before it comes out of the last one.
  const unpacked = pipeline(file, createGunzip(), () => undefined);
  const budget = createBudget();
  const reading = readMembers(tar, { into, only, opened: budget.open });
  const feeding = feed(unpacked, tar, reading, budget.take);
  try {
    const [manifest] = await Promise.all([reading, feeding]);
    return { manifest, sha256: only === undefined ? hash.digest('hex') : undefined };
  } catch (error) {
    throw reasonOf(error, path, budget.opened() > 0);
  } finally {
    tar.destroy();
    file.destroy();
    unpacked.destroy();
    await Promise.allSettled([reading, feeding]);
  }
}

/** Bytes may come as far as the members that were accepted reach: an archive cannot unpack to what it does not announce. */
function createBudget() {
  let allowed = SLACK_BYTES;
  let taken = 0;
  let members = 0;
  return {
    open(size: number) {
      members += 1;
      allowed += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    },
    opened: () => members,
    take(bytes: number) {
      taken += bytes;
      if (taken > allowed) throw tooLarge();
    },
  };
}

async function feed(
  unpacked: Readable,
  tar: Extract,
  reading: Promise<unknown>,
  take: (bytes: number) => void,
): Promise<void> {
  let over = false;
  const stop = () => {
    over = true;
  };
  reading.then(stop, stop);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      take(chunk.length);
      if (over) return;
      if (tar.write(chunk)) continue;
      await Promise.race([new Promise<void>((resolve) => void tar.once('drain', () => resolve())), reading]);
    }
    tar.end(undefined);
  } catch (error) {
    tar.destroy(error as Error);
    throw error;
  }
}

interface Reading {
  readonly into: string | undefined;
  readonly only: 'manifest' | undefined;
  readonly opened: (size: number) => void;
}

async function readMembers(tar: Extract, { into, only, opened }: Reading): Promise<Manifest> {
  let manifest: Manifest | undefined;
  let at = 0;
  for await (const entry of tar) {
    const { name, size = 0, type } = entry.header;
    if (manifest === undefined) {
      if (name !== MANIFEST || type !== 'file') throw foreign();
      if (size > MAX_MANIFEST_BYTES) throw tooLarge();
      opened(size);
      manifest = readManifest((await bytesOf(entry)).toString('utf8'));
      if (only === 'manifest') return manifest;
      continue;
    }
    const part = manifest.parts[at];
    if (part === undefined || !isPart(entry.header, part)) throw unexpected(entry.header);
    opened(size);
    at += 1;
    if ((await take(entry, into === undefined ? undefined : join(into, part.name))) !== part.sha256) {
      throw new BackupError(
        'backup_damaged',
        `${part.name} in it is not what was put there: its checksum is another one`,
      );
    }
  }
  if (manifest === undefined) throw foreign();
  const missing = manifest.parts[at];
  if (missing !== undefined) throw new BackupError('backup_damaged', `it ends too early: ${missing.name} is not in it`);
  return manifest;
}

const isPart = ({ name, size, type }: Header, part: { readonly name: string; readonly bytes: number }) =>
  name === part.name && size === part.bytes && type === 'file';

function unexpected({ name, type }: Header): BackupError {
  const kind = type === 'file' ? 'a file' : `a ${type}`;
  return new BackupError(
    'backup_damaged',
    `it has a member that its manifest does not list, ${kind} ${JSON.stringify(name.slice(0, 100))}`,
  );
}

async function bytesOf(entry: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** Reads a part, and keeps it where it is to be kept; answers its SHA-256. */
async function take(entry: AsyncIterable<unknown>, to: string | undefined): Promise<string> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of entry) {
      // The types leave open what the pieces are; they are those that were written into the reader.
      const bytes = Buffer.from(chunk as Uint8Array);
      hash.update(bytes);
      yield bytes;
    }
  }
  if (to === undefined) {
    for await (const _ of hashed()) {
      // Nothing is kept.
    }
  } else {
    createPrivate(to, join(to, '..'));
    await whole(hashed(), createWriteStream(to, { flags: 'r+', flush: true }));
  }
  return hash.digest('hex');
}

function reasonOf(error: unknown, path: string, begun: boolean): unknown {
  const known = backupError(error, path);
  if (known instanceof BackupError) return known;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR' || /^Unexpected end/.test(message)) {
    return new BackupError('backup_damaged', 'it ends too early', 'copy it again, or take another one', {
      cause: error,
    });
  }
  if (code?.startsWith('Z_') || /header|tar/i.test(message)) {
    return begun
      ? new BackupError('backup_damaged', 'bytes of it were changed', 'copy it again, or take another one', {
          cause: error,
        })
      : foreign();
  }
  return error;
}
