import { createGunzip, type Gunzip } from 'node:zlib';

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

const BLOCK = 512;
const REQUIRED = ['firmware_version', 'signature', 'usr_local.tar.gz'];
const CONFIGURATION = 'usr_local.tar.gz';
const MAX_TEXT = 64 * 1024;
const MAX_MEMBERS = 64;

interface Member {
  readonly name: string;
  readonly size: number;
}

/**
 * A `.sbk` is a tar of four members, one of them the compressed configuration. It is taken for whole only when every header
 * carries its checksum, all members are there to their last byte, and the configuration unpacks to its end.
 */
export function createSbkInspector(): SbkInspector {
  const seen = new Set<string>();
  let header = new Uint8Array(0);
  let member: Member | undefined;
  let left = 0;
  let padding = 0;
  let ended = false;
  let text = '';
  let version = '';
  let unpacker: Unpacker | undefined;
  let unpacked = false;

  async function beginMember(block: Uint8Array): Promise<void> {
    if (block.every((byte) => byte === 0)) {
      ended = true;
      return;
    }
    member = readHeader(block);
    if (seen.has(member.name) || seen.size >= MAX_MEMBERS) throw new DamagedArchive('The archive lists a member twice');
    seen.add(member.name);
    left = member.size;
    padding = (BLOCK - (left % BLOCK)) % BLOCK;
    text = '';
    if (member.name === CONFIGURATION) unpacker = createUnpacker();
    if (left === 0) await endMember(member);
  }

  async function endMember({ name }: Member): Promise<void> {
    if (name === 'firmware_version') version = text;
    if (name === CONFIGURATION) {
      await unpacker?.finish();
      unpacked = true;
    }
    member = undefined;
  }

  async function content(name: string, part: Uint8Array): Promise<void> {
    if (name === CONFIGURATION) await unpacker?.write(part);
    else if (name === 'firmware_version' && text.length < MAX_TEXT) text += Buffer.from(part).toString('latin1');
  }

  return {
    async push(chunk) {
      for (let offset = 0; offset < chunk.length && !ended; ) {
        if (member !== undefined) {
          const part = chunk.subarray(offset, offset + left);
          await content(member.name, part);
          offset += part.length;
          left -= part.length;
          if (left === 0) await endMember(member);
        } else if (padding > 0) {
          const skipped = Math.min(padding, chunk.length - offset);
          padding -= skipped;
          offset += skipped;
        } else {
          const part = chunk.subarray(offset, offset + BLOCK - header.length);
          header = Buffer.concat([header, part]);
          offset += part.length;
          if (header.length === BLOCK) {
            const block = header;
            header = new Uint8Array(0);
            await beginMember(block);
          }
        }
      }
    },
    async finish() {
      if (member !== undefined || header.length > 0 || !ended) {
        unpacker?.abandon();
        throw new DamagedArchive('The archive ends too early');
      }
      const missing = REQUIRED.filter((name) => !seen.has(name));
      if (missing.length > 0) throw new DamagedArchive(`The archive lacks ${missing.join(', ')}`);
      if (!unpacked) throw new DamagedArchive('The configuration in the archive is not whole');
      return { ...named('firmwareVersion', version, 'VERSION'), ...named('product', version, 'PRODUCT') };
    },
    abandon: () => unpacker?.abandon(),
  };
}

function readHeader(block: Uint8Array): Member {
  const text = Buffer.from(block).toString('latin1');
  if (text.slice(257, 262) !== 'ustar') throw new DamagedArchive('This is no backup of a CCU');
  const stored = Number.parseInt(text.slice(148, 156), 8);
  let sum = 0;
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte;
  const size = Number.parseInt(text.slice(124, 136), 8);
  if (stored !== sum || !Number.isSafeInteger(size)) throw new DamagedArchive('A header of the archive is damaged');
  const name = text.slice(0, 100).split('\0', 1)[0] ?? '';
  return { name: name.replace(/^\.\//, ''), size };
}

function named(member: string, text: string, key: string): Readonly<Record<string, string>> {
  const value = new RegExp(`^${key}=([\\w.:+ -]{1,64})$`, 'm').exec(text)?.[1]?.trim();
  return value === undefined ? {} : { [member]: value };
}

interface Unpacker {
  write(part: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  abandon(): void;
}

/** Unpacks to nowhere: what counts is that it reaches its own checksum. */
function createUnpacker(): Unpacker {
  const gunzip: Gunzip = createGunzip();
  let failed = false;
  const done = new Promise<void>((resolve, reject) => {
    gunzip.once('end', resolve);
    gunzip.once('error', () => {
      failed = true;
      reject(new DamagedArchive('The configuration in the archive is damaged'));
    });
  });
  done.catch(() => {});
  gunzip.resume();
  return {
    async write(part) {
      if (failed) await done;
      if (!gunzip.write(part)) {
        await Promise.race([new Promise<void>((resolve) => void gunzip.once('drain', resolve)), done.catch(() => {})]);
      }
      if (failed) await done;
    },
    async finish() {
      gunzip.end();
      await done;
    },
    abandon: () => void gunzip.destroy(),
  };
}
