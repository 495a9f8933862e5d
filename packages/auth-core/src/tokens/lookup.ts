import { equalText, sha256Hex } from '../crypto/hash.js';
import type { AuthLogger, Clock, TokenRecord, TokenStore } from '../model/ports.js';
import type { Principal } from '../model/principal.js';

const grammar = /^[A-Za-z0-9_-]{43}$/;
const touchEveryMs = 60_000;

export interface TokenLookup {
  /**
   * The principal of a raw token, or null. Text of another form is never looked up. Its use is noted, at most once a minute
   * and without waiting for it.
   */
  use(token: string, address: string): Promise<Principal | null>;
  /** The token behind a fingerprint while it lasts. */
  alive(fingerprint: string): Promise<TokenRecord | null>;
}

export function createTokenLookup(store: TokenStore, clock: Clock, logger: AuthLogger): TokenLookup {
  // Only fingerprints of existing tokens get in here, so the stored tokens bound it.
  const touched = new Map<string, number>();

  const ifAlive = (record: TokenRecord | null, fingerprint: string): TokenRecord | null => {
    // A store may compare more loosely, and faster where less agrees.
    if (record === null || !equalText(record.fingerprint, fingerprint)) {
      touched.delete(fingerprint);
      return null;
    }
    return record.expiresAt !== null && record.expiresAt <= clock.now() ? null : record;
  };

  const touch = (fingerprint: string, address: string): void => {
    const now = clock.now();
    const last = touched.get(fingerprint);
    // Flash memory wears; and a clock that was set back must not stop the notes for hours.
    if (last !== undefined && now >= last && now - last < touchEveryMs) return;
    touched.set(fingerprint, now);
    store.touch(fingerprint, now, address).catch(() => logger.warn('auth.token.touch_failed'));
  };

  return {
    alive: async (fingerprint) => ifAlive(await store.find(fingerprint), fingerprint),
    use: async (token, address) => {
      if (!grammar.test(token)) return null;
      const named = sha256Hex(token);
      const record = ifAlive(await store.find(named), named);
      if (!record) return null;
      const { fingerprint, subject, role, expiresAt } = record;
      touch(fingerprint, address);
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
  };
}

export function fingerprintOf(credentialId: string): string {
  return credentialId.slice('token:'.length);
}
