/** Text encodings of the CCU world: Latin-1 by default, UTF-8 from some servers, percent-bytes from scripts. */
export type TextEncoding = 'latin1' | 'utf8';

const OUTSIDE_LATIN1 = /[^\u0000-\u00ff]/gu;

/** Latin-1 bytes of a text. Characters that Latin-1 does not have become `?`, one per code point. */
export function encodeLatin1(text: string): Buffer {
  return Buffer.from(text.replace(OUTSIDE_LATIN1, '?'), 'latin1');
}

/** The text of Latin-1 bytes: byte n is code point n (not the Windows-1252 reading browsers use). */
export function decodeLatin1(bytes: Uint8Array): string {
  return asBuffer(bytes).toString('latin1');
}

/** Strict UTF-8 where the bytes allow it, else Latin-1. For sources that do not say what they send. */
export function decodeUtf8OrLatin1(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return decodeLatin1(bytes);
  }
}

/**
 * Undoes UTF-8 that was read as Latin-1 somewhere on the way (`Ã¼` for `ü`). Text that cannot have come about like that
 * is returned as it is.
 */
export function repairDoubleUtf8(text: string): string {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

/** Percent-encodes the Latin-1 bytes of a text: everything but ASCII letters, digits, `-`, `_` and `.`. */
export function percentEncodeLatin1(text: string): string {
  let out = '';
  for (const byte of encodeLatin1(text)) {
    const char = String.fromCharCode(byte);
    out += /[A-Za-z0-9_.-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}

/** Decodes percent-bytes as Latin-1. A `%` that starts no byte stays as it is. */
export function percentDecodeLatin1(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

const DECLARED = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_-]{1,40})["']/;

/** The encoding an XML body declares in its prolog, else the HTTP charset, else undefined (then: guess). */
export function declaredEncoding(head: Uint8Array, contentType?: string): TextEncoding | undefined {
  const prolog = DECLARED.exec(decodeLatin1(head.subarray(0, 256)))?.[1];
  const name = prolog ?? /charset\s*=\s*"?([A-Za-z0-9_-]{1,40})/i.exec(contentType ?? '')?.[1];
  if (name === undefined) return undefined;
  return /^utf-?8$/i.test(name) ? 'utf8' : 'latin1';
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
