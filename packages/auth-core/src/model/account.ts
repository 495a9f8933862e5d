const maxNameLength = 64;
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The account a typed name stands for: the same for every spelling that looks alike to a person (letter case, full-width
 * letters, ligatures). Never depends on the locale. Null for names that no account can have.
 *
 * @example
 * accountKey('Karl'); // 'karl'
 * accountKey(''); // null
 */
export function accountKey(name: string): string | null {
  // The length is checked first: normalising is work, and some characters grow eighteen-fold.
  if (name === '' || name.length > maxNameLength * 2 || [...name].length > maxNameLength) return null;
  if (forbidden.test(name)) return null;
  return name.normalize('NFKC').toLowerCase().normalize('NFKC');
}

/** The reason against this name for a new account, or null. */
export function newAccountFault(name: unknown): string | null {
  if (typeof name !== 'string') return 'must be text';
  if (name === '') return 'must not be empty';
  if ([...name].length > maxNameLength) return `must have at most ${maxNameLength} characters`;
  if (forbidden.test(name)) return 'must not contain control or invisible characters';
  if (name !== name.normalize('NFKC').trim()) return 'must be in its plain form, without surrounding space';
  if (name.includes(':')) return 'must not contain a colon';
  // As a segment of a path these lead elsewhere, so the account could be neither changed nor deleted.
  if (name === '.' || name === '..') return 'must not be . or ..';
  return accountKey(name) === null ? 'is not acceptable' : null;
}
