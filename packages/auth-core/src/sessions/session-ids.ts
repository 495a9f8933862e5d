import { createSecretKey, timingSafeEqual } from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from '../crypto/base64.js';
import { macOf } from '../crypto/hash.js';
import type { Random } from '../model/ports.js';

const idBytes = 32;
const markBytes = 4;
/** Characters of a session id. */
export const idLength = 43;
const grammar = new RegExp(`^[A-Za-z0-9_-]{${idLength}}$`);

/**
 * Makes session ids: 32 bytes as base64url. With a key the last four are a tag, a truncated MAC of the 28 random ones
 * before. The tag proves nothing: a session is found by its whole id alone, so that ids without a tag stay valid.
 */
export interface SessionIds {
  make(): string;
  hasForm(value: string): boolean;
  /** True when a value of the right form has no tag of this gateway. Always false without a key. */
  isForeign(value: string): boolean;
}

export function createSessionIds(random: Random, keyBytes: Uint8Array | undefined): SessionIds {
  const hasForm: SessionIds['hasForm'] = (value) => grammar.test(value);
  if (keyBytes === undefined) return { hasForm, make: () => encodeBase64Url(random(idBytes)), isForeign: () => false };
  const key = createSecretKey(keyBytes);
  const markOf = (head: Uint8Array) => macOf(key, 'session id', head).subarray(0, markBytes);
  return {
    hasForm,
    make: () => {
      const head = random(idBytes - markBytes);
      return encodeBase64Url(Buffer.concat([head, markOf(head)]));
    },
    isForeign: (value) => {
      const bytes = hasForm(value) ? decodeBase64Url(value) : null;
      if (bytes === null) return false;
      return !timingSafeEqual(markOf(bytes.subarray(0, -markBytes)), bytes.subarray(-markBytes));
    },
  };
}
