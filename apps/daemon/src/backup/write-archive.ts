import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openPrivate } from '@ccu-gateway/storage';
import { type Pack, pack } from 'tar-stream';
import { MANIFEST, type Manifest } from './manifest.js';

/** SHA-256 and size of a file, read piece by piece. */
export async function digestOf(path: string): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/**
 * Writes the parts of a backup into one file that only its owner can read, and syncs it to the disk. After a failure
 * the caller removes the file. `progress` is called with the number of bytes read.
 */
export async function writeArchive(
  to: string,
  manifest: Manifest,
  pathOf: (name: string) => string,
  { progress, signal }: { readonly progress?: (bytes: number) => void; readonly signal?: AbortSignal | undefined } = {},
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const tar = pack();
  const hash = createHash('sha256');
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  // It fails with the one or the other below, which tell why; without a listener it would end the process.
  tar.on('error', () => undefined);
  const writing = pipeline(tar, createGzip(), counting, createWriteStream(to, { fd: openPrivate(to, dirname(to)) }));
  const filling = fill(tar, manifest, pathOf, (done) => {
    signal?.throwIfAborted();
    progress?.(done);
  });
  // The first failure is the reason; the other one only follows from it.
  filling.catch((error: Error) => void tar.destroy(error));
  writing.catch(() => void tar.destroy());
  await Promise.race([writing, filling.then(() => writing)]);
  const file = await open(to, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}

async function fill(
  tar: Pack,
  manifest: Manifest,
  pathOf: (name: string) => string,
  progress: (bytes: number) => void,
): Promise<void> {
  const mtime = new Date(manifest.created_at);
  tar.entry({ name: MANIFEST, mode: 0o600, mtime }, JSON.stringify(manifest));
  let done = 0;
  for (const { name, bytes } of manifest.parts) {
    const entry = tar.entry({ name, size: bytes, mode: 0o600, mtime });
    await pipeline(
      createReadStream(pathOf(name)),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          done += chunk.length;
          progress(done);
          yield chunk;
        }
      },
      entry,
    );
  }
  tar.finalize();
}
