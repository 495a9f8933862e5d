import { expect, it } from 'vitest';
import { signalStrength } from './signal.js';

it.each([
  [-71, -71],
  [71, -71],
  [185, -71],
  [-185, -71],
  [-64.5, -65],
  ...[0, 1, -1, 127, -127, 128, -128, 256, 65_535, 65_536, Number.NaN, undefined, '-71'].map((raw) => [raw, undefined]),
])('the signal strength %s is %s dBm', (raw, shown) => {
  expect(signalStrength(raw)).toBe(shown);
});
