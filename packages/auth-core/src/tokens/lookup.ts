import { createUseNotes } from '../credential-use/use-notes.js';
import { equalText, sha256Hex } from '../crypto/hash.js';
import { printableUserAgent } from '../http/user-agent.js';
import type { AuthLogger, Clock, TokenRecord, TokenStore } from '../model/ports.js';
import type { Principal } from '../model/principal.js';

const grammar = /^[A-Za-z0-9_-]{43}$/;
const maxClientLength = 64;

export interface TokenLookup {
  /**
   * The principal of a raw token, or null. Text of another form is never looked up. Its use is noted, at most once a minute
   * and without waiting for it.
   */
  use(token: string, address: string, userAgent?: string): Promise<Principal | null>;
  /** The token behind a fingerprint while it lasts. */
  alive(fingerprint: string): Promise<TokenRecord | null>;
}

export function createTokenLookup(store: TokenStore, clock: Clock, logger: AuthLogger): TokenLookup {
  const notes = createUseNotes(clock);

  const ifAlive = (record: TokenRecord | null, fingerprint: string): TokenRecord | null => {
    // A store may compare more loosely, and faster where less agrees.
    if (record === null || !equalText(record.fingerprint, fingerprint)) return null;
    return record.expiresAt !== null && record.expiresAt <= clock.now() ? null : record;
  };

  const touch = (fingerprint: string, address: string, client: string | null): void => {
    if (!notes.isDue(fingerprint)) return;
    store.touch(fingerprint, clock.now(), address, client).catch(() => logger.warn('auth.token.touch_failed'));
  };

  return {
    alive: async (fingerprint) => ifAlive(await store.find(fingerprint), fingerprint),
    use: async (token, address, userAgent) => {
      if (!grammar.test(token)) return null;
      const named = sha256Hex(token);
      const record = ifAlive(await store.find(named), named);
      if (!record) return null;
      const { fingerprint, subject, role, expiresAt } = record;
      // A client that sends its secret as its name too must not have it kept.
      const client = userAgent?.includes(token) ? undefined : userAgent;
      touch(fingerprint, address, printableUserAgent(client, maxClientLength));
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
