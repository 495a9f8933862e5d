import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ArchiveTooLarge, type BackupFiles } from '@ccu-gateway/gateway-core/parts';
import type { BackupFile } from '@ccu-gateway/gateway-core/use-cases';
import { createSbkInspector } from './sbk.js';

const ARCHIVE = '.sbk';
const NOTE = '.json';
const UNFINISHED = '.part';
/** Such a name leads nowhere else. */
const ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;

/** Archives in one directory, each with a note beside it. An unfinished archive has another name. */
export function createBackupFiles(dir: string): BackupFiles {
  const archive = (id: string) => join(dir, id + ARCHIVE);
  const note = (id: string) => join(dir, id + NOTE);

  async function entryOf(id: string): Promise<BackupFile | undefined> {
    try {
      const { size } = await stat(archive(id));
      const noted = JSON.parse(await readFile(note(id), 'utf8')) as BackupFile;
      const { central, createdAt, filename, firmwareVersion, product, sha256, cutOffBytes } = noted;
      return { id, central, createdAt, filename, firmwareVersion, product, sha256, cutOffBytes, bytes: size };
    } catch {
      // A note that is missing or unreadable: which CCU the archive is of is not known.
      return undefined;
    }
  }

  return {
    dir,
    async list() {
      const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const ids = names.filter((name) => name.endsWith(ARCHIVE)).map((name) => name.slice(0, -ARCHIVE.length));
      const entries = await Promise.all(ids.map(entryOf));
      return entries.filter((entry) => entry !== undefined).sort((a, b) => b.createdAt - a.createdAt);
    },
    entry: async (id) => (ID.test(id) ? await entryOf(id) : undefined),
    async write(backup, content, options) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const paths = { archive: archive(backup.id), note: note(backup.id) };
      return await writeArchive(paths, backup, content, options);
    },
    async inspect(id) {
      const inspector = createSbkInspector();
      const hash = createHash('sha256');
      try {
        for await (const chunk of createReadStream(archive(id)) as AsyncIterable<Uint8Array>) {
          hash.update(chunk);
          await inspector.push(chunk);
        }
        const { report } = inspector.finish();
        return { ...report, sha256: hash.digest('hex') };
      } catch (error) {
        inspector.abandon();
        throw error;
      }
    },
    read: (id, from = 0) =>
      Readable.toWeb(createReadStream(archive(id), { start: from })) as ReadableStream<Uint8Array>,
    async remove(id) {
      const existed = await stat(archive(id)).then(
        () => true,
        () => false,
      );
      await rm(archive(id), { force: true });
      await rm(note(id), { force: true });
      return existed;
    },
    async sweep(before) {
      const names = await readdir(dir).catch(() => []);
      for (const name of names.filter((each) => each.endsWith(UNFINISHED))) {
        const path = join(dir, name);
        const { mtimeMs } = await stat(path);
        if (mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}

/** Writes an archive under another name while inspecting it, and gives it its own when it is whole. */
async function writeArchive(
  paths: { readonly archive: string; readonly note: string },
  backup: Parameters<BackupFiles['write']>[0],
  content: AsyncIterable<Uint8Array>,
  { maxBytes, progress }: Parameters<BackupFiles['write']>[2],
): Promise<BackupFile> {
  const unfinished = paths.archive + UNFINISHED;
  const inspector = createSbkInspector();
  const hash = createHash('sha256');
  const file = await open(unfinished, 'wx', 0o600);
  let received = 0;
  let bytes = 0;
  const write = async (part: Uint8Array) => {
    // Unlike `write`, it goes on where a part was written only.
    await file.writeFile(part);
    hash.update(part);
    bytes += part.byteLength;
  };
  try {
    for await (const chunk of content) {
      received += chunk.byteLength;
      if (received > maxBytes) throw new ArchiveTooLarge(`The archive is larger than ${maxBytes} bytes`);
      await write(await inspector.push(chunk));
      progress?.(bytes);
    }
    const { report, paddingBytes, trailingBytes } = inspector.finish();
    await write(Buffer.alloc(paddingBytes));
    await file.sync();
    await file.close();
    const cutOff = trailingBytes === 0 ? {} : { cutOffBytes: trailingBytes };
    const entry: BackupFile = { ...backup, ...report, bytes, sha256: hash.digest('hex'), ...cutOff };
    await writeFile(paths.note, JSON.stringify(entry), { mode: 0o600 });
    await rename(unfinished, paths.archive);
    return entry;
  } catch (error) {
    inspector.abandon();
    await file.close().catch(() => {});
    await rm(unfinished, { force: true });
    await rm(paths.note, { force: true });
    throw error;
  }
}
