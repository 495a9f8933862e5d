import { createUseNotes } from '../credential-use/use-notes.js';
import { equalText } from '../crypto/hash.js';
import { printableUserAgent } from '../http/user-agent.js';
import type { AuthLogger, Clock, TokenRecord, TokenStore } from '../model/ports.js';
import type { Principal } from '../model/principal.js';
import type { KeptRecords } from '../records/kept-records.js';
import { onceFor } from '../records/once-for.js';

const grammar = /^[A-Za-z0-9_-]{43}$/;
const maxClientLength = 64;

export interface TokenLookup {
  /**
   * The principal of a raw token, or null. Text of another form is never looked up. Its use is noted, at most once a minute
   * and without waiting for it.
   */
  use(token: string, address: string, userAgent?: string): Principal | null | Promise<Principal | null>;
  /** The token behind a fingerprint while it lasts. */
  alive(fingerprint: string): Promise<TokenRecord | null>;
}

interface TokenLookupOptions {
  readonly store: TokenStore;
  readonly kept: Pick<KeptRecords, 'token' | 'recallOr'>;
  readonly hashOf: (text: string) => string;
  readonly clock: Clock;
  readonly logger: AuthLogger;
}

export function createTokenLookup({ store, kept, hashOf, clock, logger }: TokenLookupOptions): TokenLookup {
  const notes = createUseNotes(clock);

  const isOver = ({ expiresAt }: TokenRecord) => expiresAt !== null && expiresAt <= clock.now();
  const alive = async (fingerprint: string): Promise<TokenRecord | null> => {
    const record = await store.find(fingerprint);
    // A store may compare more loosely, and faster where less agrees.
    if (record === null || !equalText(record.fingerprint, fingerprint)) return null;
    return isOver(record) ? null : record;
  };

  const note = (fingerprint: string, token: string, address: string, userAgent: string | undefined): void => {
    if (!notes.isDue(fingerprint)) return;
    // A client that sends its secret as its name too must not have it kept.
    const client = printableUserAgent(userAgent?.includes(token) ? undefined : userAgent, maxClientLength);
    store.touch(fingerprint, clock.now(), address, client).catch(() => logger.warn('auth.token.touch_failed'));
  };

  return {
    alive,
    use: (token, address, userAgent) => {
      if (!grammar.test(token)) return null;
      const fingerprint = hashOf(token);
      const admit = (record: TokenRecord): Principal => {
        note(fingerprint, token, address, userAgent);
        return principalOf(record);
      };
      return kept.recallOr(
        () => {
          const record = kept.token(fingerprint);
          return record === undefined || isOver(record) ? null : admit(record);
        },
        async () => {
          const record = await alive(fingerprint);
          return record === null ? null : admit(record);
        },
      );
    },
  };
}

const principalOf = onceFor(({ fingerprint, subject, role, expiresAt }: TokenRecord): Principal => {
  const key = `token:${fingerprint}`;
  const principal: Principal = { key, subject, role, scheme: 'bearer', credentialId: key, authEpoch: '' };
  return expiresAt === null ? principal : { ...principal, expiresAt };
});

export function fingerprintOf(credentialId: string): string {
  return credentialId.slice('token:'.length);
}
