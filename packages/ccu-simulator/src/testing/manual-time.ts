import type { Clock, Timers } from '../environment/time.js';

/** A clock that moves only on request. */
export interface ManualTime {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Moves on and runs what is due, in order. */
  advance(ms: number): void;
}

/**
 * A clock that stands at `start`, in milliseconds since the Unix epoch, and timers that run only when it is advanced.
 *
 * @example
 * const time = createManualTime();
 * await using ccu = await startQuietSimulator({ clock: time.clock, timers: time.timers });
 * time.advance(60_000);
 */
export function createManualTime(start = 1_700_000_000_000): ManualTime {
  let now = start;
  let waiting: { readonly at: number; readonly run: () => void }[] = [];
  return {
    clock: () => now,
    timers: {
      after(delayMs, run) {
        const entry = { at: now + delayMs, run };
        waiting.push(entry);
        return () => {
          waiting = waiting.filter((other) => other !== entry);
        };
      },
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const due = waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
        if (due === undefined) break;
        now = due.at;
        waiting = waiting.filter((entry) => entry !== due);
        due.run();
      }
      now = until;
    },
  };
}
