import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  type ArchiveCheck,
  type ArchiveReport,
  createArchiveCheck,
  DamagedArchive,
} from '@ccu-gateway/gateway-core/parts';
import { type Extract, extract } from 'tar-stream';

/** Reads an archive as it passes by; nothing of it is kept. */
export interface SbkInspector {
  /** @throws DamagedArchive */
  push(chunk: Uint8Array): Promise<void>;
  /** After the last byte. @throws DamagedArchive */
  finish(): Promise<ArchiveReport>;
  /** Lets go without a verdict. */
  abandon(): void;
}

const MAX_TEXT = 64 * 1024;
/** An archive ends with empty blocks of this many bytes. */
const BLOCK = 512;

/**
 * A `.sbk` is a tar, one of its members the compressed configuration. The reader sees that every header carries its checksum
 * and that the members are there to their last byte; what must be in it is for the check.
 */
export function createSbkInspector(): SbkInspector {
  const archive = extract();
  const check = createArchiveCheck();
  const reading = readMembers(archive, check);
  let failure: unknown;
  reading.catch((error: unknown) => {
    failure = error;
  });
  let end = Buffer.alloc(0);
  return {
    async push(chunk) {
      if (failure !== undefined) throw failure;
      end = Buffer.concat([end, chunk.subarray(-BLOCK)]).subarray(-BLOCK);
      if (archive.write(chunk)) return;
      await Promise.race([new Promise<void>((resolve) => void archive.once('drain', () => resolve())), reading]);
    },
    async finish() {
      archive.end(undefined);
      const version = await reading;
      return check.finish({ version, endsEmpty: end.length === BLOCK && end.every((byte) => byte === 0) });
    },
    abandon: () => void archive.destroy(),
  };
}

/** The text that says what the archive is of. @throws DamagedArchive */
async function readMembers(archive: Extract, check: ArchiveCheck): Promise<string> {
  let version = '';
  try {
    for await (const entry of archive) {
      const treatment = check.member(entry.header.name);
      if (treatment === 'unpack') await unpack(entry);
      else if (treatment === 'read') version = await textOf(entry);
      else entry.resume();
    }
  } catch (error) {
    throw damage(error, check.members);
  }
  return version;
}

/** What the reading of an archive broke off with, in words for people. */
function damage(error: unknown, members: number): DamagedArchive {
  if (error instanceof DamagedArchive) return error;
  const { message, code } = error as NodeJS.ErrnoException;
  if (code?.startsWith('Z_')) return new DamagedArchive('The configuration in the archive is damaged');
  if (message.startsWith('Unexpected end')) return new DamagedArchive('The archive ends too early');
  return new DamagedArchive(members === 0 ? 'This is no backup of a CCU' : 'A header of the archive is damaged');
}

/** Unpacks to nowhere: what counts is that it reaches its own checksum. */
async function unpack(entry: AsyncIterable<unknown>): Promise<void> {
  await pipeline(entry, createGunzip(), async (unpacked) => {
    for await (const _ of unpacked) {
      // Nothing is kept.
    }
  });
}

async function textOf(entry: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const part of entry) {
    // The types leave open what the parts are; they are pieces of what was pushed.
    if (text.length < MAX_TEXT) text += Buffer.from(part as Uint8Array).toString('latin1');
  }
  return text;
}
