import type { AuthProblem } from './problem.js';

/** The body of a refusal as `application/problem+json` (RFC 9457). */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: AuthProblem['code'];
  readonly reason: AuthProblem['reason'];
  readonly errors?: AuthProblem['errors'];
}

const titles: Readonly<Record<AuthProblem['code'], string>> = {
  bad_request: 'Bad request',
  validation: 'Validation failed',
  unauthorized: 'Authentication required',
  forbidden: 'Forbidden',
  not_found: 'Not found',
  conflict: 'Conflict',
  rate_limited: 'Too many requests',
  unsupported: 'Unsupported',
  payload_too_large: 'Payload too large',
  service_unready: 'Service not ready',
  upstream_unavailable: 'Upstream unavailable',
};

export function toProblemDocument({ status, code, reason, detail, errors }: AuthProblem): ProblemDocument {
  const base = { type: `urn:ccu-gateway:error:${code}`, title: titles[code], status, detail, code, reason };
  return errors ? { ...base, errors } : base;
}
