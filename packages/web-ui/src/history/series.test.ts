import { describe, expect, it } from 'vitest';
import { csvOf } from '../files/sheet.js';
import { curvesOf, extremesOf, type Series, sheetOf } from './series.js';

const series = (change: Partial<Series>): Series => ({
  parameter: 'LEVEL',
  recorded: true,
  resolution_ms: 0,
  at: [],
  values: [],
  ...change,
});
const at = (seconds: number) => new Date(seconds * 1000).toISOString();
const range = { from: at(0), to: at(100), gaps: [] };

describe('recorded series', () => {
  it('hold until their next value, on the times of all, to the end of the range', () => {
    const history = {
      ...range,
      series: [
        series({ before: { at: -5, value: 1 }, at: [20_000], values: [2] }),
        series({ at: [50_000], values: [0.5], unit: '100%', multiplier: 100 }),
      ],
    };
    expect(curvesOf(history, ({ unit = '' }) => unit)).toEqual({
      times: [0, 20, 50, 100],
      curves: [
        { label: '', unit: '', values: [1, 2, 2, 2] },
        { label: '100%', unit: '%', values: [null, null, 50, 50] },
      ],
    });
  });

  it('have a hole where nothing was recorded', () => {
    const history = { ...range, gaps: [{ from: at(30), to: at(60) }], series: [series({ at: [10_000], values: [7] })] };
    expect(curvesOf(history, () => '')).toMatchObject({
      times: [0, 10, 30, 60, 100],
      curves: [{ values: [null, 7, null, 7, 7] }],
    });
  });

  it('keep their extremes also where a point represents several values', () => {
    expect(extremesOf(series({ at: [1, 2], values: [3, 4], min: [1, 2], max: [9, 4] }))).toEqual({
      min: 1,
      max: 9,
      last: 4,
    });
    expect(extremesOf(series({ before: { at: 0, value: 5 } }))).toEqual({ min: 5, max: 5, last: 5 });
    expect(extremesOf(series({}))).toBeUndefined();
  });

  it('become CSV that no spreadsheet takes for a formula', () => {
    const text = csvOf(sheetOf([series({ at: [0], values: [1.5], unit: '°C' })], () => '=A1,"x"'));
    expect(text).toBe('\uFEFFtime,data point,value,unit\r\n1970-01-01T00:00:00.000Z,"\'=A1,""x""",1.5,°C\r\n');
  });
});
