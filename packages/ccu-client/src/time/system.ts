import type { Timers } from '../model/ports.js';

/** Timers of the running system. */
export const systemTimers: Timers = {
  after(delayMs, run) {
    const handle = setTimeout(run, Math.min(delayMs, 2 ** 31 - 1));
    return () => clearTimeout(handle);
  },
};

/** Gives everything else that waits a turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
