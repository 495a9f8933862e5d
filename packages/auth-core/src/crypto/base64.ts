// The last digit before padding may only carry zero bits beyond the last byte; every other spelling is not canonical.
const standard = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;
const urlSafe = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/;

/** Strict base64: padded, canonical last digit, nothing ignored. Null otherwise. */
export function decodeBase64(text: string): Buffer | null {
  return standard.test(text) ? Buffer.from(text, 'base64') : null;
}

/** Strict base64url: unpadded, canonical last digit. Null otherwise. */
export function decodeBase64Url(text: string): Buffer | null {
  return urlSafe.test(text) ? Buffer.from(text, 'base64url') : null;
}

export function encodeBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}
