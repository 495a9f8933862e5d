import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { openPrivate } from '@ccu-gateway/storage';
import { TarDamage, type TarMember } from '../archive/tar-header.js';
import { createTarWalk, type MemberSink } from '../archive/tar-walk.js';
import { BackupError, backupError } from './errors.js';
import {
  foreign,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  MAX_UNPACKED_BYTES,
  type Manifest,
  type Part,
  readManifest,
  tooLarge,
} from './manifest.js';
import { digestOf } from './write-archive.js';

export interface ReadArchive {
  readonly manifest: Manifest;
  /** Of the file; undefined when only its manifest was read. */
  readonly sha256: string | undefined;
}

/** Bytes that may be unpacked beyond the parts of an archive: headers, padding, and buffered data. */
const SLACK_BYTES = 1024 * 1024;
const BLOCK = 512;

/**
 * Reads a backup to its end: every part must be there, in the order of the manifest, with its size and its SHA-256, and
 * nothing else. Parts are written to `into` under names from the manifest's list, which the archive cannot choose.
 * After a failure the caller removes the written files.
 *
 * @throws BackupError
 */
export async function readArchive(
  path: string,
  { into, only }: { readonly into?: string; readonly only?: 'manifest' } = {},
): Promise<ReadArchive> {
  const budget = createBudget();
  const members = createMembers(into, budget.open);
  const walk = createTarWalk({ member: members.next, maxMemberBytes: MAX_UNPACKED_BYTES });
  const hash = createHash('sha256');
  let hashed = 0;
  const file = createReadStream(path);
  file.on('data', (chunk) => {
    hash.update(chunk);
    hashed += chunk.length;
  });
  // The failure of a stream before it comes out of the last one.
  const unpacked = pipeline(file, createGunzip(), () => undefined);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      budget.take(chunk.length);
      await walk.push(chunk);
      const manifest = members.manifest();
      if (only === 'manifest' && manifest !== undefined) return { manifest, sha256: undefined };
    }
    const manifest = members.finish();
    walk.finish();
    // The unpacking may end before the file, where zeros follow.
    const { size } = await stat(path);
    return { manifest, sha256: hashed === size ? hash.digest('hex') : (await digestOf(path)).sha256 };
  } catch (error) {
    throw reasonOf(error, path, budget.opened() > 0);
  } finally {
    file.destroy();
    unpacked.destroy();
    members.abandon();
  }
}

/** Bounds unpacked bytes by the accepted members: an archive cannot unpack to more than it announces. */
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

/** The manifest first, then its parts. */
function createMembers(into: string | undefined, opened: (size: number) => void) {
  let manifest: Manifest | undefined;
  let at = 0;
  let keeping: PartSink | undefined;

  function manifestSink({ name, size, kind }: TarMember): MemberSink {
    if (name !== MANIFEST || kind !== 'file') throw foreign();
    if (size > MAX_MANIFEST_BYTES) throw tooLarge();
    const chunks: Buffer[] = [];
    return {
      write: (bytes) => void chunks.push(bytes),
      end() {
        manifest = readManifest(Buffer.concat(chunks).toString('utf8'));
      },
    };
  }

  return {
    manifest: () => manifest,
    next(member: TarMember): MemberSink {
      if (manifest === undefined) {
        const sink = manifestSink(member);
        opened(member.size);
        return sink;
      }
      const part = manifest.parts[at];
      if (part === undefined || !isPart(member, part)) throw unexpected(member);
      opened(member.size);
      at += 1;
      keeping = partSink(part, into === undefined ? undefined : join(into, part.name));
      return keeping;
    },
    finish(): Manifest {
      if (manifest === undefined) throw foreign();
      const missing = manifest.parts[at];
      if (missing !== undefined)
        throw new BackupError('backup_damaged', `it ends too early: ${missing.name} is not in it`);
      return manifest;
    },
    abandon: () => keeping?.abandon(),
  };
}

const isPart = ({ name, size, kind }: TarMember, part: Part) =>
  name === part.name && size === part.bytes && kind === 'file';

function unexpected({ name, kind }: TarMember): BackupError {
  return new BackupError(
    'backup_damaged',
    `it has a member that its manifest does not list, a ${kind} ${JSON.stringify(name.slice(0, 100))}`,
  );
}

interface PartSink extends MemberSink {
  /** Lets go of the file that is being written. */
  abandon(): void;
}

/** Stores a part where it is wanted, and compares its SHA-256. */
function partSink(part: Part, to: string | undefined): PartSink {
  const hash = createHash('sha256');
  const file = to === undefined ? undefined : openPart(to);
  return {
    async write(bytes) {
      hash.update(bytes);
      if (file?.stream.write(bytes) === false) {
        await Promise.race([new Promise<void>((resolve) => void file.stream.once('drain', resolve)), file.closed]);
      }
    },
    async end() {
      file?.stream.end();
      await file?.closed;
      if (hash.digest('hex') === part.sha256) return;
      const why = `${part.name} in it has changed since it was written: its checksum is another one`;
      throw new BackupError('backup_damaged', why);
    },
    abandon: () => void file?.stream.destroy(),
  };
}

function openPart(path: string) {
  const stream = createWriteStream(path, { fd: openPrivate(path, dirname(path)), flush: true });
  const closed = finished(stream);
  // Its failure is reported at the next write or at the end.
  closed.catch(() => undefined);
  return { stream, closed };
}

function reasonOf(error: unknown, path: string, begun: boolean): unknown {
  const known = backupError(error, path);
  if (known instanceof BackupError) return known;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof TarDamage && error.kind === 'bounds') return tooLarge();
  const again = 'copy it again, or take another one';
  if (code === 'Z_BUF_ERROR' || (error instanceof TarDamage && error.kind === 'cut')) {
    return new BackupError('backup_damaged', 'it ends too early', again, { cause: error });
  }
  if (code?.startsWith('Z_') || error instanceof TarDamage) {
    return begun ? new BackupError('backup_damaged', 'bytes of it were changed', again, { cause: error }) : foreign();
  }
  return error;
}
