import type { AuthProblem, Result } from '@ccu-gateway/auth-core';
import { AUTH_STATUS, type OwnStatuses } from './auth-status.js';
import type { ProblemDescription } from './problem.js';

/** A refusal that access control has already worded. */
export class AuthRefusal extends Error {
  override readonly name = 'AuthRefusal';
  constructor(
    readonly problem: AuthProblem,
    readonly statuses: OwnStatuses = {},
  ) {
    super(problem.detail);
  }
}

/** The value of a result of access control; its refusal is thrown. */
export function granted<T>(result: Result<T>, statuses?: OwnStatuses): T {
  if (result.ok) return result.value;
  throw new AuthRefusal(result.problem, statuses);
}

export function problemOfAuth(problem: AuthProblem, statuses: OwnStatuses = {}): ProblemDescription {
  return {
    status: statuses[problem.reason] ?? AUTH_STATUS[problem.reason],
    code: problem.code,
    reason: problem.reason,
    detail: problem.detail,
    headers: problem.headers,
    ...(problem.errors === undefined
      ? {}
      : { errors: problem.errors.map(({ path, message }) => ({ field: path, reason: message })) }),
  };
}
