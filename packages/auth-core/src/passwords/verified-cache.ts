import { createSecretKey } from 'node:crypto';
import { macOf, sha256Hex } from '../crypto/hash.js';
import { rememberHashes } from '../crypto/recent-hashes.js';
import type { Clock } from '../model/ports.js';

const ttlMs = 60_000;
const capacity = 256;

interface VerifiedCredential {
  readonly principalKey: string;
  readonly epoch: string;
}

/**
 * Remembers for a minute that a credential was right, so that a client that sends Basic with each request pays for the
 * slow hash once. A credential is named by the text it was sent in, which has one reading only. Kept is a MAC under a key
 * of this process, and only of right ones; the caller compares the epoch with the account's present one.
 */
export interface VerifiedCache {
  /** Names a text without telling it. */
  keyOf(text: string): string;
  find(text: string): VerifiedCredential | null;
  remember(text: string, credential: VerifiedCredential): void;
  forget(principalKey: string): void;
}

interface Entry extends VerifiedCredential {
  readonly expiresAt: number;
  lastUse: number;
}

export function createVerifiedCache(bootKey: Uint8Array, clock: Clock): VerifiedCache {
  // The two nested hashes of HMAC with two keys of one block each: a third of the price of the object.
  const [inner, outer] = ['inner', 'outer'].map((use) => macOf(createSecretKey(bootKey), use).toString('hex'));
  const entries = new Map<string, Entry>();
  let uses = 0;

  const keyOf = rememberHashes((text) => sha256Hex(`${outer}${sha256Hex(`${inner}${text}`)}`), clock);

  return {
    keyOf,
    find: (text) => {
      const key = keyOf(text);
      const entry = entries.get(key);
      if (!entry) return null;
      if (entry.expiresAt <= clock.now()) {
        entries.delete(key);
        return null;
      }
      // A number instead of a reinsertion into the map, because this happens for every request.
      uses += 1;
      entry.lastUse = uses;
      return entry;
    },
    remember: (text, credential) => {
      if (entries.size >= capacity) dropLeastRecent(entries);
      uses += 1;
      entries.set(keyOf(text), { ...credential, expiresAt: clock.now() + ttlMs, lastUse: uses });
    },
    forget: (principalKey) => {
      for (const [key, entry] of entries) if (entry.principalKey === principalKey) entries.delete(key);
    },
  };
}

function dropLeastRecent(entries: Map<string, Entry>): void {
  const [least] = [...entries].sort(([, a], [, b]) => a.lastUse - b.lastUse);
  if (least) entries.delete(least[0]);
}
