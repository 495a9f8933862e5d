import type { Random } from '../model/ports.js';

/** Waits that double from `minMs` to `maxMs`, each ±20 %, so that many clients do not come back in step. */
export interface Backoff {
  next(): number;
  reset(): void;
}

/** The wait after so many earlier ones. `random` is in [0, 1). */
export function backoffMs(
  { minMs, maxMs }: { readonly minMs: number; readonly maxMs: number },
  earlier: number,
  random: number,
): number {
  const base = Math.min(maxMs, minMs * 2 ** Math.min(earlier, 30));
  return Math.round(base * (0.8 + 0.4 * random));
}

export function createBackoff(options: {
  readonly minMs: number;
  readonly maxMs: number;
  readonly random: Random;
}): Backoff {
  let attempt = 0;
  return {
    next() {
      attempt += 1;
      return backoffMs(options, attempt - 1, options.random());
    },
    reset() {
      attempt = 0;
    },
  };
}
