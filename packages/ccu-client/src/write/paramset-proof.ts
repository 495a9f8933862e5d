import { isCcuError } from '../model/errors.js';
import type { TypedValue, WriteRequest } from '../model/operations-model.js';
import type { Now, Random, Timers } from '../model/ports.js';
import { createBackoff } from '../time/backoff.js';
import { pause } from '../time/wait.js';
import type { TrackedParamset, TrackedParamsets } from './tracked-paramsets.js';

export interface ParamsetProofDeps {
  readonly timers: Timers;
  readonly now: Now;
  readonly random: Random;
  /** What a device has not taken after this long is given up. */
  readonly sleepMs: number;
  readonly closing: AbortSignal;
  readonly readWrong: (request: WriteRequest, values: ReadonlyMap<string, TypedValue>) => Promise<readonly string[]>;
  readonly complain: (event: string, message: string) => void;
}

/** Finds out what became of a paramset that was written, and ends looking after it. */
export interface ParamsetProof {
  /** Rejects when it cannot be read now. */
  now(paramset: TrackedParamset): Promise<'confirmed' | 'mismatch' | 'superseded'>;
  /** Until it could be read, or it is clear that it never will be. Reading is safe to repeat. */
  whenReadable(paramset: TrackedParamset): Promise<void>;
  /** The same, a moment later: it could not be read just now. */
  soon(paramset: TrackedParamset): Promise<void>;
  /** Until the device has taken it, or was given time enough; then it is looked at in either case. */
  whenAwake(paramset: TrackedParamset): Promise<void>;
}

/** How often a CCU may refuse to show what it has. */
const MAX_REFUSALS = 5;
const READ_AGAIN = { minMs: 2_000, maxMs: 300_000 } as const;

export function createParamsetProof(deps: ParamsetProofDeps, tracked: TrackedParamsets): ParamsetProof {
  const { closing, timers } = deps;

  async function now(paramset: TrackedParamset): Promise<'confirmed' | 'mismatch' | 'superseded'> {
    const asked = new Map([...paramset.values].map(([parameter, { value }]) => [parameter, value]));
    const wrong = asked.size === 0 ? [] : await deps.readWrong(paramset.request, asked);
    // What a newer write took over while it was read is no longer among the values.
    const count = tracked.rollBack(paramset, wrong, 'mismatch');
    const isSuperseded = paramset.values.size === 0;
    tracked.forget(paramset);
    if (count > 0) return 'mismatch';
    return isSuperseded ? 'superseded' : 'confirmed';
  }

  async function whenReadable(paramset: TrackedParamset): Promise<void> {
    const backoff = createBackoff({ ...READ_AGAIN, random: deps.random });
    for (let refusals = 0; !closing.aborted; ) {
      try {
        await now(paramset);
        return;
      } catch (error) {
        if (closing.aborted) return;
        deps.complain('writes.unproved', 'a written configuration cannot be read back yet');
        if (isCcuError(error) && error.code === 'fault') refusals += 1;
        if (refusals >= MAX_REFUSALS || isOver(paramset)) {
          tracked.rollBack(paramset, paramset.values.keys(), 'timeout');
          tracked.forget(paramset);
          return;
        }
      }
      await pause(timers, backoff.next(), closing);
    }
  }

  function remainingMs({ values }: TrackedParamset): number {
    const newest = Math.max(...[...values.values()].map(({ at }) => at));
    return Math.max(0, newest + deps.sleepMs - deps.now());
  }

  function isOver(paramset: TrackedParamset): boolean {
    return paramset.values.size === 0 || remainingMs(paramset) === 0;
  }

  return {
    now,
    whenReadable,
    async soon(paramset) {
      await pause(timers, READ_AGAIN.minMs, closing);
      await whenReadable(paramset);
    },
    async whenAwake(paramset) {
      tracked.markAsleep(paramset);
      const { watch, done } = paramset;
      await pause(timers, remainingMs(paramset), AbortSignal.any([closing, done.signal, watch.taken]));
      if (!closing.aborted && !done.signal.aborted) await whenReadable(paramset);
    },
  };
}
