import type { Throttle } from '../model/ports.js';

/** A throttle that never locks, for tests of everything else. */
export const neverLocks: Throttle = {
  waitMs: () => 0,
  failed: () => undefined,
  retracted: () => undefined,
  succeeded: () => undefined,
};
