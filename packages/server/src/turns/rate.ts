import type { Clock } from '@ccu-gateway/gateway-core/use-cases';

/** Counts the calls of each caller within a minute. */
export interface Rate {
  /** False once the caller has done it as often as it may in this minute. */
  allow(caller: string): boolean;
}

const MINUTE_MS = 60_000;
const MAX_CALLERS = 10_000;

export function createRate(clock: Clock, perMinute: number): Rate {
  let counts = new Map<string, number>();
  let minute = Number.NaN;
  return {
    allow(caller) {
      const now = Math.floor(clock.now() / MINUTE_MS);
      if (now !== minute || counts.size > MAX_CALLERS) counts = new Map();
      minute = now;
      const count = (counts.get(caller) ?? 0) + 1;
      counts.set(caller, count);
      return count <= perMinute;
    },
  };
}
