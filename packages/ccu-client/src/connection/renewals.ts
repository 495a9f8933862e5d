import type { Now } from '../model/ports.js';

/** Limits how often a CCU makes us register anew by asking who we are: some daemons ask at intervals. */
export interface Renewals {
  /** Counts one wish; false when there were too many lately. */
  allow(): boolean;
}

const WINDOW_MS = 600_000;
const MAX_IN_WINDOW = 3;

export function createRenewals(now: Now): Renewals {
  let renewedAt: readonly number[] = [];
  return {
    allow() {
      const at = now();
      renewedAt = renewedAt.filter((earlier) => at - earlier < WINDOW_MS);
      if (renewedAt.length >= MAX_IN_WINDOW) return false;
      renewedAt = [...renewedAt, at];
      return true;
    },
  };
}
