import type { AuthProblem } from '../src/index.js';

/** The HTTP statuses that the cases of the list of security cases are written in. The product's own table is `server`'s. */
const byCode: Readonly<Record<AuthProblem['code'], number>> = {
  bad_request: 400,
  validation: 422,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unsupported: 415,
  payload_too_large: 413,
  service_unready: 503,
  upstream_unavailable: 502,
};

type Refusal = Pick<AuthProblem, 'code' | 'reason'>;

export function statusOf({ code, reason }: Refusal): number {
  return reason === 'host_not_allowed' ? 421 : byCode[code];
}

/** The same for changes of accounts and passwords, whose members are refused with 400. */
export function accountStatusOf(refusal: Refusal): number {
  return refusal.reason === 'validation_failed' || refusal.reason === 'invalid_role' ? 400 : statusOf(refusal);
}
