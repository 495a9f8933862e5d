import type { Clock } from '../ports.js';

/** Thrown when work cannot be taken on now. */
export class BusyError extends Error {
  readonly code = 'auth_busy';
  override readonly name = 'BusyError';
}

export interface SemaphoreLimits {
  readonly concurrency: number;
  readonly queue: number;
  readonly maxWaitMs: number;
}

/** Runs at most `concurrency` jobs at once and lets at most `queue` wait, none longer than `maxWaitMs`. */
export type Semaphore = <T>(job: () => Promise<T>) => Promise<T>;

export function createSemaphore(limits: SemaphoreLimits, clock: Clock): Semaphore {
  let running = 0;
  const waiting = new Set<() => void>();

  const turn = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const admit = () => {
        cancel();
        waiting.delete(admit);
        resolve();
      };
      const cancel = clock.after(limits.maxWaitMs, () => {
        waiting.delete(admit);
        reject(new BusyError('waited too long'));
      });
      waiting.add(admit);
    });

  return async (job) => {
    if (running >= limits.concurrency) {
      if (waiting.size >= limits.queue) throw new BusyError('queue is full');
      await turn(); // The finishing job hands its place over, so `running` stays as it is.
    } else running += 1;
    try {
      return await job();
    } finally {
      const [next] = waiting;
      if (next) next();
      else running -= 1;
    }
  };
}
