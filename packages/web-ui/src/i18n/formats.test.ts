import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatsIn } from './formats.js';
import { prepareFormats } from './prepare-formats.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const de = formatsIn('de');
const en = formatsIn('en');

describe('numbers', () => {
  it('are written as the language does, with two digits after the point or as many as asked for', () => {
    expect([de.number(1234.567), en.number(1234.567)]).toEqual(['1.234,57', '1,234.57']);
    expect([de.number(1234.567, 0), en.number(0.1 + 0.2, 1)]).toEqual(['1.235', '0.3']);
  });

  it('are written to inputs in full, in the notation of the language', () => {
    expect([de.inField(6.25), en.inField(6.25), de.inField(-1234567.8901)]).toEqual(['6,25', '6.25', '-1234567,8901']);
    expect([de.inField(0), de.inField(Number.NaN), de.inField(Number.POSITIVE_INFINITY)]).toEqual(['0', '', '']);
  });

  it('that are none are a dash', () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map((each) => de.number(each))).toEqual([
      '—',
      '—',
      '—',
    ]);
  });
});

it('very large numbers are powers of ten', () => {
  expect([en.number(1.7976931348623157e308), de.number(-1.5e15), en.number(999_999_999_999_999)]).toEqual([
    '1.8E308',
    '-1,5E15',
    '999,999,999,999,999',
  ]);
});

it('times that are none are a dash, not an error', () => {
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, 9e15])
    expect([en.time(none), de.dateTime(none)]).toEqual(['—', '—']);
  expect([en.age(Number.NaN, 0), en.duration(Number.NaN), en.duration(Number.POSITIVE_INFINITY)]).toEqual([
    '—',
    '—',
    '—',
  ]);
});

describe('ages', () => {
  it('are "now" below ten seconds and for a clock that is ahead', () => {
    expect([de.age(0, 9_999), de.age(60_000, 0), en.age(0, 0)]).toEqual(['jetzt', 'jetzt', 'now']);
  });

  it('count whole units, the largest that fits', () => {
    const minute = 60_000;
    expect(
      [10_000, 59_000, 90_000, 59.9 * minute, 60 * minute, 47 * 60 * minute, 72 * 60 * minute].map((ms) =>
        en.age(0, ms),
      ),
    ).toEqual(['10 sec. ago', '59 sec. ago', '1 min. ago', '59 min. ago', '1 hr. ago', 'yesterday', '3 days ago']);
    expect(de.age(0, 90_000)).toBe('vor 1 Min.');
  });

  it('without "ago" are durations, never negative', () => {
    expect([en.duration(90_000), de.duration(3 * 86_400_000), en.duration(-5)]).toEqual(['1 min', '3 Tg.', '0 sec']);
  });
});

it('names are ordered as people do: numbers by size, letters without their case', () => {
  expect(['Licht 10', 'licht 2', 'Ärmel', 'Zaun', 'Arm'].sort(de.compare)).toEqual([
    'Arm',
    'Ärmel',
    'licht 2',
    'Licht 10',
    'Zaun',
  ]);
});

it('makes a format when it is first asked for, and once', () => {
  const made: string[] = [];
  const counting = (name: 'NumberFormat' | 'DateTimeFormat' | 'RelativeTimeFormat' | 'Collator') => ({
    value: new Proxy(Intl[name], {
      construct(target, args) {
        made.push(name);
        return Reflect.construct(target, args);
      },
    }),
  });
  const members = {
    NumberFormat: counting('NumberFormat'),
    DateTimeFormat: counting('DateTimeFormat'),
    RelativeTimeFormat: counting('RelativeTimeFormat'),
    Collator: counting('Collator'),
  };
  vi.stubGlobal('Intl', Object.create(Intl, members));
  const formats = formatsIn('en');
  expect(made).toEqual([]);
  expect([formats.duration(60_000), formats.duration(120_000)]).toEqual(['1 min', '2 min']);
  expect([formats.number(1_000), formats.number(2_000)]).toEqual(['1,000', '2,000']);
  expect(made).toEqual(['NumberFormat', 'NumberFormat']);
  expect([formats.number(19.5, 1), formats.number(0, 0)]).toEqual(['19.5', '0']);
  expect(made, 'for numbers that need neither grouping nor rounding').toHaveLength(2);
});

it('formats that were prepared order names and tell ages without making anything', () => {
  const formats = formatsIn('de');
  prepareFormats(formats);
  const made = () => {
    throw new Error('made when it was needed');
  };
  vi.stubGlobal('Intl', { ...Intl, Collator: made, RelativeTimeFormat: made, NumberFormat: made });
  expect(['b', 'a'].sort(formats.compare)).toEqual(['a', 'b']);
  expect(formats.age(0, 5 * 60_000)).toBe('vor 5 Min.');
  expect(formats.duration(3 * 60_000)).toBe('3 Min.');
});
