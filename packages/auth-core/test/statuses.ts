import { type AuthProblem, defaultStatuses } from '../src/index.js';

type Refusal = Pick<AuthProblem, 'code' | 'reason'>;

export function statusOf({ code, reason }: Refusal): number {
  return reason === 'host_not_allowed' ? 421 : defaultStatuses[code];
}

/** The same for changes of accounts and passwords, with 400 for refused members. */
export function accountStatusOf(refusal: Refusal): number {
  return refusal.reason === 'validation_failed' || refusal.reason === 'invalid_role' ? 400 : statusOf(refusal);
}
