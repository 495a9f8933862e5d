import { expect, it } from 'vitest';
import { fitOf } from './contract-version.js';

it.each([
  ['3.1.0', 'fits'],
  ['3.2', 'fits'],
  ['3.0.9', 'too_old'],
  ['2.9.0', 'too_old'],
  ['4.0.0', 'too_new'],
  [undefined, 'too_old'],
  ['3', 'too_old'],
])('contract %s %s', (version, fit) => {
  expect(fitOf(version)).toBe(fit);
});
