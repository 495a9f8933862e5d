import { describe, expect, it } from 'vitest';
import { type Paint, plainText } from './colours.js';
import { tableLines, tsvLine } from './table.js';

const header = ['NAME', 'MODEL'];
const marked: Paint = (style, text) => `<${style}>${text}</>`;

describe('a table on a terminal', () => {
  it('has its columns one below the other, whatever its texts are made of', () => {
    const rows = [
      ['Küche', 'a'],
      ['Ku\u0308che', 'b'],
      ['日本', 'c'],
      ['🇩🇪 ⚠️', 'd'],
    ];
    expect(tableLines({ header, rows }, { width: undefined, paint: plainText })).toEqual([
      'NAME   MODEL',
      'Küche  a',
      'Ku\u0308che  b',
      '日本   c',
      '🇩🇪 ⚠️  d',
    ]);
  });

  it('ends where the terminal ends: the widest column gives way first', () => {
    const rows = [['x'.repeat(40), 'HmIP-BDT']];
    const lines = tableLines({ header, rows }, { width: 30, paint: plainText });
    expect(lines).toEqual(['NAME                  MODEL', `${'x'.repeat(19)}…  HmIP-BDT`]);
  });

  it('never cuts through a character', () => {
    const rows = [['日本語日本語日本語日本語', 'HmIP-BDT']];
    expect(tableLines({ header, rows }, { width: 17, paint: plainText })[1]).toBe('日本語…  HmIP-BDT');
  });

  it('keeps what is narrow readable, also where the terminal is narrower', () => {
    const rows = [['Bad', 'HmIP-BDT']];
    expect(tableLines({ header, rows }, { width: 3, paint: plainText })[1]).toBe('Bad   HmIP-…');
  });

  it('colours the text of a cell, and not the room beside it', () => {
    const rows = [[{ text: 'no', style: 'bad' as const }, 'b']];
    expect(tableLines({ header, rows }, { width: undefined, paint: marked })).toEqual([
      '<heading>NAME</>  <heading>MODEL</>',
      '<bad>no</>    b',
    ]);
  });
});

describe('a row in a pipe', () => {
  it('has as many tabs as there are columns, whatever its values hold', () => {
    expect(tsvLine(['a\tb', 'c\nd\r', 'e\\f', { text: 'no', style: 'bad' }])).toBe('a\\tb\tc\\nd\\r\te\\\\f\tno');
  });

  it('holds nothing that a terminal would obey', () => {
    expect(tsvLine(['\u001b[31mred', '\u202eback'])).toBe('\uFFFD[31mred\t\uFFFDback');
  });
});
