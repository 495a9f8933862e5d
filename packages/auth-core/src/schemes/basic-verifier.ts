import type { LocalAccounts, LocalIdentity } from '../accounts/local.js';
import type { Source } from '../inspection/identify-source.js';
import { accountKey } from '../model/account.js';
import type { PasswordCredential } from '../model/credential.js';
import type { Principal } from '../model/principal.js';
import type { VerifiedCache } from '../passwords/verified-cache.js';
import { onceFor } from '../records/once-for.js';
import type { Attempts } from '../throttle/attempts.js';

/** Checks Basic credentials against the accounts kept here. `header` is the whole value they came in. */
export interface BasicVerifier {
  /** The principal of a value that was right within the last minute and still is, by the kept records. */
  recall(header: string): Principal | null;
  /** As `recall`, by the stores. */
  present(header: string): Promise<Principal | null>;
  /** Throws `ThrottledError` or `BusyError` without checking. */
  verify(header: string, credential: PasswordCredential, source: Source): Promise<Principal | null>;
}

export interface BasicVerifierOptions {
  readonly accounts: LocalAccounts;
  readonly cache: VerifiedCache;
  readonly attempts: Attempts;
}

export function createBasicVerifier({ accounts, cache, attempts }: BasicVerifierOptions): BasicVerifier {
  const pending = new Map<string, Promise<Principal | null>>();

  const verify = async (header: string, credential: PasswordCredential, source: Source): Promise<Principal | null> => {
    const attempt = attempts.local(accountKey(credential.username), source);
    const identity = await accounts.verify(credential, attempt);
    if (!identity) return null;
    attempt.right();
    cache.remember(header, identity);
    return principalOf(identity);
  };

  return {
    // Both are asked before the throttle: a lock that strangers caused does not stop a client that is at work.
    recall: (header) => {
      const hit = cache.find(header);
      const identity = hit && accounts.recall(hit.principalKey);
      return identity && identity.epoch === hit.epoch ? principalOf(identity) : null;
    },
    present: async (header) => {
      const hit = cache.find(header);
      const identity = hit && (await accounts.present(hit.principalKey));
      return identity && identity.epoch === hit.epoch ? principalOf(identity) : null;
    },
    // A client that sends the same pair on many connections at once is checked once, not refused by the queue.
    verify: (header, credential, source) => {
      const key = `${source.source} ${cache.keyOf(header)}`;
      const running = pending.get(key);
      if (running) return running;
      const started = verify(header, credential, source).finally(() => pending.delete(key));
      pending.set(key, started);
      return started;
    },
  };
}

const principalOf = onceFor(({ principalKey, subject, role, epoch }: LocalIdentity): Principal => {
  const credentialId = `basic:${principalKey}`;
  return { key: principalKey, subject, role, scheme: 'basic', credentialId, authEpoch: epoch };
});
