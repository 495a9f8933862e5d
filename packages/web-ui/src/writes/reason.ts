import { ProblemError } from '@ccu-gateway/client';

/** Why something was refused, in the words of the gateway; `unreachable` where it did not answer. */
export function reasonOf(error: unknown): string {
  return error instanceof ProblemError ? (error.problem.detail ?? error.code) : 'unreachable';
}
