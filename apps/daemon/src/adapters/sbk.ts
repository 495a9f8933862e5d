import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Extract, extract } from 'tar-stream';

/** What a system backup of a CCU says about itself. */
export interface SbkReport {
  readonly firmwareVersion?: string;
  readonly product?: string;
}

/** Why an archive cannot be trusted, in one sentence for people. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
}

/** Reads an archive as it passes by; nothing of it is kept. */
export interface SbkInspector {
  /** @throws DamagedArchive */
  push(chunk: Uint8Array): Promise<void>;
  /** After the last byte. @throws DamagedArchive */
  finish(): Promise<SbkReport>;
  /** Lets go without a verdict. */
  abandon(): void;
}

const REQUIRED = ['firmware_version', 'signature', 'usr_local.tar.gz'];
const CONFIGURATION = 'usr_local.tar.gz';
const MAX_TEXT = 64 * 1024;
const MAX_MEMBERS = 64;
/** An archive ends with empty blocks of this many bytes. */
const BLOCK = 512;

interface Found {
  readonly members: ReadonlySet<string>;
  /** What the member `firmware_version` says. */
  readonly version: string;
}

/**
 * A `.sbk` is a tar of four members, one of them the compressed configuration. It is taken for whole only when every header
 * carries its checksum, all members are there to their last byte, and the configuration unpacks to its end.
 */
export function createSbkInspector(): SbkInspector {
  const archive = extract();
  const reading = readMembers(archive);
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
      const { members, version } = await reading;
      if (end.length < BLOCK || end.some((byte) => byte !== 0)) throw new DamagedArchive('The archive ends too early');
      const missing = REQUIRED.filter((name) => !members.has(name));
      if (missing.length > 0) throw new DamagedArchive(`The archive lacks ${missing.join(', ')}`);
      return { ...named('firmwareVersion', version, 'VERSION'), ...named('product', version, 'PRODUCT') };
    },
    abandon: () => void archive.destroy(),
  };
}

/** @throws DamagedArchive */
async function readMembers(archive: Extract): Promise<Found> {
  const members = new Set<string>();
  let version = '';
  try {
    for await (const entry of archive) {
      const name = entry.header.name.replace(/^\.\//, '');
      if (members.has(name)) throw new DamagedArchive('The archive lists a member twice');
      if (members.size >= MAX_MEMBERS) throw new DamagedArchive('The archive has too many members');
      members.add(name);
      if (name === CONFIGURATION) await unpack(entry);
      else if (name === 'firmware_version') version = await textOf(entry);
      else entry.resume();
    }
  } catch (error) {
    throw damage(error, members.size);
  }
  return { members, version };
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

function named(member: string, text: string, key: string): Readonly<Record<string, string>> {
  const value = new RegExp(`^${key}=([\\w.:+ -]{1,64})$`, 'm').exec(text)?.[1]?.trim();
  return value === undefined ? {} : { [member]: value };
}
