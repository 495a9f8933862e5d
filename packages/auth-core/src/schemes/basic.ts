import { accountKey } from '../account.js';
import type { LocalAccounts, LocalIdentity } from '../login/local.js';
import { admitOrThrow } from '../login/throttled.js';
import type { Source } from '../net/identify-source.js';
import type { VerifiedCache } from '../passwords/verified-cache.js';
import type { Throttle } from '../ports.js';
import type { Principal } from '../principal.js';
import type { PasswordCredential } from './authorization.js';

/** Checks a Basic credential against the accounts kept here. Throws `ThrottledError` or `BusyError` without checking. */
export type BasicVerifier = (credential: PasswordCredential, source: () => Source) => Promise<Principal | null>;

export interface BasicOptions {
  readonly accounts: LocalAccounts;
  readonly cache: VerifiedCache;
  readonly throttle: Throttle;
}

export function createBasicVerifier({ accounts, cache, throttle }: BasicOptions): BasicVerifier {
  const pending = new Map<string, Promise<Principal | null>>();

  const verify = async (credential: PasswordCredential, source: Source): Promise<Principal | null> => {
    const account = accountKey(credential.username) ?? undefined;
    const subject = { kind: 'password', account, ...source } as const;
    const admit = () => admitOrThrow(throttle, subject);
    admit();
    const identity = await accounts.verify(credential, admit);
    if (!identity) {
      throttle.failed(subject);
      return null;
    }
    throttle.succeeded(subject);
    cache.remember(credential.username, credential.password, identity);
    return principalOf(identity);
  };

  /** A client that sends the same pair on many connections at once is checked once, not turned away by the queue. */
  const shared = (credential: PasswordCredential, source: Source): Promise<Principal | null> => {
    const key = `${source.source} ${cache.keyOf(credential.username, credential.password)}`;
    const running = pending.get(key);
    if (running) return running;
    const started = verify(credential, source).finally(() => pending.delete(key));
    pending.set(key, started);
    return started;
  };

  return async (credential, source) => {
    // Right a minute ago: a lock that strangers caused does not stop a client that is at work.
    const hit = cache.find(credential.username, credential.password);
    const identity = hit && (await accounts.present(hit.principalKey));
    if (identity && identity.epoch === hit.epoch) return principalOf(identity);
    return shared(credential, source());
  };
}

function principalOf({ principalKey, subject, role, epoch }: LocalIdentity): Principal {
  const credentialId = `basic:${principalKey}`;
  return { key: principalKey, subject, role, scheme: 'basic', credentialId, authEpoch: epoch };
}
