import { expect, it } from 'vitest';
import { refusalsOf, refusedBy } from './refused.js';

it('names the sensors that kept a schedule from arming, as people call them', () => {
  const details = { code: 'blocked', blockers: ['win-1 open', 'gone low_battery', 'central:home central_lost'] };
  expect(refusedBy(details, new Map([['win-1', 'Kitchen']]))).toEqual([
    { name: 'Kitchen', reasons: ['open'] },
    { name: 'gone', reasons: ['low_battery'] },
    { name: 'home', reasons: ['central_lost'] },
  ]);
});

it('names none for other entries, and no reason of a newer gateway', () => {
  expect([refusalsOf(undefined), refusalsOf({ sensor: 'door' }), refusalsOf({ blockers: 'open' })]).toEqual([
    [],
    [],
    [],
  ]);
  expect(refusedBy({ blockers: ['door haunted'] }, new Map())).toEqual([{ name: 'door', reasons: [] }]);
});
