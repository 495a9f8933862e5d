import type { SysvarSummary } from '@ccu-gateway/contract/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelOf, numberWithin, twoNamesOf } from './labels.js';

const variable = (more: Partial<SysvarSummary> = {}): SysvarSummary => ({
  name: 'svX',
  unique_id: 'u',
  value_type: 'NUMBER',
  observed: true,
  central: 'ccu1',
  ...more,
});

describe('a typed number', () => {
  it('is read with a point and with a comma', () => {
    expect([numberWithin('1,5', variable()), numberWithin(' 1.5 ', variable())]).toEqual([1.5, 1.5]);
  });

  it('is refused where it is no number, empty, or no integer where only integers are accepted', () => {
    const integer = variable({ value_type: 'INTEGER' });
    expect(['', ' ', 'x', '1,5,0', 'Infinity', 'NaN'].map((text) => numberWithin(text, variable()))).toEqual(
      Array(6).fill(undefined),
    );
    expect([numberWithin('2', integer), numberWithin('2.5', integer)]).toEqual([2, undefined]);
  });

  it('is never outside of the range of the variable', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.integer(), fc.nat(), (number, min, span) => {
        const found = numberWithin(String(number), variable({ min, max: min + span }));
        expect(found === undefined || (found >= min && found <= min + span)).toBe(true);
      }),
    );
  });
});

it('calls the two values as the CCU does, in the language of the reader first', () => {
  const words = ['false', 'true'] as const;
  expect(twoNamesOf(variable(), words)).toBeUndefined();
  expect(twoNamesOf(variable({ value_type: 'LOGIC' }), words)).toEqual(['false', 'true']);
  const named = variable({
    value_type: 'ALARM',
    value_name_0: 'still',
    value_name_1: 'laut',
    translated_value_name_1: 'loud',
  });
  expect(twoNamesOf(named, words)).toEqual(['still', 'loud']);
});

it('calls a variable by its translated name where there is one', () => {
  expect([labelOf(variable()), labelOf(variable({ translated_name: 'Presence' }))]).toEqual(['svX', 'Presence']);
});
