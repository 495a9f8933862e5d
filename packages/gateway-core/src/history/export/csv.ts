import { localTime } from '../../use-case/local-time.js';
import type { ExportRow, Resolution } from './rows.js';

const LABEL = ['central', 'device', 'channel', 'parameter', 'name', 'unit'] as const;
const FIGURES = ['count', 'last', 'min', 'max', 'mean', 'sum', 'increments', 'resets'] as const;

/**
 * Lines of RFC 4180 with a head. A text that a spreadsheet would take for a formula begins with an apostrophe; an unknown value
 * is empty.
 */
export function csvHead(resolution: Resolution): string {
  const figures = resolution === 'values' ? ['value'] : ['end_epoch_ms', 'covered_ms', ...FIGURES];
  return lineOf(['time', 'epoch_ms', ...LABEL, ...figures]);
}

export function csvLines(rows: readonly ExportRow[]): string {
  return rows
    .map(({ label, at, value, part }) => {
      const { central, device, channel, parameter, name, unit } = label;
      const texts = [central, device, channel === undefined ? '' : String(channel), parameter, name, unit].map(guarded);
      const figures = part === undefined ? [value] : [part.to, part.covered, ...FIGURES.map((figure) => part[figure])];
      return lineOf([localTime(at), String(at), ...texts, ...figures.map((figure) => String(figure ?? ''))]);
    })
    .join('');
}

const lineOf = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
