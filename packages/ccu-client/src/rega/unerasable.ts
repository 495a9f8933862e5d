import { CcuError } from '../model/errors.js';

/** Of an object that the CCU keeps for itself: without it the CCU does not work as before, and it does not make it anew. */
export function unerasable(): CcuError {
  const why = 'this object is one of the CCU itself: it can be neither deleted, renamed nor changed in its type';
  return new CcuError('unerasable', why);
}
