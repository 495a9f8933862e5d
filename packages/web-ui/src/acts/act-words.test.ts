import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actWords } from './act-words.js';

const NOW = new Date(2026, 10, 28, 21, 0).getTime();

describe('a sentence that asks for an act', () => {
  it.each([
    ['heating 17° for one hour', { kind: 'heating', value: 17, seconds: 3_600, where: [] }],
    ['Heizung auf 17,5 Grad für eine Stunde', { kind: 'heating', value: 17.5, seconds: 3_600, where: [] }],
    ['Heizung 21 Bad', { kind: 'heating', value: 21, where: ['bad'] }],
    ['all blinds down', { kind: 'blinds', value: 0, where: [] }],
    ['Alle Rollläden hoch', { kind: 'blinds', value: 1, where: [] }],
    ['blinds 40 % in the kitchen', { kind: 'blinds', value: 0.4, where: ['kitchen'] }],
    ['lights off downstairs', { kind: 'lights', value: 0, where: ['downstairs'] }],
    ['Licht im Flur an für 30 Minuten', { kind: 'lights', value: 1, seconds: 1_800, where: ['flur'] }],
    ['lights on for half an hour', { kind: 'lights', value: 1, seconds: 1_800, where: [] }],
    ['lights off until 22:30', { kind: 'lights', value: 0, seconds: 5_400, where: [] }],
    ['Licht aus bis 6 Uhr', { kind: 'lights', value: 0, seconds: 9 * 3_600, where: [] }],
  ] as const)('%s', (text, expected) => {
    expect(actWords(text, NOW)).toEqual(expected);
  });

  it.each(['', 'heating', 'heating 99', 'blinds 140 %', 'window open', 'Küche', 'lights off for 900 days', 'licht'])(
    'is none: %s',
    (text) => {
      expect(actWords(text, NOW)).toBeUndefined();
    },
  );

  it('asks for values and times that the gateway takes, whatever is typed', () => {
    const words = [
      'heating',
      'Licht',
      'blinds',
      '17',
      '%',
      '°',
      'for',
      'bis',
      'an',
      'zu',
      '25:99',
      'hour',
      'Bad',
      '-1',
      'NaN',
    ];
    const sentence = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 6 })), { maxLength: 10 });
    fc.assert(
      fc.property(sentence, (parts) => {
        const found = actWords(parts.join(' '), NOW);
        if (found === undefined) return;
        const [min, max] = found.kind === 'heating' ? [5, 30] : [0, 1];
        expect(found.value >= min && found.value <= max).toBe(true);
        expect(found.seconds === undefined || (found.seconds >= 1 && found.seconds <= 31 * 86_400)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
