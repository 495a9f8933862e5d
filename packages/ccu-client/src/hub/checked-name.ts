import { CcuError } from '../model/errors.js';
import { outsideLatin9 } from '../wire/codecs/index.js';

/** The CCU cuts blanks off both ends, so a name with them would look as if another one had become of it. */
export function checkedName(name: string): string {
  if (name.trim() === '' || name.length > 256 || /\p{Cc}/u.test(name) || outsideLatin9(name) !== undefined) {
    throw new CcuError('invalid_argument', 'a name is 1 to 256 characters of ISO-8859-15 in one line');
  }
  return name.replace(/^ +|(?<! ) +$/g, '');
}
