import type { AuthProblem } from '../model/problem.js';
import { throttled } from '../model/problems.js';

/** Thrown when the turn of a password came and its account or source was locked meanwhile. */
export class ThrottledError extends Error {
  readonly code = 'login_throttled';
  override readonly name = 'ThrottledError';
  readonly problem: AuthProblem;
  constructor(readonly waitMs: number) {
    super('login_throttled');
    this.problem = throttled(waitMs);
  }
}
