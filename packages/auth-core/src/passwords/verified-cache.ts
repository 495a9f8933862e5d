import { createSecretKey } from 'node:crypto';
import { macOf } from '../hash.js';
import type { Clock } from '../ports.js';

const ttlMs = 60_000;
const capacity = 256;

interface VerifiedCredential {
  readonly principalKey: string;
  readonly epoch: string;
}

/**
 * Remembers for a minute that a name and password were right, so that a client that sends Basic with each request pays
 * for the slow hash once. Only a MAC under a key of this process is kept, and only of right ones; the caller compares
 * the epoch with the account's present one.
 */
export interface VerifiedCache {
  /** Names a pair without telling it. */
  keyOf(username: string, password: string): string;
  find(username: string, password: string): VerifiedCredential | null;
  remember(username: string, password: string, credential: VerifiedCredential): void;
  forget(principalKey: string): void;
}

export function createVerifiedCache(bootKey: Uint8Array, clock: Clock): VerifiedCache {
  const macKey = createSecretKey(bootKey);
  const entries = new Map<string, VerifiedCredential & { readonly expiresAt: number }>();

  const keyOf = (username: string, password: string) => macOf(macKey, username, password).toString('base64');

  return {
    keyOf,
    find: (username, password) => {
      const key = keyOf(username, password);
      const entry = entries.get(key);
      if (!entry) return null;
      entries.delete(key);
      if (entry.expiresAt <= clock.now()) return null;
      entries.set(key, entry);
      return entry;
    },
    remember: (username, password, credential) => {
      const oldest = entries.keys().next();
      if (entries.size >= capacity && !oldest.done) entries.delete(oldest.value);
      entries.set(keyOf(username, password), { ...credential, expiresAt: clock.now() + ttlMs });
    },
    forget: (principalKey) => {
      for (const [key, entry] of entries) if (entry.principalKey === principalKey) entries.delete(key);
    },
  };
}
