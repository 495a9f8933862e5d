import type { Throttle } from '../ports.js';

/** A throttle that never locks, for tests of everything else. */
export const neverLocks: Throttle = {
  waitMs: () => 0,
  failed: () => undefined,
  retracted: () => undefined,
  succeeded: () => undefined,
};
