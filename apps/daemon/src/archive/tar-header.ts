/** Why bytes are no archive, or not all of one. */
export class TarDamage extends Error {
  override readonly name = 'TarDamage';

  constructor(readonly kind: 'header' | 'cut' | 'bounds') {
    super(`tar: ${kind}`);
  }
}

export type TarKind = 'file' | 'directory' | 'link' | 'symlink' | 'special' | 'unknown';

/** A member as its header announces it. */
export interface TarMember {
  readonly name: string;
  readonly size: number;
  readonly kind: TarKind;
}

/** A header block: of a member, or of a long name or record for the member after it. */
export interface TarBlock extends TarMember {
  readonly extends: 'pax' | 'pax-global' | 'name' | 'link-name' | undefined;
}

export const TAR_BLOCK = 512;
const CHECKSUM_AT = 148;
const CHECKSUM_END = 156;
const BLANK = 32;

const KINDS: Readonly<Record<string, TarKind>> = {
  '\0': 'file',
  '0': 'file',
  '7': 'file',
  '1': 'link',
  '2': 'symlink',
  '3': 'special',
  '4': 'special',
  '5': 'directory',
  '6': 'special',
};
const EXTENSIONS: Readonly<Record<string, TarBlock['extends']>> = {
  x: 'pax',
  g: 'pax-global',
  L: 'name',
  K: 'link-name',
};

export const isZeroBlock = (block: Buffer) => block.every((byte) => byte === 0);

/**
 * Reads a header of any dialect: V7, ustar, GNU, pax. A number that cannot be a size is damage, and a size is believed up to
 * `maxBytes` only.
 * @throws TarDamage
 */
export function readTarHeader(block: Buffer, maxBytes: number): TarBlock {
  if (!checksumFits(block)) throw new TarDamage('header');
  const flag = String.fromCharCode(block[156] ?? 0);
  const named = textAt(block, 0, 100);
  const prefix = block.toString('latin1', 257, 263) === 'ustar\0' ? textAt(block, 345, 155) : '';
  const name = prefix === '' ? named : `${prefix}/${named}`;
  const kind = KINDS[flag] === 'file' && name.endsWith('/') ? 'directory' : (KINDS[flag] ?? 'unknown');
  const stated = numberAt(block, 124, 12);
  return { name, kind, size: sizeOf(kind, stated, maxBytes), extends: EXTENSIONS[flag] };
}

/** Links, folders and devices have no contents, for any size in their header. @throws TarDamage */
export function sizeOf(kind: TarKind, stated: number, maxBytes: number): number {
  if (!Number.isFinite(stated) || stated < 0) throw new TarDamage('header');
  if (kind !== 'file' && kind !== 'unknown') return 0;
  if (stated > maxBytes) throw new TarDamage('bounds');
  return stated;
}

/** Old writers summed the bytes as signed numbers. */
function checksumFits(block: Buffer): boolean {
  let unsigned = (CHECKSUM_END - CHECKSUM_AT) * BLANK;
  let signed = unsigned;
  for (let at = 0; at < TAR_BLOCK; at += 1) {
    if (at >= CHECKSUM_AT && at < CHECKSUM_END) continue;
    const byte = block[at] ?? 0;
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  const stated = numberAt(block, CHECKSUM_AT, CHECKSUM_END - CHECKSUM_AT);
  return stated === unsigned || stated === signed;
}

/** Octal digits, or with the highest bit set a number of base 256. NaN otherwise. */
function numberAt(block: Buffer, at: number, length: number): number {
  const first = block[at] ?? 0;
  if (first === 0x80) {
    return block.subarray(at + 1, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
  }
  if (first > 0x80) return Number.NaN;
  const digits = /^[ \0]*([0-7]*)(?:[ \0]|$)/.exec(block.toString('latin1', at, at + length))?.[1];
  return digits === undefined ? Number.NaN : Number.parseInt(digits || '0', 8);
}

function textAt(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

/** Name and size of a pax record for the member after it. @throws TarDamage */
export function readPax(bytes: Buffer): { readonly name?: string; readonly size?: number } {
  const read: { name?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(BLANK, at);
    const length = blank === -1 ? Number.NaN : Number(bytes.toString('latin1', at, blank));
    if (!Number.isInteger(length) || length <= blank - at || at + length > bytes.length) throw new TarDamage('header');
    const record = bytes.toString('utf8', blank + 1, at + length - 1);
    const equals = record.indexOf('=');
    if (equals === -1) throw new TarDamage('header');
    const value = record.slice(equals + 1);
    if (record.startsWith('path=')) read.name = value;
    if (record.startsWith('size=')) read.size = /^\d{1,20}$/.test(value) ? Number(value) : Number.NaN;
    at += length;
  }
  return read;
}
