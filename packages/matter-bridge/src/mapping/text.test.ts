import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { label, snakeCase } from './text.js';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

describe('a label', () => {
  it('is cut by bytes, between characters as people see them', () => {
    expect(label('Schlafzimmer Fensterkontakt rechts oben', 32)).toBe('Schlafzimmer Fensterkontakt rech');
    expect(label('ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜ', 32)).toBe('ÄÖÜÄÖÜÄÖÜÄÖÜÄÖÜÄ');
    expect(label('👨‍👩‍👧‍👦 Wohnzimmer', 12)).toBe('👨 👩');
  });

  it('has no control characters, marks of direction or line ends', () => {
    expect(label('Küche\n\u0000 Licht\u202e<script>\u200b', 32)).toBe('Küche Licht <script>');
    expect(label('\ud800 halb', 32)).toBe('halb');
  });

  it('is empty for a value that is no text', () => {
    for (const value of [undefined, null, 7, {}, ['a']]) expect(label(value, 32)).toBe('');
  });

  it('fits and stays the same when it is made again, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string()), fc.integer({ min: 1, max: 64 }), (text, limit) => {
        const made = label(text, limit);
        expect(bytesOf(made)).toBeLessThanOrEqual(limit);
        expect(made).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect(label(made, limit)).toBe(made);
      }),
    );
  });
});

it('writes names of device types in small letters', () => {
  expect(['OnOffPlugInUnit', 'SmokeCoAlarm', 'DimmableLight'].map(snakeCase)).toEqual([
    'on_off_plug_in_unit',
    'smoke_co_alarm',
    'dimmable_light',
  ]);
});
