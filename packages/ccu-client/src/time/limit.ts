import { CcuError } from '../model/errors.js';
import type { Timers } from '../model/ports.js';

/** Runs work with a signal that aborts after `limitMs`, with `timeout`, and when `signal` does. */
export async function withinLimit<T>(
  { timers, limitMs, signal }: { readonly timers: Timers; readonly limitMs: number; readonly signal?: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const cancel = timers.after(limitMs, () =>
    limit.abort(new CcuError('timeout', `the CCU did not answer within ${limitMs} ms`)),
  );
  try {
    return await work(signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]));
  } finally {
    cancel();
  }
}
