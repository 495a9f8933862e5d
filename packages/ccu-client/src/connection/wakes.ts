import type { Timers } from '../model/ports.js';
import { pause, throwIfAborted } from '../time/wait.js';

/** Why a rest ended. */
export type Wake = 'time' | 'suspect' | 'doubt' | 'renew' | 'heard' | 'look';

/** Rests that end early when something is known better than the clock knows it. */
export interface Wakes {
  /**
   * Ends the rest. Where there is none, the next one ends at once: a wish to register anew comes before all others, of these the
   * first counts, and what was heard is not remembered.
   */
  wake(reason: Exclude<Wake, 'time'>): void;
  /** Waits for its time or for a reason to wake; with `only`, for that reason alone. Rejects when the signal aborts. */
  rest(ms: number, signal: AbortSignal, only?: Wake): Promise<Wake>;
  /** What woke nothing yet is out of date. */
  forget(): void;
}

/** Makes the rests of one supervisor, which rests at one place at a time. */
export function createWakes(timers: Timers): Wakes {
  let wakeUp: ((reason: Wake) => void) | undefined;
  let pending: Wake | undefined;

  return {
    wake(reason) {
      if (wakeUp !== undefined) wakeUp(reason);
      else if (reason === 'renew' || (reason !== 'heard' && pending === undefined)) pending = reason;
    },
    async rest(ms, signal, only) {
      const earlier = pending;
      pending = undefined;
      if (earlier !== undefined && (only === undefined || only === earlier)) return earlier;
      const early = new AbortController();
      let reason: Wake = 'time';
      wakeUp = (why) => {
        if (only !== undefined && only !== why) return;
        // What comes in the same turn must not take back a wish to register anew.
        if (reason !== 'renew') reason = why;
        early.abort();
      };
      await pause(timers, ms, AbortSignal.any([signal, early.signal]));
      wakeUp = undefined;
      throwIfAborted(signal);
      return reason;
    },
    forget() {
      pending = undefined;
    },
  };
}
