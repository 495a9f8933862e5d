import { expect, it } from 'vitest';
import { energyPeriod } from './energy-period.js';

const now = new Date(2026, 2, 18, 14, 30).getTime();
const at = (...date: [number, number, number, number?, number?]) => new Date(...date).getTime();

it.each([
  ['today', 'hour', at(2026, 2, 18), at(2026, 2, 17), at(2026, 2, 17, 14, 30)],
  ['week', 'day', at(2026, 2, 16), at(2026, 2, 9), at(2026, 2, 11, 14, 30)],
  ['month', 'day', at(2026, 2, 1), at(2026, 1, 1), at(2026, 1, 18, 14, 30)],
  ['year', 'month', at(2026, 0, 1), at(2025, 0, 1), at(2025, 2, 18, 14, 30)],
])('%s begins with it, and is compared with as much time before', (range, group, from, before, until) => {
  const period = energyPeriod(range, now);
  expect(period).toMatchObject({ name: range, group, from, to: now });
  expect(period.before.from).toBe(before);
  expect(period.before.to).toBe(until);
});

it('a month is compared with no more than the whole one before it', () => {
  const { from, before } = energyPeriod('month', at(2026, 2, 31, 12));
  expect(before).toEqual({ from: at(2026, 1, 1), to: from });
});

it('today is shown where the address has no range that exists', () => {
  expect(energyPeriod('decade', now).name).toBe('today');
});

it('shows an earlier period whole, beside the whole one before it', () => {
  expect(energyPeriod('month', now, '1')).toEqual({
    ...{ name: 'month', group: 'day', back: 1, from: at(2026, 1, 1), to: at(2026, 2, 1) },
    before: { from: at(2026, 0, 1), to: at(2026, 1, 1) },
  });
  expect(energyPeriod('week', now, '2')).toMatchObject({ from: at(2026, 2, 2), to: at(2026, 2, 9) });
});

it.each(['-1', '1.5', 'x', ''])('shows the present period where the address has %j as an earlier one', (text) => {
  expect(energyPeriod('month', now, text)).toMatchObject({ back: 0, to: now });
});
