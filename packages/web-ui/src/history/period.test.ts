import { describe, expect, it } from 'vitest';
import { addressOf, endFromDay, firstDayOf, frameOf, movedBy, periodOf } from './period.js';

const NOW = new Date('2026-11-28T12:00').getTime();
const DAY_MS = 86_400_000;

describe('the time of a history', () => {
  it('is the last day, unless the address has a length and an end', () => {
    expect(periodOf({})).toEqual({ name: 'h24', lengthMs: DAY_MS, endMs: undefined });
    expect(periodOf({ range: 'h1', until: '2026-11-20T00:00:00.000Z' })).toEqual({
      name: 'h1',
      lengthMs: 3_600_000,
      endMs: Date.parse('2026-11-20T00:00:00.000Z'),
    });
    expect(periodOf({ range: 'y9', until: '<b>' })).toEqual({ name: 'h24', lengthMs: DAY_MS, endMs: undefined });
  });

  it('has a length in seconds that a person zoomed to, within bounds', () => {
    const until = '2026-11-20T00:00:00.000Z';
    expect(periodOf({ range: '5400s', until })).toEqual({
      name: undefined,
      lengthMs: 5_400_000,
      endMs: Date.parse(until),
    });
    for (const range of ['9s', '99999999999s', '-60s', '1e3s', 's']) expect(periodOf({ range }).name).toBe('h24');
    for (const range of ['', 'h1', '5400s']) {
      expect(addressOf(frameOf(periodOf({ range, until }), NOW), NOW)).toEqual({ range, until });
    }
    expect(addressOf({ from: NOW - 60_000, to: NOW }, NOW)).toEqual({ range: '60s', until: '' });
  });

  it('moves by its length, and not beyond now', () => {
    const back = movedBy(periodOf({}), -1, NOW);
    expect(Date.parse(back)).toBe(NOW - DAY_MS);
    const before = periodOf({ until: back });
    expect(Date.parse(movedBy(before, -1, NOW))).toBe(NOW - 2 * DAY_MS);
    expect(movedBy(before, 1, NOW)).toBe('');
  });

  it('begins with a chosen day in the zone of the browser', () => {
    const until = endFromDay('2026-11-20', periodOf({}), NOW)!;
    expect(new Date(until)).toEqual(new Date('2026-11-21T00:00'));
    expect(firstDayOf(periodOf({ until }), NOW)).toBe('2026-11-20');
    expect(endFromDay('2026-11-28', periodOf({}), NOW)).toBe('');
    expect(endFromDay('', periodOf({}), NOW)).toBeUndefined();
  });
});
