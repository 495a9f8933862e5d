import type { Random } from '../model/ports.js';

/** Waits that double from `minMs` to `maxMs`, each ±20 %, so that many clients do not come back in step. */
export interface Backoff {
  next(): number;
  reset(): void;
}

export function createBackoff(options: {
  readonly minMs: number;
  readonly maxMs: number;
  readonly random: Random;
}): Backoff {
  let attempt = 0;
  return {
    next() {
      const base = Math.min(options.maxMs, options.minMs * 2 ** attempt);
      attempt = Math.min(attempt + 1, 30);
      return Math.round(base * (0.8 + 0.4 * options.random()));
    },
    reset() {
      attempt = 0;
    },
  };
}
