import { expect, it } from 'vitest';
import { createKnownValues } from './known-values.js';

it('keeps the last value of each data point, and no more data points than its limit', () => {
  const values = createKnownValues(2);
  values.set('A:1', 'STATE', false);
  values.set('A:1', 'LEVEL', 0.5);
  values.set('B:1', 'STATE', true);
  values.set('A:1', 'STATE', true);
  expect(values.get('A:1', 'STATE')).toBe(true);
  expect(values.get('A:1', 'LEVEL')).toBe(0.5);
  expect(values.get('B:1', 'STATE')).toBeUndefined();
});
