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

/**
 * The fault of a new password, or null. The one rule wherever a password is set.
 *
 * @example
 * newPasswordFault('short'); // 'must have at least 8 characters'
 * newPasswordFault('Password123'); // 'must not be one of the commonest passwords'
 * newPasswordFault('long enough'); // null
 */
export function newPasswordFault(password: unknown): string | null {
  if (typeof password !== 'string') return 'must be text';
  if ([...password.normalize('NFC')].length < minPasswordLength) {
    return `must have at least ${minPasswordLength} characters`;
  }
  if (!isComparablePassword(password)) return `must have at most ${maxPasswordBytes} bytes`;
  return isCommonest(password) ? 'must not be one of the commonest passwords' : null;
}
