import type { Time } from '../ports/time.js';

/**
 * Calls again and again with this pause in between, also after failures; the answer stops it.
 *
 * @example
 * const stop = every(time, 60_000, flush, (error) => log.warn('not written', { error }));
 */
export function every(
  time: Pick<Time, 'after'>,
  pauseMs: number,
  run: () => Promise<void> | void,
  failed: (error: unknown) => void,
): () => void {
  let stopped = false;
  let cancel = time.after(pauseMs, tick);
  async function tick(): Promise<void> {
    try {
      await run();
    } catch (error) {
      failed(error);
    }
    if (!stopped) cancel = time.after(pauseMs, tick);
  }
  return () => {
    stopped = true;
    cancel();
  };
}
