import type { Time } from './time.js';

/**
 * Runs something a while after it was asked for, once for all who ask until then. One run at a time; who asks while one is under way
 * gets another one. The run does not reject.
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
