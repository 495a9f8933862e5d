import type { FieldError, Problem, ProblemCode } from '@ccu-gateway/contract/types';

/**
 * The gateway, or a proxy in front of it, refused a call. Switch on `code`; `reason` is the finer cause and `message`
 * is for people.
 *
 * @example
 * try {
 *   await gateway.call('setDataPointValue', { path, body: { value: 2 } });
 * } catch (error) {
 *   if (error instanceof ProblemError && error.code === 'validation') console.log(error.errors[0]?.max);
 *   else throw error;
 * }
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  /** `http_502` and the like where the answer is not a problem document of a gateway. */
  readonly code: ProblemCode | (string & {});
  readonly reason: string | undefined;
  /** HTTP status. */
  readonly status: number;
  /** The fields that were refused. */
  readonly errors: readonly FieldError[];
  /** Names the request in the log and in the audit log of the gateway. */
  readonly requestId: string | undefined;
  /** Steps of a change that were done before this one was refused. */
  readonly applied: readonly string[];
  /** Pause that the gateway requests before the next attempt, in milliseconds; the client itself never repeats. */
  readonly retryAfterMs: number | undefined;
  /** The whole document, with further members such as the CCUs to choose from. Empty where there is none. */
  readonly problem: Readonly<Partial<Problem>>;

  /** `message` is the problem's `detail`, else its `title`. */
  constructor(status: number, problem: Readonly<Partial<Problem>>, retryAfterMs?: number) {
    super(textOf(problem.detail) ?? textOf(problem.title) ?? `the gateway answered ${status}`);
    this.status = status;
    this.problem = problem;
    this.code = textOf(problem.code) ?? `http_${status}`;
    this.reason = textOf(problem.reason);
    this.errors = Array.isArray(problem.errors)
      ? problem.errors.filter((entry) => typeof entry === 'object' && entry !== null)
      : [];
    this.requestId = textOf(problem.request_id);
    this.applied = Array.isArray(problem.applied) ? problem.applied : [];
    this.retryAfterMs = retryAfterMs;
  }

  /** A change was handed on, and its outcome is unknown: check before you repeat it. */
  get outcomeUnknown(): boolean {
    return this.reason === 'outcome_unknown';
  }

  /**
   * The same call may succeed later: 429 and every status from 500, except for an unknown outcome. Of these too, a
   * write may have been made nevertheless.
   */
  get temporary(): boolean {
    if (this.outcomeUnknown) return false;
    return this.status === 429 || this.status >= 500;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
