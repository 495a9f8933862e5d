import { expect, it } from 'vitest';
import { DAYS, faultOf, newSchedule, withDay } from './schedules.js';

it('adds a schedule that the gateway accepts, for every evening', () => {
  expect(newSchedule('night')).toEqual({ days: DAYS, time: '22:00', mode: 'night', auto_arm: true });
  expect(faultOf([newSchedule('night')])).toBeUndefined();
});

it('keeps the days in their order', () => {
  const weekend = { ...newSchedule('full'), days: ['sat' as const] };
  expect(withDay(withDay(weekend, 'mon'), 'sat').days).toEqual(['mon']);
  expect(withDay(withDay(weekend, 'sun'), 'tue').days).toEqual(['tue', 'sat', 'sun']);
});

it('names the first schedule that cannot be saved', () => {
  const evening = newSchedule('full');
  expect(faultOf([evening, { ...evening, days: [] }])).toEqual({ text: 'noDay', n: 2 });
  expect(faultOf([{ ...evening, time: '' }])).toEqual({ text: 'noTime', n: 1 });
  expect(faultOf([evening, { ...evening, days: ['mon'], mode: 'night' }])).toEqual({ text: 'sameTime', n: 2 });
  expect(faultOf([evening, { ...evening, time: '22:01' }])).toBeUndefined();
});
