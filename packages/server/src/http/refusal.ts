import type { AuthProblem, Result } from '@ccu-gateway/auth-core';
import type { ProblemDescription } from './problem.js';

/** A refusal that access control has already worded and numbered. */
export class AuthRefusal extends Error {
  override readonly name = 'AuthRefusal';
  constructor(readonly problem: AuthProblem) {
    super(problem.detail);
  }
}

/** The value of a result of access control; its refusal is thrown. */
export function granted<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new AuthRefusal(result.problem);
}

export function problemOfAuth(problem: AuthProblem): ProblemDescription {
  return {
    status: problem.status,
    code: problem.code,
    reason: problem.reason,
    detail: problem.detail,
    headers: problem.headers,
    ...(problem.errors === undefined
      ? {}
      : { errors: problem.errors.map(({ path, message }) => ({ field: path, reason: message })) }),
  };
}
