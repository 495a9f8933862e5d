import { describe, expect, it } from 'vitest';
import { type Paint, plainText } from './colours.js';
import { type Table, tsvLine } from './table.js';
import { showTable, type TableView } from './table-view.js';

const header = ['NAME', 'MODEL'];
const tableLines = (table: Table, view: TableView) => showTable(table, view).lines;
const marked: Paint = (style, text) => `<${style}>${text}</>`;

describe('a table on a terminal', () => {
  it('aligns its columns for texts of any characters', () => {
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

  it('ends where the terminal ends: the widest column behind the first gives way first', () => {
    const rows = [['HmIP-BDT', 'x'.repeat(40)]];
    const lines = tableLines({ header, rows }, { width: 30, paint: plainText });
    expect(lines).toEqual(['NAME      MODEL', `HmIP-BDT  ${'x'.repeat(19)}…`]);
  });

  it('never cuts the first column, which people copy', () => {
    const rows = [['0001D3C99C7F21', 'x'.repeat(40)]];
    expect(tableLines({ header, rows }, { width: 22, paint: plainText })[1]).toBe('0001D3C99C7F21  xxxxx…');
  });

  it('never cuts through a character', () => {
    const rows = [['HmIP-BDT', '日本語日本語日本語日本語']];
    expect(tableLines({ header, rows }, { width: 17, paint: plainText })[1]).toBe('HmIP-BDT  日本語…');
  });

  it('leaves out the last columns where even narrow ones have no room, and names them', () => {
    const wide: Table = { header: ['ADDRESS', 'NAME', 'ROOMS'], rows: [['0001D3C99C7F21', 'Bad oben', 'x']] };
    const shown = showTable(wide, { width: 25, paint: plainText });
    expect(shown).toEqual({ lines: ['ADDRESS         NAME', '0001D3C99C7F21  Bad oben'], leftOut: ['ROOMS'] });
    expect(showTable(wide, { width: undefined, paint: plainText }).leftOut).toEqual([]);
  });

  it('keeps its first column where the terminal is narrower still', () => {
    const rows = [['Bad', 'HmIP-BDT']];
    expect(showTable({ header, rows }, { width: 3, paint: plainText })).toEqual({
      lines: ['NAME', 'Bad'],
      leftOut: ['MODEL'],
    });
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
  it('has one tab between columns for values with any characters', () => {
    expect(tsvLine(['a\tb', 'c\nd\r', 'e\\f', { text: 'no', style: 'bad' }])).toBe('a\\tb\tc\\nd\\r\te\\\\f\tno');
  });

  it('holds nothing that a terminal would obey', () => {
    expect(tsvLine(['\u001b[31mred', '\u202eback'])).toBe('\uFFFD[31mred\t\uFFFDback');
  });
});
