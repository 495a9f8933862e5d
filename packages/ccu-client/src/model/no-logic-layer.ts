import { CcuError } from './errors.js';

/** What everything of a logic layer is answered with where there is none. */
export function noLogicLayer(): CcuError {
  return new CcuError('unsupported', 'this CCU has no logic layer (ReGaHss), so it cannot do that');
}
