import { afterEach, beforeEach, expect, it } from 'vitest';
import { heatOfSums, heatOfValues, heatRange } from './heat-map.js';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (...date: [number, number, number, number?, number?]) => new Date(...date).getTime();

it('has the mean of each hour, weighed by the time for which a value stood, and nothing in a hole', () => {
  const times = [at(2026, 4, 1), at(2026, 4, 1, 1, 15), at(2026, 4, 1, 3), at(2026, 4, 2, 1)].map(
    (each) => each / 1_000,
  );
  const [first, second, ...others] = heatOfValues(times, [20, 24, null, null]);
  expect(first?.day).toBe('2026-05-01');
  expect(first?.hours.slice(0, 4)).toEqual([20, 23, 24, undefined]);
  expect(second?.hours.every((each) => each === undefined)).toBe(true);
  expect(others).toEqual([]);
});

it('adds up consumption by hour, and gives it a range of colours', () => {
  const from = at(2026, 4, 1);
  const days = heatOfSums(from, at(2026, 4, 3), [
    { at: from, value: 300 },
    { at: at(2026, 4, 2, 5), value: 100 },
  ]);
  expect(days.map(({ hours }) => [hours[0], hours[5]])).toEqual([
    [300, undefined],
    [undefined, 100],
  ]);
  expect(heatRange(days)).toEqual([100, 300]);
  expect(heatRange([])).toBeUndefined();
});

it('has no number for the hour that a clock change skips, and one for the hour that it repeats', () => {
  const whole = (month: number, day: number) =>
    [at(2026, month, day), at(2026, month, day + 1)].map((each) => each / 1_000);
  const [spring] = heatOfValues(whole(2, 29), [7, null]);
  expect(
    spring?.hours.map((each, hour) => (each === undefined ? hour : undefined)).filter((each) => each !== undefined),
  ).toEqual([2]);
  const begin = at(2026, 9, 25);
  const sums = Array.from({ length: 25 }, (_, hour) => ({ at: begin + hour * 3_600_000, value: 10 }));
  const [autumn] = heatOfSums(begin, at(2026, 9, 26), sums);
  expect(autumn?.hours.map((each) => each)).toEqual(Array.from({ length: 24 }, (_, hour) => (hour === 2 ? 20 : 10)));
});
