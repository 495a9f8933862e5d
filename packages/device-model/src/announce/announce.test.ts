import { expect, it } from 'vitest';
import { displayValue } from './announce.js';

it.each([
  [0.355, 35.5],
  [0, 0],
  [1, 100],
  // A window drive that is locked: it is closed.
  [-0.005, 0],
])('a share of %d is shown as %d percent', (value, shown) => {
  expect(displayValue(value, 100)).toEqual({ display_value: shown });
});

it('a value that means "leave as it is", and one that is no share, are shown as nothing else', () => {
  expect([displayValue(1.005, 100), displayValue(-3.5, 1), displayValue('x', 100)]).toEqual([{}, {}, {}]);
});
