import type { Style } from './colours.js';
import { printable } from './text.js';

/** Text, with its meaning as a colour on a terminal. */
export type Cell = string | { readonly text: string; readonly style: Style };

/** Rows under names of columns. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Columns that a narrow terminal leaves out, the first one first, so that the others stay readable. */
  readonly spare?: readonly string[];
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

export const textOf = (cell: Cell) => (typeof cell === 'string' ? cell : cell.text);
