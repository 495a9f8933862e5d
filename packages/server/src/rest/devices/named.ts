import type { NameCorrection } from '@ccu-gateway/contract/types';
import { accepted } from '../../operation/operation.js';

/** 202 with the names that became others. */
export function named(corrections: readonly NameCorrection[]) {
  return accepted(corrections.length === 0 ? {} : { corrections });
}
