import { afterEach, expect, it } from 'vitest';
import { dayOf, isQuiet, nextAt } from './hours.js';

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

it.each([
  ['the day of 23 hours', '2026-03-28T20:00:00Z', 150, '2026-03-29T01:30:00.000Z'],
  ['the day of 25 hours', '2026-10-24T21:00:00Z', 420, '2026-10-25T06:00:00.000Z'],
  ['a usual day', '2026-06-01T06:00:00Z', 420, '2026-06-02T05:00:00.000Z'],
])('finds the next minute by local clocks on %s', (_, from, minute, next) => {
  process.env.TZ = 'Europe/Berlin';
  expect(new Date(nextAt(Date.parse(from), minute)).toISOString()).toBe(next);
});

it('knows hours over midnight, and that equal ends are no hours', () => {
  process.env.TZ = 'Europe/Berlin';
  const at = (text: string) => Date.parse(`2026-06-01T${text}:00+02:00`);
  const night = { from: 22 * 60, to: 7 * 60 };
  expect(['21:59', '22:00', '06:59', '07:00'].map((text) => isQuiet(at(text), night))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuiet(at('12:00'), { from: 0, to: 0 })).toBe(false);
  expect(isQuiet(at('12:00'), undefined)).toBe(false);
  expect(dayOf(Date.parse('2026-05-31T23:30:00Z'))).toBe('2026-6-1');
});
