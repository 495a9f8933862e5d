/** Events a second of the last minute, by CCU. */
export interface EventRates {
  count(central: string, atMs: number): void;
  /** The seconds before `nowMs`, the oldest first; the running second is left out, because it is not over. */
  series(nowMs: number): readonly RateSeries[];
}

export interface RateSeries {
  /** Empty for events of no CCU. */
  readonly central: string;
  readonly perSecond: readonly number[];
}

export const RATE_SECONDS = 60;

export function createEventRates(): EventRates {
  const counts = new Map<string, Map<number, number>>();
  return {
    count(central, atMs) {
      const second = Math.floor(atMs / 1000);
      let own = counts.get(central);
      if (own === undefined) {
        own = new Map();
        counts.set(central, own);
      }
      own.set(second, (own.get(second) ?? 0) + 1);
      for (const old of own.keys()) {
        if (old >= second - RATE_SECONDS) break;
        own.delete(old);
      }
    },
    series(nowMs) {
      const current = Math.floor(nowMs / 1000);
      return [...counts].map(([central, own]) => ({
        central,
        perSecond: Array.from({ length: RATE_SECONDS }, (_, index) => own.get(current - RATE_SECONDS + index) ?? 0),
      }));
    },
  };
}
