import { equalText, sha256Hex } from '../crypto/hash.js';
import type { AuthLogger, Clock, TokenRecord, TokenStore } from '../model/ports.js';
import type { Principal } from '../model/principal.js';

const grammar = /^[A-Za-z0-9_-]{43}$/;
const touchEveryMs = 60_000;

export interface TokenLookup {
  /** The principal of a raw token, or null. Text of another form is never looked up. */
  find(token: string): Promise<Principal | null>;
  /** The token behind a fingerprint while it lasts. */
  alive(fingerprint: string): Promise<TokenRecord | null>;
  /** Notes use of a token, at most once a minute, without waiting for it. */
  touch(principal: Principal, address: string): void;
}

export function createTokenLookup(store: TokenStore, clock: Clock, logger: AuthLogger): TokenLookup {
  // Only fingerprints of existing tokens get in here, so the stored tokens bound it.
  const touched = new Map<string, number>();

  const alive = async (fingerprint: string): Promise<TokenRecord | null> => {
    const record = await store.find(fingerprint);
    if (!record || !equalText(record.fingerprint, fingerprint)) {
      touched.delete(fingerprint);
      return null;
    }
    return record.expiresAt !== null && record.expiresAt <= clock.now() ? null : record;
  };

  return {
    alive,
    find: async (token) => {
      if (!grammar.test(token)) return null;
      const record = await alive(sha256Hex(token));
      if (!record) return null;
      const { fingerprint, subject, role, expiresAt } = record;
      const key = `token:${fingerprint}`;
      return {
        key,
        subject,
        role,
        scheme: 'bearer',
        credentialId: key,
        authEpoch: '',
        ...(expiresAt === null ? {} : { expiresAt }),
      };
    },
    touch: (principal, address) => {
      const fingerprint = fingerprintOf(principal.credentialId);
      const now = clock.now();
      const last = touched.get(fingerprint);
      // Flash memory wears; and a clock that was set back must not stop the notes for hours.
      if (last !== undefined && now >= last && now - last < touchEveryMs) return;
      touched.set(fingerprint, now);
      store.touch(fingerprint, now, address).catch(() => logger.warn('auth.token.touch_failed'));
    },
  };
}

export function fingerprintOf(credentialId: string): string {
  return credentialId.slice('token:'.length);
}
