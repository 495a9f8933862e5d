import type { Clock } from '../model/ports.js';

export interface FakeClock extends Clock {
  /** Moves time forward and runs the timers that come due, in their order. */
  advance(ms: number): void;
  /** Sets the time without running timers, also backwards. */
  set(now: number): void;
}

/**
 * A clock that moves only on request. `start` is in milliseconds since the epoch.
 *
 * @example
 * const clock = createFakeClock();
 * clock.after(1000, () => console.log('due'));
 * clock.advance(1000);
 */
export function createFakeClock(start = 1_760_000_000_000): FakeClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    set: (time) => {
      now = time;
    },
    after: (delayMs, callback) => {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (ms) => {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.callback();
      }
      now = end;
    },
  };
}
