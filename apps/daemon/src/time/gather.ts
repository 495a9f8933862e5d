import type { Time } from './time.js';

/**
 * Runs a function a while after the first call, once for all calls until then. One run at a time; a call during a run
 * causes another one. The run does not reject.
 *
 * @example
 * const lookSoon = gather(time, 1_000, look);
 */
export function gather(time: Pick<Time, 'after'>, delayMs: number, run: () => Promise<void>): () => void {
  let waits = false;
  let last: Promise<void> = Promise.resolve();
  return () => {
    if (waits) return;
    waits = true;
    last = last.then(() => new Promise<void>((resolve) => void time.after(delayMs, resolve)));
    last = last.then(() => {
      waits = false;
      return run();
    });
  };
}
