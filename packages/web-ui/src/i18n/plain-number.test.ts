import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatsIn } from './formats.js';
import { LANGUAGES } from './languages.js';
import { plainNumber } from './plain-number.js';

afterEach(() => vi.restoreAllMocks());

describe('a number that takes neither grouping nor rounding', () => {
  it.each(LANGUAGES)('is written as Intl writes it: %s', (language) => {
    const digits = fc.integer({ min: 0, max: 3 });
    const measured = fc.tuple(fc.integer({ min: -2_000_000, max: 2_000_000 }), fc.constantFrom(1, 10, 100, 1_000, 1e6));
    const numbers = fc.oneof(
      measured.map(([whole, parts]) => whole / parts),
      fc.double(),
      fc.constantFrom(-0, 0.1 + 0.2, 1.005, 999.999, 1e-7, 1e21, Number.NaN, Number.NEGATIVE_INFINITY),
    );
    fc.assert(
      fc.property(numbers, digits, (value, most) => {
        const expected = new Intl.NumberFormat(language, { maximumFractionDigits: most }).format(value);
        expect(plainNumber(value, most, language) ?? expected).toBe(expected);
      }),
    );
  });

  it('is the most frequent kind on a page, and needs no Intl', () => {
    const made = vi.spyOn(Intl, 'NumberFormat');
    const { number } = formatsIn('de');
    expect([number(19.5, 1), number(0, 0), number(-3.25), number(100, 0)]).toEqual(['19,5', '0', '-3,25', '100']);
    expect(made).not.toHaveBeenCalled();
  });
});
