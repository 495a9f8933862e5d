import { CcuError, isCcuError } from '../model/errors.js';
import type { Now } from '../model/ports.js';
import { throwIfAborted } from '../time/wait.js';
import { isWireError } from '../wire/codecs/index.js';
import type { CompatGroup, CompatOutcome, CompatResult } from './model.js';

/** Result of a check. `detail` is made of words of this program and of numbers. */
export interface Verdict {
  readonly outcome: CompatOutcome;
  readonly detail: string;
}

export const ok = (detail = ''): Verdict => ({ outcome: 'ok', detail });
export const different = (detail: string): Verdict => ({ outcome: 'different', detail });
export const failed = (detail: string): Verdict => ({ outcome: 'failed', detail });
export const absent = (detail: string): Verdict => ({ outcome: 'absent', detail });
export const skipped = (detail: string): Verdict => ({ outcome: 'skipped', detail });

/** Collects the rows. A check that throws has failed; only the caller's abort ends the run. */
export interface Recorder {
  check(group: CompatGroup, name: string, work: () => Promise<Verdict> | Verdict): Promise<Verdict>;
  readonly results: readonly CompatResult[];
}

export function createRecorder(deps: {
  readonly now: Now;
  readonly signal?: AbortSignal;
  readonly onResult?: (result: CompatResult) => void;
}): Recorder {
  const results: CompatResult[] = [];
  return {
    results,
    async check(group, name, work) {
      throwIfAborted(deps.signal);
      const startedAt = deps.now();
      let verdict: Verdict;
      try {
        verdict = await work();
      } catch (error) {
        throwIfAborted(deps.signal);
        verdict = judgeError(error);
      }
      const result = { group, check: name, ...verdict, durationMs: Math.max(0, Math.round(deps.now() - startedAt)) };
      results.push(result);
      deps.onResult?.(result);
      return verdict;
    },
  };
}

/** A check beyond the permissions of the account has no result, and is no fault of the CCU. */
function judgeError(error: unknown): Verdict {
  if (isCcuError(error) && error.code === 'level_too_low') return skipped("the account's level is too low");
  return failed(explain(error));
}

/** An error by its codes. Its text may quote the CCU, which may quote an address. */
export function explain(error: unknown): string {
  if (isWireError(error)) return `unreadable (${error.code})`;
  if (!isCcuError(error)) return 'internal error';
  return error.faultCode === undefined ? error.code : `${error.code} ${error.faultCode}`;
}

/** The error of work that is expected to be refused; undefined when it was not. */
export async function refusalOf(work: Promise<unknown>): Promise<CcuError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return isCcuError(error) ? error : new CcuError('protocol', 'the answer could not be read');
  }
}
