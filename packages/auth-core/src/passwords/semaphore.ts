import type { Clock } from '../model/ports.js';
import { createLane, type Waiter } from './lane.js';

/** Thrown when work cannot be taken on now. */
export class BusyError extends Error {
  readonly code = 'auth_busy';
  override readonly name = 'BusyError';
}

export interface SemaphoreLimits {
  readonly concurrency: number;
  readonly queue: number;
  /** Slots beside the queue for known callers. */
  readonly reserved: number;
  readonly maxWaitMs: number;
}

/** Owner of a piece of work, for the order of waiting. */
export interface Place {
  /** Sources take turns, and give way when the queue is full and theirs wait in greater number. */
  readonly source: string;
  /** Known to be good: has places of its own, and every other turn. */
  readonly reserved: boolean;
}

/**
 * Runs at most `concurrency` jobs at once and lets at most `queue` and `reserved` wait, none longer than `maxWaitMs`.
 * Turns go round by source, so that a source that floods waits for itself.
 */
export type Semaphore = <T>(place: Place, job: () => Promise<T>) => Promise<T>;

export function createSemaphore(limits: SemaphoreLimits, clock: Clock): Semaphore {
  let running = 0;
  let reservedIsNext = true;
  const reserved = createLane(limits.reserved);
  const others = createLane(limits.queue);

  const turn = ({ source, reserved: isReserved }: Place): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (why: string) => {
        cancel();
        reject(new BusyError(why));
      };
      const waiter: Waiter = {
        admit: () => {
          cancel();
          resolve();
        },
        displaced: () => giveUp('gave way to another source'),
      };
      const lane = isReserved && !reserved.isFull() ? reserved : others;
      const cancel = clock.after(limits.maxWaitMs, () => {
        lane.remove(source, waiter);
        reject(new BusyError('waited too long'));
      });
      if (!lane.add(source, waiter)) giveUp('queue is full');
    });

  const next = (): Waiter | undefined => {
    const waiter = reservedIsNext ? (reserved.take() ?? others.take()) : (others.take() ?? reserved.take());
    reservedIsNext = !reservedIsNext;
    return waiter;
  };

  return async (place, job) => {
    // The finishing job hands its slot over, so `running` stays as it is.
    if (running >= limits.concurrency) await turn(place);
    else running += 1;
    try {
      return await job();
    } finally {
      const waiter = next();
      if (waiter) waiter.admit();
      else running -= 1;
    }
  };
}
