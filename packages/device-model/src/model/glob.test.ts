import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { glob } from './glob.js';

/** The plain definition: a star stands for any number of characters. */
function expected(pattern: string, text: string): boolean {
  let ends = new Set([0]);
  for (const character of pattern) {
    const next = new Set<number>();
    for (const at of ends) {
      if (character === '*') for (let end = at; end <= text.length; end += 1) next.add(end);
      else if (text[at] === character) next.add(at + 1);
    }
    ends = next;
  }
  return ends.has(text.length);
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\n'), maxLength: 12 });
const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\n', '*'), maxLength: 12 });

describe('a pattern with stars', () => {
  it('fits exactly the texts of its definition', () => {
    fc.assert(fc.property(patterns, letters, (pattern, text) => glob(pattern)(text) === expected(pattern, text)));
  });

  it('reads every other character as itself', () => {
    expect(glob('a.c')('abc')).toBe(false);
    expect(glob('(a+)+$*')('(a+)+$')).toBe(true);
  });

  it.each([`${'*'.repeat(200)}x`, `${'*a'.repeat(100)}x`, `${'a*'.repeat(100)}x`])(
    'with many stars looks for each piece once: %s',
    (pattern) => {
      const indexOf = String.prototype.indexOf;
      let looks = 0;
      String.prototype.indexOf = function (...args) {
        looks += 1;
        return indexOf.apply(this, args);
      };
      try {
        expect(glob(pattern)('a'.repeat(10_000))).toBe(false);
      } finally {
        String.prototype.indexOf = indexOf;
      }
      expect(looks).toBeLessThanOrEqual(101);
    },
  );
});
