const maxPasswordBytes = 1024;
const minPasswordLength = 8;

/** What is hashed and compared: the same visible password typed on two systems gives the same bytes. */
export function passwordBytes(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8');
}

/** Whether a presented password is worth comparing. Longer ones are refused before any work is done on them. */
export function isComparablePassword(password: string): boolean {
  return (
    password.length > 0 &&
    password.length <= maxPasswordBytes &&
    Buffer.byteLength(password, 'utf8') <= maxPasswordBytes
  );
}

/** Why a new password is not acceptable, or null. */
export function newPasswordFault(password: unknown): string | null {
  if (typeof password !== 'string') return 'must be text';
  if ([...password].length < minPasswordLength) return `must have at least ${minPasswordLength} characters`;
  if (!isComparablePassword(password)) return `must have at most ${maxPasswordBytes} bytes`;
  return null;
}
