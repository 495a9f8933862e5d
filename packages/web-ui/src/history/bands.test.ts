import { describe, expect, it } from 'vitest';
import { bandsOf } from './bands.js';

const at = (ms: number) => new Date(ms).toISOString();
const range = { from: at(0), to: at(100), gaps: [] };

describe('bands of a state', () => {
  it('hold until the next state, and one that is reported again goes on', () => {
    const series = { before: { at: -5, value: 0 }, at: [20, 40, 60], values: [1, 1, 0] };
    expect(bandsOf(range, series)).toEqual([
      { state: 0, from: 0, to: 20 },
      { state: 1, from: 20, to: 60 },
      { state: 0, from: 60, to: 100 },
    ]);
  });

  it('are interrupted where nothing was recorded, and where the CCU did not know the value', () => {
    const gaps = [{ from: at(50), to: at(60) }];
    const series = { at: [10], values: [1], unknown: [{ from: at(20), to: at(30) }] };
    expect(bandsOf({ ...range, gaps }, series).map(({ from, to }) => [from, to])).toEqual([
      [10, 20],
      [30, 50],
      [60, 100],
    ]);
  });

  it('are none without a record', () => {
    expect(bandsOf(range, { at: [], values: [] })).toEqual([]);
  });
});
