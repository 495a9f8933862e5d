import { throttled as throttledProblem } from '../http/problems.js';
import type { Throttle, ThrottleSubject } from '../ports.js';
import type { AuthProblem } from '../problem.js';

/** Thrown when the turn of a password came and its account or source was locked meanwhile. */
export class ThrottledError extends Error {
  readonly code = 'login_throttled';
  override readonly name = 'ThrottledError';
  constructor(readonly problem: AuthProblem) {
    super('login_throttled');
  }
}

/** Throws when the subject is locked. */
export function admitOrThrow(throttle: Throttle, subject: ThrottleSubject): void {
  const waitMs = throttle.waitMs(subject);
  if (waitMs > 0) throw new ThrottledError(throttledProblem(waitMs));
}
