import truncatedWidth from 'fast-string-truncated-width';
import type { Paint, Style } from './colours.js';
import { printable } from './text.js';

/** A text, with what its colour says on a terminal. */
export type Cell = string | { readonly text: string; readonly style: Style };

/** Rows under names of columns. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** How a terminal shows a table. */
export interface TableView {
  /** Columns of the terminal; undefined where it does not say. */
  readonly width: number | undefined;
  readonly paint: Paint;
}

const GAP = '  ';
const NARROWEST = 6;
const ELLIPSIS = '…';

/** For people: aligned under a header, cut where the terminal ends. */
export function tableLines({ header, rows }: Table, { width, paint }: TableView): readonly string[] {
  const cells = rows.map((row) => row.map((cell) => ({ text: printable(textOf(cell)), style: styleOf(cell) })));
  const all = [header.map((text) => ({ text, style: 'heading' as const })), ...cells];
  const wanted = header.map((_, column) => Math.max(...all.map((row) => widthOf(row[column]?.text ?? ''))));
  const widths = width === undefined ? wanted : fitted(wanted, width - GAP.length * (header.length - 1));
  return all.map((row) =>
    row
      .map(({ text, style }, column) => {
        const room = widths[column] ?? 0;
        const shown = cut(text, room);
        const padding = column === row.length - 1 ? '' : ' '.repeat(Math.max(0, room - widthOf(shown)));
        return `${style === undefined ? shown : paint(style, shown)}${padding}`;
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** For programs: one line, tabs between the values. Tabs, line breaks and backslashes in a value are escaped as in C. */
export function tsvLine(cells: readonly Cell[]): string {
  return cells.map((cell) => printable(textOf(cell).replace(/[\\\t\n\r]/g, escapeOf))).join('\t');
}

function escapeOf(character: string): string {
  switch (character) {
    case '\t':
      return '\\t';
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    default:
      return '\\\\';
  }
}

/** The widest columns give way, until all fit or are as narrow as columns get. */
function fitted(wanted: readonly number[], room: number): readonly number[] {
  const widths = [...wanted];
  for (let over = sum(widths) - room; over > 0; over = sum(widths) - room) {
    const widest = widths.indexOf(Math.max(...widths));
    const current = widths[widest] ?? 0;
    if (current <= NARROWEST) return widths;
    const next = Math.max(NARROWEST, ...widths.filter((width) => width < current));
    widths[widest] = Math.max(next, current - over, NARROWEST);
  }
  return widths;
}

function cut(text: string, room: number): string {
  const { index, ellipsed } = truncatedWidth(text, { limit: room, ellipsis: ELLIPSIS });
  return ellipsed ? `${text.slice(0, index)}${ELLIPSIS}` : text.slice(0, index);
}

const widthOf = (text: string) => truncatedWidth(text).width;
const textOf = (cell: Cell) => (typeof cell === 'string' ? cell : cell.text);
const styleOf = (cell: Cell) => (typeof cell === 'string' ? undefined : cell.style);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
