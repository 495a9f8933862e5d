import { accountKey } from '../account.js';
import type { LocalAccounts, LocalIdentity } from '../login/local.js';
import { admitOrThrow } from '../login/throttled.js';
import type { Source } from '../net/identify-source.js';
import { passwordBytes } from '../passwords/policy.js';
import type { VerifiedCache } from '../passwords/verified-cache.js';
import type { Throttle } from '../ports.js';
import type { Principal } from '../principal.js';
import type { PasswordCredential } from './authorization.js';

/** Checks a Basic credential against the accounts kept here. Throws `ThrottledError` or `BusyError` without checking. */
export type BasicVerifier = (credential: PasswordCredential, source: Source) => Promise<Principal | null>;

export interface BasicOptions {
  readonly accounts: LocalAccounts;
  readonly cache: VerifiedCache;
  readonly throttle: Throttle;
}

export function createBasicVerifier({ accounts, cache, throttle }: BasicOptions): BasicVerifier {
  const fromCache = async (account: string, bytes: Uint8Array): Promise<LocalIdentity | null> => {
    const hit = cache.find(account, bytes);
    const identity = hit && (await accounts.present(hit.principalKey));
    return identity && identity.generation === hit.generation ? identity : null;
  };

  return async (credential, source) => {
    const account = accountKey(credential.username) ?? undefined;
    const subject = { kind: 'password', account, ...source } as const;
    const bytes = passwordBytes(credential.password);
    // Right a minute ago: a lock that strangers caused does not stop a client that is at work.
    const cached = account === undefined ? null : await fromCache(account, bytes);
    if (cached) return principalOf(cached);
    admitOrThrow(throttle, subject);
    const identity = await accounts.verify(credential, () => admitOrThrow(throttle, subject));
    if (!identity || account === undefined) {
      throttle.failed(subject);
      return null;
    }
    throttle.succeeded(subject);
    cache.remember(account, bytes, identity);
    return principalOf(identity);
  };
}

function principalOf({ principalKey, subject, role, generation }: LocalIdentity): Principal {
  const credentialId = `basic:${principalKey}`;
  return { key: principalKey, subject, role, scheme: 'basic', credentialId, authEpoch: generation };
}
