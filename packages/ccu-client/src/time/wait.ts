import { CcuError, isCcuError } from '../model/errors.js';
import type { Timers } from '../model/ports.js';

export function abortError(signal: AbortSignal): CcuError {
  // A reason that is one of our own errors (such as `closed`) is more exact than "aborted".
  return isCcuError(signal.reason) ? signal.reason : new CcuError('aborted', 'the caller gave up');
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortError(signal);
}

/** A signal that aborts with the first of both; the other one where one is absent. */
export function anyOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one === undefined || other === undefined ? (one ?? other) : AbortSignal.any([one, other]);
}

/** The promise, or a rejection as soon as `signal` aborts. The work itself is not stopped. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const giveUp = () => reject(abortError(signal));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true, signal: settled.signal });
  });
  return Promise.race([work, aborted]).finally(() => settled.abort());
}

/** Waits; rejects when `signal` aborts. */
export function sleep(timers: Timers, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortError(signal));
      return;
    }
    const onAbort = () => {
      cancel();
      reject(abortError(signal!));
    };
    const cancel = timers.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Like `sleep`, but an abort ends it early instead of failing. */
export async function pause(timers: Timers, delayMs: number, signal?: AbortSignal): Promise<void> {
  await sleep(timers, delayMs, signal).catch(() => undefined);
}

/** The promise, or a `CcuError` when it takes too long or the signal aborts. The work itself is not stopped. */
export function within<T>(
  work: Promise<T>,
  limit: { readonly timers: Timers; readonly ms: number; readonly signal?: AbortSignal; readonly what: string },
): Promise<T> {
  const stop = new AbortController();
  const signal = limit.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, limit.signal]);
  const late = sleep(limit.timers, limit.ms, signal).then((): never => {
    throw new CcuError('timeout', `${limit.what} took longer than ${limit.ms} ms`);
  });
  return Promise.race([work, late]).finally(() => {
    late.catch(() => undefined);
    stop.abort();
  });
}
