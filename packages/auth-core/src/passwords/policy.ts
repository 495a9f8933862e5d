import { isCommonest } from './commonest.js';

const maxPasswordBytes = 1024;
const minPasswordLength = 8;

/** Bytes that are hashed and compared: the same visible password typed on two systems gives the same bytes. */
export function passwordBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8');
}

/**
 * True when a presented password is worth comparing. Longer ones are refused before any work is done on them. It is
 * measured in its hashed form, so that the same visible password is not too long on one system only.
 */
export function isComparablePassword(password: string): boolean {
  // A composed character has two bytes or more and comes from four units at most: nothing longer can become short enough.
  if (password.length === 0 || password.length > maxPasswordBytes * 3) return false;
  return passwordBytes(password).length <= maxPasswordBytes;
}

/** Why a new password is refused. */
export type PasswordFault = 'not_text' | 'too_short' | 'too_long' | 'commonest';

const SENTENCES: Readonly<Record<PasswordFault, string>> = {
  not_text: 'must be text',
  too_short: `must have at least ${minPasswordLength} characters`,
  too_long: `must have at most ${maxPasswordBytes} bytes`,
  commonest: 'must not be one of the commonest passwords',
};

/**
 * The kind of fault of a new password, or null. The one rule wherever a password is set.
 *
 * @example
 * kindOfPasswordFault('short'); // 'too_short'
 * kindOfPasswordFault('long enough'); // null
 */
export function kindOfPasswordFault(password: unknown): PasswordFault | null {
  if (typeof password !== 'string') return 'not_text';
  if ([...password.normalize('NFC')].length < minPasswordLength) return 'too_short';
  if (!isComparablePassword(password)) return 'too_long';
  return isCommonest(password) ? 'commonest' : null;
}

/**
 * The fault of a new password as a sentence without its subject, or null.
 *
 * @example
 * newPasswordFault('short'); // 'must have at least 8 characters'
 * newPasswordFault('Password123'); // 'must not be one of the commonest passwords'
 * newPasswordFault('long enough'); // null
 */
export function newPasswordFault(password: unknown): string | null {
  const kind = kindOfPasswordFault(password);
  return kind === null ? null : SENTENCES[kind];
}
