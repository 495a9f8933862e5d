import { describe, expect, it } from 'vitest';
import { findSections, type HelpSection } from './document.js';

const section = (id: string, rows: HelpSection['rows']): HelpSection => ({
  id,
  title: `The ${id} is at fault`,
  paragraphs: [['See ', { emphasis: 'System' }, ' and ', { words: 'the log', document: 'log.md' }, '.']],
  head: ['finding', 'cause', 'remedy'],
  rows,
});
const disk = section('disk', [
  { id: 'disk-full', cells: [[{ code: 'disk.full' }], ['Less than 8 MiB are free.'], ['Make room.']] },
  { id: 'disk-low', cells: [[{ code: 'disk.low' }], ['Less than 200 MiB are free.'], ['Make room.']] },
]);
const key = section('key', []);
const found = (search: string) => findSections([disk, key], search);

describe('the search in symptoms', () => {
  it('finds all of them without a word', () => {
    expect(found(' ')).toEqual([disk, key]);
  });

  it('keeps the whole table of a symptom whose own sentences have every word, in any case', () => {
    expect(found('system DISK')).toEqual([disk]);
    expect(found('the log')).toEqual([disk, key]);
  });

  it('keeps the findings that have the words together with the title', () => {
    expect(found('disk 200')).toEqual([{ ...disk, rows: [disk.rows[1]] }]);
    expect(found('disk.full')).toEqual([{ ...disk, rows: [disk.rows[0]] }]);
  });

  it('finds nothing where a word is missing', () => {
    expect(found('disk 300')).toEqual([]);
  });
});
