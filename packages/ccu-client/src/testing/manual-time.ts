import type { Now, Timers } from '../model/ports.js';

/** A clock that stands still until it is told to go on, with the timers that belong to it. */
export interface ManualTime {
  readonly now: Now;
  readonly timers: Timers;
  /** Moves on and runs what is due, in order, letting promises settle in between. */
  advance(ms: number): Promise<void>;
  /** Sets what `now` tells forward or back; timers take no notice. */
  setClock(byMs: number): void;
  /** Lets promises settle without moving on. */
  settle(): Promise<void>;
}

/**
 * Creates a clock for tests. `startAt` is in milliseconds since the Unix epoch; default 1 700 000 000 000.
 *
 * @example
 * const time = createManualTime();
 * time.timers.after(1_000, () => console.log('due'));
 * await time.advance(1_000); // due
 */
export function createManualTime(startAt = 1_700_000_000_000): ManualTime {
  let now = startAt;
  let shift = 0;
  let waiting: { readonly at: number; readonly run: () => void }[] = [];

  async function settle(): Promise<void> {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  }

  return {
    now: () => now + shift,
    settle,
    setClock(byMs) {
      shift += byMs;
    },
    timers: {
      after(delayMs, run) {
        const entry = { at: now + delayMs, run };
        waiting.push(entry);
        return () => {
          waiting = waiting.filter((other) => other !== entry);
        };
      },
    },
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (;;) {
        const next = waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        now = Math.max(now, next.at);
        waiting = waiting.filter((other) => other !== next);
        next.run();
        await settle();
      }
      now = until;
    },
  };
}
