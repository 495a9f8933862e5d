import { CcuError } from './errors.js';

/** Error for all calls to a missing logic layer. */
export function noLogicLayer(): CcuError {
  return new CcuError('unsupported', 'this CCU has no logic layer (ReGaHss), so it cannot do that');
}
