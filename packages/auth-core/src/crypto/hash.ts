import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';

export function sha256Hex(text: string): string {
  return hash('sha256', text);
}

/** HMAC-SHA256 over parts that cannot run into each other. A key object is quicker than the bytes of one. */
export function macOf(key: KeyObject, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) {
    if (typeof part === 'string') mac.update(`${Buffer.byteLength(part)}\0${part}`);
    else mac.update(`${part.byteLength}\0`).update(part);
  }
  return mac.digest();
}

/** Compares in constant time; texts of unequal length are unequal at once. */
export function equalText(a: string, b: string): boolean {
  const left = Buffer.from(a, 'utf8');
  const right = Buffer.from(b, 'utf8');
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
