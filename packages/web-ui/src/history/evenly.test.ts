import { describe, expect, it } from 'vitest';
import { evenly } from './evenly.js';

const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const range = { from: at(0), to: at(100), gaps: [] };

describe('a series at equal distances', () => {
  it('has the last value of each part', () => {
    const series = { before: { at: -5, value: 1 }, at: [30_000, 40_000, 90_000], values: [2, 3, 4] };
    expect(evenly(series, range, 4)).toEqual([1, 3, 3, 4]);
  });

  it('has no number before the first value, and where nothing was recorded', () => {
    const series = { at: [30_000], values: [0.5], multiplier: 100 };
    const gaps = [{ from: at(60), to: at(75) }];
    expect(evenly(series, { ...range, gaps }, 4)).toEqual([Number.NaN, 50, Number.NaN, 50]);
  });
});
