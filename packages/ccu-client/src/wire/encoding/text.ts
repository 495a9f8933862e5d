import { isUtf8 } from 'node:buffer';

/** Text encodings of the CCU world: Latin-1 by default, UTF-8 from some servers, Latin-9 percent-bytes from scripts. */
export type TextEncoding = 'latin1' | 'utf8';

const OUTSIDE_LATIN1 = /[^\u0000-\u00ff]/gu;

/**
 * Latin-1 bytes of a text. Characters that Latin-1 does not have become `?`, one per code point.
 *
 * @example
 * encodeLatin1('ü€'); // <Buffer fc 3f>
 */
export function encodeLatin1(text: string): Buffer {
  return Buffer.from(text.replace(OUTSIDE_LATIN1, '?'), 'latin1');
}

/**
 * The text of Latin-1 bytes: byte n is code point n (not the Windows-1252 reading browsers use).
 *
 * @example
 * decodeLatin1(Uint8Array.of(0xfc)); // 'ü'
 */
export function decodeLatin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}

/** Strict UTF-8 where the bytes allow it, else Latin-1. For sources that do not declare their encoding. */
export function decodeUtf8OrLatin1(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return decodeLatin1(bytes);
  }
}

/** How `decodeUtf8OrLatin1` would read the bytes. */
export function utf8OrLatin1(bytes: Uint8Array): TextEncoding {
  return isUtf8(bytes) ? 'utf8' : 'latin1';
}

/** How often a text may have been encoded on its way: by the program that wrote it, and by each that passed it on. */
const ENCODED_TIMES = 3;

/**
 * Undoes UTF-8 that was read as Latin-1 by another program (`Ã¼` for `ü`), also after several times. Any other text is
 * returned unchanged.
 */
export function repairDoubleUtf8(text: string): string {
  let repaired = text;
  for (let times = 0; times < ENCODED_TIMES; times += 1) {
    const before = repaired;
    repaired = repairOnce(before);
    if (repaired === before) break;
  }
  return repaired;
}

function repairOnce(text: string): string {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** Characters of ISO-8859-15, the encoding of the CCU's logic layer, in place of eight characters of Latin-1. */
const LATIN9 = [
  ['\u00a4', '€'],
  ['\u00a6', 'Š'],
  ['\u00a8', 'š'],
  ['\u00b4', 'Ž'],
  ['\u00b8', 'ž'],
  ['\u00bc', 'Œ'],
  ['\u00bd', 'œ'],
  ['\u00be', 'Ÿ'],
] as const;
const TO_LATIN9: ReadonlyMap<string, string> = new Map(LATIN9);
const FROM_LATIN9: ReadonlyMap<string, string> = new Map(LATIN9.map(([latin1, latin9]) => [latin9, latin1]));

/**
 * The first character of a text that Latin-9 does not have; undefined when the logic layer can store the text.
 *
 * @example
 * outsideLatin9('5 €'); // undefined
 * outsideLatin9('5 ½'); // '½'
 */
export function outsideLatin9(text: string): string | undefined {
  for (const char of text) {
    if ((char > '\u00ff' && !FROM_LATIN9.has(char)) || TO_LATIN9.has(char)) return char;
  }
  return undefined;
}

/** Latin-9 bytes of a text. Characters found by `outsideLatin9` become `?`, so callers refuse them before. */
function encodeLatin9(text: string): Buffer {
  return encodeLatin1([...text].map((char) => (TO_LATIN9.has(char) ? '?' : (FROM_LATIN9.get(char) ?? char))).join(''));
}

/** Strict UTF-8 where the bytes allow it, else Latin-9: answers of the logic layer. */
export function decodeUtf8OrLatin9(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return decodeLatin1(bytes).replace(/[\u00a4-\u00be]/g, (char) => TO_LATIN9.get(char) ?? char);
  }
}

/** Percent-encodes the Latin-9 bytes of a text: everything but ASCII letters, digits, `-`, `_` and `.`. */
export function percentEncodeLatin9(text: string): string {
  let out = '';
  for (const byte of encodeLatin9(text)) {
    const char = String.fromCharCode(byte);
    out += /[A-Za-z0-9_.-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}

/**
 * Decodes percent-bytes as Latin-9. A `%` without a byte after it stays unchanged.
 *
 * @example
 * percentDecodeLatin9('5%20%A4'); // '5 €'
 */
export function percentDecodeLatin9(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    return TO_LATIN9.get(char) ?? char;
  });
}

const DECLARED = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_-]{1,40})["']/;

/**
 * The encoding that an XML body declares in its prolog, else that of the HTTP charset; undefined where neither names one.
 * Every name but UTF-8 counts as Latin-1.
 *
 * @example
 * declaredEncoding(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>')); // 'latin1'
 * declaredEncoding(Buffer.from('<a/>'), 'text/xml; charset=utf-8'); // 'utf8'
 */
export function declaredEncoding(head: Uint8Array, contentType?: string): TextEncoding | undefined {
  const prolog = DECLARED.exec(decodeLatin1(head.subarray(0, 256)))?.[1];
  const name = prolog ?? /charset\s*=\s*"?([A-Za-z0-9_-]{1,40})/i.exec(contentType ?? '')?.[1];
  if (name === undefined) return undefined;
  return /^utf-?8$/i.test(name) ? 'utf8' : 'latin1';
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
