import type { ImportColumns } from '../../ports/history-import.js';
import { invalid } from '../../use-case/errors.js';
import { cellsOf, numberOf, timeOf } from './cells.js';
import { type LineReader, NOTHING, refused } from './reader.js';

/** Usual names of columns, the preferred ones first. */
const USUAL = {
  time: ['epoch_ms', 'time', '_time', 'timestamp', 'date', 'zeitstempel', 'zeit', 'datum'],
  value: ['value', '_value', 'wert'],
  point: ['point', 'data_point', 'datapoint', 'series', 'id'],
  device: ['device', 'address'],
  channel: ['channel'],
  parameter: ['parameter'],
} as const;

/**
 * A table with a head. Columns separated by commas, semicolons or tabulators. A data point is in one column, or in the columns
 * `device`, `channel` and `parameter`, or the same for the whole file.
 *
 * @throws GatewayError `validation` for a head without the needed columns
 */
export function csvTable(columns: ImportColumns, point: string | undefined): LineReader {
  let layout: Layout | undefined;
  return (line) => {
    if (line.trim() === '') return NOTHING;
    if (layout === undefined) {
      layout = layoutOf(line, columns, point);
      return NOTHING;
    }
    const cells = cellsOf(line, layout.separator);
    if (cells === undefined) return refused('a quote is not closed');
    const id = layout.idOf(cells);
    const at = timeOf(cells[layout.time] ?? '');
    const text = cells[layout.value] ?? '';
    if (id === undefined) return refused('names no data point');
    if (at === undefined) return refused('has no usable time');
    // An unknown value of an export.
    if (text === '') return NOTHING;
    const value = numberOf(text);
    return value === undefined ? refused('has no number as its value') : [{ id, at, value }];
  };
}

interface Layout {
  readonly separator: string;
  readonly time: number;
  readonly value: number;
  readonly idOf: (cells: readonly string[]) => string | undefined;
}

function layoutOf(line: string, columns: ImportColumns, point: string | undefined): Layout {
  const counts = [',', ';', '\t'].map((separator) => [separator, cellsOf(line, separator)?.length ?? 0] as const);
  const [separator] = counts.reduce((best, each) => (each[1] > best[1] ? each : best));
  const names = (cellsOf(line, separator) ?? []).map((name) => name.toLowerCase());
  const found = (name: keyof typeof USUAL, wanted?: string): number => {
    if (wanted !== undefined) {
      const index = names.indexOf(wanted.toLowerCase());
      if (index < 0) throw invalid([{ field: `${name}_column`, reason: `there is no column ${wanted.slice(0, 100)}` }]);
      return index;
    }
    return USUAL[name].map((usual) => names.indexOf(usual)).find((index) => index >= 0) ?? -1;
  };
  const needed = (name: 'time' | 'value'): number => {
    const index = found(name, columns[name]);
    if (index >= 0) return index;
    throw invalid([
      { field: `${name}_column`, reason: `must name a column of the file: ${USUAL[name].join(', ')} are known` },
    ]);
  };
  return { separator, time: needed('time'), value: needed('value'), idOf: idReader(found, columns.point, point) };
}

function idReader(
  found: (name: keyof typeof USUAL, wanted?: string) => number,
  wanted: string | undefined,
  point: string | undefined,
): Layout['idOf'] {
  if (point !== undefined) return () => point;
  const [device, channel, parameter] = [found('device'), found('channel'), found('parameter')];
  if (wanted === undefined && device >= 0 && channel >= 0 && parameter >= 0) {
    return (cells) => `${cells[device]}:${cells[channel]}:${cells[parameter]}`;
  }
  const column = found('point', wanted);
  if (column < 0) {
    const reason = 'must name a column with data points, or `point` the data point of all lines';
    throw invalid([{ field: 'point_column', reason }]);
  }
  return (cells) => cells[column];
}
