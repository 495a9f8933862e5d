import type { AuthProblem, Result } from '@ccu-gateway/auth-core';
import type { Found, Invalid, Locked, LookupFailure, Unsupported } from '@ccu-gateway/device-model';
import { GatewayError } from '../errors.js';
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

/** The value of a lookup in the house; what is missing or ambiguous is thrown. */
export function found<T>(result: Found<T>): T {
  if (result.ok) return result.value;
  throw houseRefusal(result);
}

/** The error that a refusal of the house is. */
export function houseRefusal(refusal: LookupFailure | Invalid | Locked | Unsupported): GatewayError {
  switch (refusal.code) {
    case 'not_found':
      return new GatewayError('not_found', refusal.message, { reason: `${refusal.what}_not_found` });
    case 'conflict':
      return new GatewayError('conflict', refusal.message, {
        reason: refusal.reason,
        members: { centrals: refusal.centrals },
      });
    case 'validation':
      return new GatewayError('validation', refusal.message, { reason: 'validation_failed', errors: refusal.errors });
    case 'locked':
      return new GatewayError('locked', refusal.message, { reason: 'channel_locked' });
    case 'unsupported':
      return new GatewayError('unsupported', refusal.message, { reason: 'unsupported' });
  }
}
