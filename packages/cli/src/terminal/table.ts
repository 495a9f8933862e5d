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

/** A table as a terminal shows it. */
export interface ShownTable {
  readonly lines: readonly string[];
  /** Columns for which the terminal has no room. */
  readonly leftOut: readonly string[];
}

/**
 * For people: aligned under a header, cut where the terminal ends. The first column, which is what people copy, stays whole;
 * where even narrow columns do not fit beside it, the last ones are left out.
 */
export function showTable(table: Table, view: TableView): ShownTable {
  const columns = columnsThatFit(table, view.width);
  const shown = {
    header: table.header.slice(0, columns),
    rows: table.rows.map((row) => row.slice(0, columns)),
  };
  return { lines: tableLines(shown, view), leftOut: table.header.slice(columns) };
}

function columnsThatFit({ header, rows }: Table, width: number | undefined): number {
  if (width === undefined) return header.length;
  const wanted = header.map((name, column) => wantedWidth(name, rows, column));
  let needed = wanted[0] ?? 0;
  let fit = 1;
  for (const columnWidth of wanted.slice(1)) {
    needed += GAP.length + Math.min(columnWidth, NARROWEST);
    if (needed > width) break;
    fit += 1;
  }
  return fit;
}

const wantedWidth = (name: string, rows: Table['rows'], column: number) =>
  Math.max(widthOf(name), ...rows.map((row) => widthOf(printable(textOf(row[column] ?? '')))));

function tableLines({ header, rows }: Table, { width, paint }: TableView): readonly string[] {
  const cells = rows.map((row) => row.map((cell) => ({ text: printable(textOf(cell)), style: styleOf(cell) })));
  const all = [header.map((text) => ({ text, style: 'heading' as const })), ...cells];
  const wanted = header.map((name, column) => wantedWidth(name, rows, column));
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

/** The widest columns behind the first give way, until all fit or are as narrow as columns get. */
function fitted([first = 0, ...wanted]: readonly number[], room: number): readonly number[] {
  const widths = [...wanted];
  for (let over = first + sum(widths) - room; over > 0; over = first + sum(widths) - room) {
    const widest = widths.indexOf(Math.max(...widths));
    const current = widths[widest] ?? 0;
    if (current <= NARROWEST) break;
    const next = Math.max(NARROWEST, ...widths.filter((width) => width < current));
    widths[widest] = Math.max(next, current - over, NARROWEST);
  }
  return [first, ...widths];
}

function cut(text: string, room: number): string {
  const { index, ellipsed } = truncatedWidth(text, { limit: room, ellipsis: ELLIPSIS });
  return ellipsed ? `${text.slice(0, index)}${ELLIPSIS}` : text.slice(0, index);
}

const widthOf = (text: string) => truncatedWidth(text).width;
const textOf = (cell: Cell) => (typeof cell === 'string' ? cell : cell.text);
const styleOf = (cell: Cell) => (typeof cell === 'string' ? undefined : cell.style);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
