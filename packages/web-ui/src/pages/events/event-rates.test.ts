import { describe, expect, it } from 'vitest';
import { createEventRates, RATE_SECONDS } from './event-rates.js';

describe('the rates of events', () => {
  it('count each second of the last minute for each CCU, but for the one that runs', () => {
    const rates = createEventRates();
    for (const at of [0, 999, 1_000, 60_500]) rates.count('home', at);
    rates.count('garage', 59_000);
    const [home, garage] = rates.series(60_500);
    expect(home?.perSecond).toHaveLength(RATE_SECONDS);
    expect(home?.perSecond.slice(0, 2)).toEqual([2, 1]);
    expect(home?.perSecond.slice(2).every((count) => count === 0)).toBe(true);
    expect(garage?.perSecond.at(-1)).toBe(1);
  });
});
