import { createSecretKey } from 'node:crypto';
import { macOf } from '../crypto/hash.js';
import { passwordBytes } from '../passwords/policy.js';

/**
 * Tells two passwords of an account apart and says next to nothing of either: of all guesses for one, each 65 536th fits.
 */
export type PasswordMark = (account: string, password: string) => string;

const DIGITS = 4;
const marked = / #[0-9a-f]{4}$/;

export function createPasswordMark(epochKey: Uint8Array): PasswordMark {
  const key = createSecretKey(epochKey);
  return (account, password) => macOf(key, 'ccu', account, passwordBytes(password)).toString('hex').slice(0, DIGITS);
}

/** What a session of a CCU account stands on, and which password brought it. */
export function withMark(epoch: string, mark: string): string {
  return `${epoch} #${mark}`;
}

/** What that session would stand on now. Its password is not known here, so its mark is taken over. */
export function withMarkOf(epoch: string, authEpoch: string): string {
  return `${epoch}${marked.exec(authEpoch)?.[0] ?? ''}`;
}
