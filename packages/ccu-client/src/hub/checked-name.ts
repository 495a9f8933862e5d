import { CcuError } from '../model/errors.js';
import { outsideLatin9 } from '../wire/codecs/index.js';

/** The CCU removes blanks at both ends, so a name with them would seem to become another one. */
export function checkedName(name: string): string {
  if (name.trim() === '' || name.length > 256 || /\p{Cc}/u.test(name) || outsideLatin9(name) !== undefined) {
    throw new CcuError('invalid_argument', 'a name is 1 to 256 characters of ISO-8859-15 in one line');
  }
  return name.replace(/^ +|(?<! ) +$/g, '');
}
