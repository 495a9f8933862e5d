import type { Clock, Timers } from '../options.js';

/** A clock that moves only when told. */
export interface ManualTime {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Moves on and runs what is due, in order. */
  advance(ms: number): void;
}

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
