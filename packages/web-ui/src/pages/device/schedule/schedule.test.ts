import { describe, expect, it } from 'vitest';
import { changedEntries, copiedDay, freeSlot, simpleWrite, withEntry, withoutEntry } from './entries.js';
import {
  blocksOf,
  climateWrite,
  copied,
  type Day,
  type Edits,
  type Entry,
  edited,
  faultsOf,
  minutesOf,
  type Schedule,
} from './week.js';

const day = (base: number, ...periods: readonly (readonly [string, string, number])[]): Day => ({
  base_temperature: base,
  periods: periods.map(([start_time, end_time, temperature]) => ({ start_time, end_time, temperature })),
});

const schedule: Schedule = {
  channel: { address: 'A:1', number: 1, device_address: 'A' },
  kind: 'climate',
  profiles: { P1: { weekdays: { MONDAY: day(17, ['06:00', '09:00', 21]), TUESDAY: day(18) } } },
};

describe('a day of a thermostat', () => {
  it('is shown from midnight to midnight without a gap', () => {
    expect(blocksOf(day(17, ['17:00', '22:00', 21], ['06:00', '09:00', 20]))).toEqual([
      { from: 0, to: 360, temperature: 17 },
      { from: 360, to: 540, temperature: 20, period: 1 },
      { from: 540, to: 1020, temperature: 17 },
      { from: 1020, to: 1320, temperature: 21, period: 0 },
      { from: 1320, to: 1440, temperature: 17 },
    ]);
  });

  it('is refused with times that are none, that end before they begin, or that overlap', () => {
    expect(minutesOf('24:00')).toBe(1440);
    expect(minutesOf('24:05')).toBeUndefined();
    expect(faultsOf(day(17, ['25:00', '26:00', 20]))).toEqual([{ period: 0, reason: 'time' }]);
    expect(faultsOf(day(17, ['09:00', '09:00', 20]))).toEqual([{ period: 0, reason: 'order' }]);
    expect(faultsOf(day(17, ['06:00', '09:00', 20], ['08:00', '10:00', 21]))).toEqual([
      { period: 1, reason: 'overlap' },
    ]);
  });
});

describe('the changes of a week', () => {
  const monday = { profile: 'P1', weekday: 'MONDAY' };
  const none: Edits = new Map();

  it('are sent alone: days that were not changed are not even mentioned', () => {
    const edits = edited(schedule, none, monday, day(16, ['20:00', '21:00', 22], ['06:00', '09:00', 21]));
    expect(climateWrite(schedule, edits)).toEqual({
      channel: schedule.channel,
      kind: 'climate',
      profiles: { P1: { weekdays: { MONDAY: day(16, ['06:00', '09:00', 21], ['20:00', '21:00', 22]) } } },
    });
  });

  it('are none when a day has its loaded values again', () => {
    const edits = edited(schedule, none, monday, day(16));
    expect(edited(schedule, edits, monday, day(17, ['06:00', '09:00', 21])).size).toBe(0);
  });

  it('hold a copied day on each other day that differs', () => {
    const edits = copied(schedule, none, monday, ['MONDAY', 'TUESDAY']);
    expect([...edits]).toEqual([['P1/TUESDAY', day(17, ['06:00', '09:00', 21])]]);
  });
});

describe('the entries of an actor', () => {
  const odd = { slot_no: 3, weekdays: ['MONDAY'], time: '06:00', level: 1, level_2: 1.01, color_value: 7 } as Entry;
  const both: Entry = { slot_no: 1, weekdays: ['MONDAY', 'SUNDAY'], time: '20:00', level: 0 };
  const sunday: Entry = { slot_no: 7, weekdays: ['SUNDAY'], time: '08:00', level: 0.5 };

  it('are sent as the objects that were read, with any content', () => {
    const after = withEntry([odd, both], { ...both, time: '21:00' });
    const { simple_entries } = simpleWrite({ ...schedule, kind: 'simple' }, after);
    expect(simple_entries![0]).toBe(odd);
    expect(changedEntries([odd, both], after)).toEqual([{ ...both, time: '21:00' }]);
  });

  it('are copied so that the other day has exactly the same', () => {
    expect(copiedDay([odd, both, sunday], 'MONDAY', ['SUNDAY'])).toEqual([
      { ...odd, weekdays: ['MONDAY', 'SUNDAY'] },
      both,
    ]);
  });

  it('get the lowest free slot, and count as changed when they are removed', () => {
    expect(freeSlot([both, odd])).toBe(2);
    expect(changedEntries([odd, both], withoutEntry([odd, both], 1))).toEqual([both]);
  });
});
