import truncatedWidth from 'fast-string-truncated-width';
import type { Paint } from './colours.js';
import { type Cell, type Table, textOf } from './table.js';
import { printable } from './text.js';

/** How a terminal shows a table. */
export interface TableView {
  /** Columns of the terminal; undefined where it does not say. */
  readonly width: number | undefined;
  readonly paint: Paint;
  /** The columns were asked for one by one: none is left out that has room. */
  readonly asAsked?: boolean;
}

const GAP = '  ';
const NARROWEST = 6;
/** As wide as a column is left where other columns can be left out instead: an address of a channel, most of a name. */
const READABLE = 24;
/** A column with the same value in each row: the CCU, where there is only one. */
const TELLS_APART = 'CENTRAL';
const ELLIPSIS = '…';

/** A table as a terminal shows it. */
export interface ShownTable {
  readonly lines: readonly string[];
  /** Columns for which the terminal has no room. */
  readonly leftOut: readonly string[];
}

/**
 * Table for people: aligned under a header, cut at the width of the terminal. The first column, which people copy,
 * stays whole. On a narrow terminal the spare columns are left out, then the last ones where even narrow columns do not
 * fit.
 */
export function showTable(table: Table, view: TableView): ShownTable {
  const needed = view.asAsked === true ? table : withoutSame(table);
  const readable = view.asAsked === true ? needed : withoutSpare(needed, view.width);
  const shown = firstColumns(readable, columnsThatFit(readable, view.width, NARROWEST));
  return {
    lines: tableLines(shown, view),
    leftOut: needed.header.filter((name) => !shown.header.includes(name)),
  };
}

function withoutSame(table: Table): Table {
  const at = table.header.indexOf(TELLS_APART);
  const same = new Set(table.rows.map((row) => textOf(row[at] ?? '')));
  return at < 1 || table.rows.length === 0 || same.size > 1 ? table : without(table, at);
}

function withoutSpare(table: Table, width: number | undefined): Table {
  let left = table;
  for (const name of table.spare ?? []) {
    if (columnsThatFit(left, width, READABLE) === left.header.length) break;
    const at = left.header.indexOf(name);
    if (at > 0) left = without(left, at);
  }
  return left;
}

const without = (table: Table, at: number): Table => ({
  ...table,
  header: table.header.toSpliced(at, 1),
  rows: table.rows.map((row) => row.toSpliced(at, 1)),
});

const firstColumns = (table: Table, count: number): Table => ({
  header: table.header.slice(0, count),
  rows: table.rows.map((row) => row.slice(0, count)),
});

function columnsThatFit({ header, rows }: Table, width: number | undefined, narrowest: number): number {
  if (width === undefined) return header.length;
  const wanted = header.map((name, column) => wantedWidth(name, rows, column));
  let needed = wanted[0] ?? 0;
  let fit = 1;
  for (const columnWidth of wanted.slice(1)) {
    needed += GAP.length + Math.min(columnWidth, narrowest);
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
const styleOf = (cell: Cell) => (typeof cell === 'string' ? undefined : cell.style);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
