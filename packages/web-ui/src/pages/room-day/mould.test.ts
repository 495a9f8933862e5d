import { expect, it } from 'vitest';
import { dewPoint, wallHumidity, wallTemperature } from './mould.js';

it('knows the dew point of the air', () => {
  expect(dewPoint(20, 50)).toBeCloseTo(9.3, 1);
  expect(dewPoint(20, 100)).toBeCloseTo(20, 6);
  expect(Number.isFinite(dewPoint(20, 0))).toBe(true);
});

it('finds the case of the standard: 20 °C and 50 % inside at -5 °C outside are 80 % at a wall of 12.5 °C', () => {
  expect(wallTemperature(20, -5)).toBeCloseTo(12.5, 9);
  expect(wallHumidity(20, 50, -5)).toBeCloseTo(80.6, 1);
});

it('has the humidity of the room where it is as warm outside, and never more than all', () => {
  expect(wallHumidity(22, 55, 22)).toBeCloseTo(55, 9);
  expect(wallHumidity(22, 90, -15)).toBe(100);
});
