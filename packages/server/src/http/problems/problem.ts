import { PROBLEM_TYPE_BASE } from '@ccu-gateway/contract';
import type { FieldError, Problem, ProblemCode } from '@ccu-gateway/contract/types';
import { OUTCOME_UNKNOWN } from '@ccu-gateway/gateway-core/use-cases';

/** A problem before it is tied to a request, with the headers it wants on its answer. */
export interface ProblemDescription {
  readonly status: number;
  readonly code: ProblemCode;
  readonly reason?: string;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly members?: Readonly<Record<string, unknown>>;
}

const TITLES: Readonly<Record<ProblemCode, string>> = {
  validation: 'Validation failed',
  not_found: 'Not found',
  conflict: 'Conflict with the current state',
  unauthorized: 'Authentication required',
  forbidden: 'Not allowed',
  unsupported: 'Not supported',
  rate_limited: 'Too many requests',
  internal: 'Internal error',
  bad_request: 'Bad request',
  service_unready: 'Service not ready',
  upstream_unavailable: 'The CCU did not do it',
  locked: 'Locked by another caller',
  gone: 'No longer there',
  payload_too_large: 'Body too large',
};

/** For every code: if the change may have been made, no title denies it. */
const UNKNOWN_TITLE = 'The outcome is not known';

/** For every code: the identity provider failed, not a CCU and not the request. */
const OIDC_TITLE = 'Sign-in through the identity provider failed';

export function problemBody(problem: ProblemDescription, requestId: string, instance: string): Problem {
  return {
    ...problem.members,
    type: `${PROBLEM_TYPE_BASE}${problem.code}`,
    title: titleOf(problem),
    status: problem.status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    instance,
    code: problem.code,
    ...(problem.reason === undefined ? {} : { reason: problem.reason }),
    request_id: requestId,
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  };
}

function titleOf({ code, reason }: ProblemDescription): string {
  if (reason === OUTCOME_UNKNOWN) return UNKNOWN_TITLE;
  return reason?.startsWith('oidc_') ? OIDC_TITLE : TITLES[code];
}
