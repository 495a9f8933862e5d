import { setImmediate } from 'node:timers/promises';

/** Longest delay a timer takes, 24.8 days; Node turns every longer one into a millisecond. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** The system's clock and timers, in the shape that every package asks for. */
export interface Time {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls once after the delay, after 24.8 days at the latest; the answer cancels. Does not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void;
}

export const systemTime: Time = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, LONGEST_TIMER_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Resolves in a later turn of the event loop, after the pending callbacks. */
export const nextTurn = (): Promise<void> => setImmediate();
