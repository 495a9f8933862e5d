import { CcuError } from '../model/errors.js';

/**
 * Error for an object of the CCU itself: without it the CCU does not work as before, and it does not create it again.
 */
export function unerasable(): CcuError {
  const why = 'this object is one of the CCU itself: it can be neither deleted, renamed nor changed in its type';
  return new CcuError('unerasable', why);
}
