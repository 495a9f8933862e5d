import { describe, expect, it } from 'vitest';
import { holesOf } from './holes.js';

const time = (hour: number) => Date.UTC(2026, 0, 1, hour);
const span = (from: number, to: number) => ({
  from: new Date(time(from)).toISOString(),
  to: new Date(time(to)).toISOString(),
});
const hours = (...of: Parameters<typeof holesOf>) =>
  holesOf(...of).map(({ from, to }) => [new Date(from).getUTCHours(), new Date(to).getUTCHours()]);

describe('times without a value', () => {
  it('are those without a recording and those in which the value was unknown, by time', () => {
    const series = { at: [time(1), time(9)], unknown: [span(2, 3)] };
    expect(hours({ gaps: [span(4, 6)] }, series)).toEqual([
      [2, 3],
      [4, 6],
    ]);
  });

  it('leave out the time that an import filled before the gateway recorded', () => {
    const imported = { at: [time(2), time(3), time(5), time(20)] };
    expect(hours({ gaps: [span(0, 12)] }, imported)).toEqual([
      [0, 2],
      [5, 12],
    ]);
  });

  it('keep a gap whole in which one part ends, or that no value lies in', () => {
    expect(holesOf({ gaps: [span(1, 4)] }, { at: [time(2)] }).reduce((sum, { from, to }) => sum + to - from, 0)).toBe(
      3 * 3_600_000,
    );
    expect(hours({ gaps: [span(1, 4)] }, { at: [time(4)] })).toEqual([[1, 4]]);
  });
});
