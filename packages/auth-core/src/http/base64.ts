const alphabet = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const urlAlphabet = /^[A-Za-z0-9_-]*$/;

/** Strict base64: padded, canonical last digit, nothing ignored. Null otherwise. */
export function decodeBase64(text: string): Buffer | null {
  if (!alphabet.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** Strict base64url: unpadded, canonical last digit. Null otherwise. */
export function decodeBase64Url(text: string): Buffer | null {
  if (!urlAlphabet.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

export function encodeBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}
