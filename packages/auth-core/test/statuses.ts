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

export function statusOf({ code, reason }: Pick<AuthProblem, 'code' | 'reason'>): number {
  return reason === 'host_not_allowed' ? 421 : byCode[code];
}
