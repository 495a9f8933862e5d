import { createSecretKey, timingSafeEqual } from 'node:crypto';
import { decodeBase64Url, encodeBase64Url } from '../crypto/base64.js';
import { macOf } from '../crypto/hash.js';
import type { CsrfContext } from '../model/csrf-context.js';
import type { Random } from '../model/ports.js';

const grammar = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/;

/**
 * Tokens bound to their context: `nonce.mac(context, nonce)`. A plain double submit would accept a pair that a
 * neighbour on the same host (another port shares the cookies) planted in the browser.
 */
export interface CsrfTokens {
  issue(context: CsrfContext): string;
  verify(token: string, context: CsrfContext): boolean;
}

export function createCsrfTokens(keyBytes: Uint8Array, random: Random): CsrfTokens {
  const key = createSecretKey(keyBytes);
  const macFor = (context: CsrfContext, nonce: Uint8Array) => macOf(key, ...partsOf(context), nonce);
  return {
    issue: (context) => {
      const nonce = random(16);
      return `${encodeBase64Url(nonce)}.${encodeBase64Url(macFor(context, nonce))}`;
    },
    verify: (token, context) => {
      if (!grammar.test(token)) return false;
      const [nonce, mac] = token.split('.').map(decodeBase64Url);
      if (nonce?.byteLength !== 16 || mac?.byteLength !== 32) return false;
      return timingSafeEqual(macFor(context, nonce), mac);
    },
  };
}

function partsOf(context: CsrfContext): readonly string[] {
  switch (context.kind) {
    case 'session':
      return ['session', context.idHash];
    case 'ingress':
      return ['ingress', context.path, context.userId];
    case 'anonymous':
      return ['anonymous'];
  }
}
