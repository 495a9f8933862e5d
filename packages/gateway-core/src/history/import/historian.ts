import { cellsOf, numberOf, timeOf } from './cells.js';
import { type LineReader, NOTHING, refused } from './reader.js';

/**
 * The export of the database of CCU-Historian: for each data point a line with interface, address, identifier and attributes, then
 * lines with local time, value and state, then an empty line.
 */
export function historianLines(): LineReader {
  let id: string | undefined;
  return (line) => {
    if (line.trim() === '') {
      id = undefined;
      return NOTHING;
    }
    const cells = cellsOf(line, ',');
    if (cells === undefined) return refused('a quote is not closed');
    const [first = '', second = '', third = ''] = cells;
    const at = timeOf(first);
    if (at === undefined) {
      if (cells.length < 6) return refused('is neither a data point nor a time with a value');
      id = `${first}.${second}.${third}`;
      return NOTHING;
    }
    if (id === undefined) return refused('comes before its data point');
    const value = numberOf(second);
    return value === undefined ? refused('has no number as its value') : [{ id, at, value }];
  };
}

/** True for the line of a data point. */
export function isHistorianHead(line: string): boolean {
  const cells = cellsOf(line, ',');
  return cells !== undefined && cells.length >= 6 && /^"/.test(line) && timeOf(cells[0] ?? '') === undefined;
}
