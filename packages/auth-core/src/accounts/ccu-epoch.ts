import { createSecretKey } from 'node:crypto';
import { macOf } from '../crypto/hash.js';
import { passwordBytes } from '../passwords/policy.js';

/**
 * Tag of a password of an account. It distinguishes two passwords of one account and reveals almost nothing: one in 65
 * 536 guesses matches.
 */
export type PasswordMark = (account: string, password: string) => string;

const DIGITS = 4;
const marked = / #[0-9a-f]{4}$/;

export function createPasswordMark(epochKey: Uint8Array): PasswordMark {
  const key = createSecretKey(epochKey);
  return (account, password) => macOf(key, 'ccu', account, passwordBytes(password)).toString('hex').slice(0, DIGITS);
}

/** Ground of a session of a CCU account: the epoch and the tag of the password used. */
export function withMark(epoch: string, mark: string): string {
  return `${epoch} #${mark}`;
}

/** Current ground of that session. The password is not known here, so its tag is kept. */
export function withMarkOf(epoch: string, authEpoch: string): string {
  return `${epoch}${marked.exec(authEpoch)?.[0] ?? ''}`;
}
