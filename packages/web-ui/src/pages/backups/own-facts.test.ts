import { describe, expect, it } from 'vitest';
import { contentsOf, ownScheduleOf, passphraseProblem, shareOf } from './own-facts.js';

describe('facts about backups of the gateway', () => {
  it('names their parts in one order, and keeps the names of parts of a newer gateway', () => {
    expect(contentsOf(['config.yaml', 'new.db', 'ccu-gateway.db'])).toEqual([
      'partAccounts',
      'partConfig',
      { name: 'new.db' },
    ]);
  });

  it.each([
    [{ own: { schedule: '24h', keep_last: 7 } }, '24h', 7],
    [{ own: { schedule: '0s', keep_last: 7 } }, undefined, 7],
    [{ own: { schedule: '0' } }, undefined, 0],
    [{ own: null }, undefined, 0],
    [{}, undefined, 0],
  ])('reads the schedule of %j', (section, every, keep) => {
    expect(ownScheduleOf(section)).toEqual({ every, keep });
  });

  it('wants a passphrase of twelve characters, twice the same', () => {
    expect(passphraseProblem('zu kurz', 'zu kurz')).toBe('tooShort');
    expect(passphraseProblem('🔑'.repeat(11), '🔑'.repeat(11))).toBe('tooShort');
    expect(passphraseProblem('lang genug dafür', 'lang genug dafur')).toBe('differ');
    expect(passphraseProblem('lang genug dafür', 'lang genug dafür')).toBeUndefined();
  });

  it('have a share only where the total is known', () => {
    expect([shareOf(0, undefined), shareOf(1, 0), shareOf(1, 3), shareOf(4, 3)]).toEqual([
      undefined,
      undefined,
      33,
      100,
    ]);
  });
});
