import type { ProblemCode } from './problem.js';

/** The HTTP status that fits each code of a refusal; a server may answer another one. */
export const defaultStatuses = {
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
} as const satisfies Readonly<Record<ProblemCode, number>>;
