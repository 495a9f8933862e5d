import type { Now } from '../model/ports.js';

/**
 * Clock for durations: it follows `now`, and stands still where `now` is set back. Otherwise work that is due after
 * some milliseconds would wait until the clock has caught up, for hours or for ever.
 */
export function createSteadyClock(now: Now): Now {
  let seen = now();
  let elapsed = seen;
  return () => {
    const at = now();
    elapsed += Math.max(0, at - seen);
    seen = at;
    return elapsed;
  };
}
