import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGapFold, createSeriesFold } from './history-fold.js';

const RANGE = { from: 1_000, to: 2_000 };
const fold = (samples: readonly (readonly [at: number, value: number])[], maxPoints: number) => {
  const folded = createSeriesFold(RANGE, maxPoints);
  for (const [at, value] of samples) folded.add({ at, value });
  return folded.result();
};

describe('the samples of a series', () => {
  it('are all returned, in the order of their times, as long as there are few', () => {
    const samples = [
      [1_500, 3],
      [1_000, 1],
      [1_999, 2],
    ] as const;
    expect(fold(samples, 3)).toEqual({ resolution_ms: 0, at: [1_000, 1_500, 1_999], values: [1, 3, 2] });
  });

  it('are reduced to the lowest, the highest and the last of each part as soon as there are more', () => {
    const samples = [
      [1_000, 5],
      [1_200, 9],
      [1_300, 1],
      [1_400, 4],
      [1_500, 7],
      [1_700, 8],
    ] as const;
    expect(fold(samples, 2)).toEqual({
      resolution_ms: 500,
      at: [1_400, 1_700],
      values: [4, 8],
      min: [1, 7],
      max: [9, 8],
    });
  });

  it('begin with the newest value from before the range, in any order of arrival', () => {
    expect(
      fold(
        [
          [400, 1],
          [900, 2],
          [700, 3],
          [1_100, 4],
        ],
        10,
      ),
    ).toMatchObject({
      before: { at: 900, value: 2 },
      at: [1_100],
    });
    expect(fold([], 10)).toEqual({ resolution_ms: 0, at: [], values: [] });
  });

  it('never become more points than were asked for, and lose neither an extreme nor the last value', () => {
    const sample = fc.tuple(fc.integer({ min: RANGE.from, max: RANGE.to - 1 }), fc.integer({ min: -50, max: 50 }));
    fc.assert(
      fc.property(
        fc.uniqueArray(sample, { selector: ([at]) => at, minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 20 }),
        (samples, maxPoints) => {
          const { at, values, min = values, max = values } = fold(samples, maxPoints);
          const told = samples.map(([, value]) => value);
          expect(at.length).toBeLessThanOrEqual(maxPoints);
          expect([...at].sort((one, other) => one - other)).toEqual(at);
          expect([values.length, min.length, max.length]).toEqual([at.length, at.length, at.length]);
          expect(Math.min(...min)).toBe(Math.min(...told));
          expect(Math.max(...max)).toBe(Math.max(...told));
          const last = [...samples].sort(([one], [other]) => one - other).at(-1);
          expect([at.at(-1), values.at(-1)]).toEqual(last);
        },
      ),
    );
  });
});

describe('the times in which a value was unknown', () => {
  const gaps = (steps: readonly (readonly ['begin' | 'end', number])[], max = 10) => {
    const folded = createGapFold(RANGE, max);
    for (const [step, at] of steps) folded[step](at);
    return folded.result();
  };

  it('begin when it became unknown and end with its next value', () => {
    expect(
      gaps([
        ['end', 1_000],
        ['begin', 1_200],
        ['begin', 1_300],
        ['end', 1_500],
        ['end', 1_600],
      ]),
    ).toEqual([{ from: 1_200, to: 1_500 }]);
  });

  it('reach to the edges of the range', () => {
    expect(gaps([['begin', 400]])).toEqual([RANGE]);
    expect(
      gaps([
        ['begin', 400],
        ['end', 900],
      ]),
    ).toEqual([]);
  });

  it('are the newest ones where there are too many', () => {
    const steps = [1, 2, 3].flatMap((each) => [
      ['begin', 1_000 + each * 100] as const,
      ['end', 1_050 + each * 100] as const,
    ]);
    expect(gaps(steps, 2)).toEqual([
      { from: 1_200, to: 1_250 },
      { from: 1_300, to: 1_350 },
    ]);
  });
});
