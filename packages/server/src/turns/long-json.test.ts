import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong, jsonSteps } from './long-json.js';
import { finish } from './steps.js';

const entry = (index: number) => ({ id: index, at: new Date(index), note: 'x'.repeat(200), none: undefined });
const list = Array.from({ length: 5_000 }, (_, index) => entry(index));

describe('JSON in steps', () => {
  it('equals the text of JSON.stringify, for any value', () => {
    const leaf = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.date({ noInvalidDate: true }));
    const some = fc.array(leaf, { maxLength: 300, size: 'max' });
    const value = fc.oneof(some, fc.dictionary(fc.string(), fc.oneof(leaf, some)), fc.record({ items: some }));
    fc.assert(
      fc.property(value, (given) => {
        expect(finish(jsonSteps(given))).toBe(JSON.stringify(given));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a list', list],
    ['a list in an object', { items: list }],
    ['a table', Object.fromEntries(list.map((each) => [`k${each.id}`, each]))],
    ['lists in a list', [{ of: 'a', members: list }]],
  ])('has a step for each 64 KiB of %s', (_, value) => {
    expect(isLong(value)).toBe(true);
    const steps = jsonSteps(value);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    const { length } = step.value;
    expect(count).toBeGreaterThan(length / (70 * 1024));
  });

  it('is not worth it for short values', () => {
    expect(isLong({ items: list.slice(0, 100) })).toBe(false);
    expect(isLong('x'.repeat(100_000))).toBe(false);
  });
});
