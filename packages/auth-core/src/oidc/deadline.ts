import type { Clock } from '../model/ports.js';

/** Runs a job with a signal that ends it after the time, and with `outer` when that ends first. */
export async function withDeadline<T>(
  clock: Clock,
  ms: number,
  outer: AbortSignal,
  job: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const cancel = clock.after(ms, () => abort.abort());
  try {
    return await job(AbortSignal.any([abort.signal, outer]));
  } finally {
    cancel();
  }
}
