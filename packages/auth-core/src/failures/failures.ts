import { type AuthProblem, refuse } from '../model/problem.js';
import { busy, problem } from '../model/problems.js';
import { BusyError } from '../passwords/semaphore.js';
import { ThrottledError } from '../throttle/throttled.js';
import { StoreUnavailableError } from './store-guard.js';

/** The refusal that an expected failure stands for; everything else is a defect and goes on upwards. */
export function problemOf(error: unknown): AuthProblem {
  if (error instanceof ThrottledError) return error.problem;
  if (error instanceof BusyError) return busy();
  if (error instanceof StoreUnavailableError) return problem(error.code);
  throw error;
}

/** True when a requested change may have been made despite the error. */
export const isInDoubt = (error: unknown): error is StoreUnavailableError =>
  error instanceof StoreUnavailableError && error.code === 'outcome_unknown';

/** Runs a step that only changes consequences of another change: a refused caller then has nothing to check. */
export async function withoutDoubt<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isInDoubt(error) ? new StoreUnavailableError(error.message) : error;
  }
}

/** Runs an operation and turns its expected failures into refusals. */
export async function refusing<T>(
  run: () => Promise<T>,
): Promise<T | { readonly ok: false; readonly problem: AuthProblem }> {
  try {
    return await run();
  } catch (error) {
    return refuse(problemOf(error));
  }
}
