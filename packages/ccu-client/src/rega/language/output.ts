import { WireError } from '../../wire/encoding/errors.js';
import { percentDecodeLatin9, percentEncodeLatin9 } from '../../wire/encoding/text.js';

/**
 * Format of the output of a script: one line per row, cells separated by tabs, lines ended by a line feed. The last line is
 * `@end NAME`; without it the script was cut off, because the CCU stops silently at an unknown name. The line before it may
 * be `@more N` (ask again from N) or `@error CODE` (refused, nothing was changed).
 *
 * - `text` percent-encoded Latin-9 bytes · `texts` such texts separated by one space
 * - `int`, `number` decimal · `bool` `true` or `false` · `time` seconds since the Unix epoch, 0 for never
 * - `value` the CCU's value type and the text, `2:true`, `4:21.500000` (a LEVEL is `6:0.500000`), `16:3`, `20:a%20b`; empty
 *   when there is none
 */
type Column = 'text' | 'texts' | 'int' | 'number' | 'bool' | 'time' | 'value';

/** Value of the logic layer in the output of a script. */
export type ScriptValue = boolean | number | string;

interface Cells {
  text: string;
  texts: readonly string[];
  int: number;
  number: number | undefined;
  bool: boolean;
  /** Milliseconds since the Unix epoch. */
  time: number;
  value: ScriptValue | undefined;
}

export type Columns = Readonly<Record<string, Column>>;
export type Row<C extends Columns> = { readonly [K in keyof C]: Cells[C[K]] };

/**
 * Why a script changed nothing. The client reports `invalid` as `CcuError` `invalid_argument`, `refused` as `fault`, and the
 * others under the same code. An unknown code is read as `refused`.
 */
export type ScriptErrorCode = 'not_found' | 'conflict' | 'invalid' | 'refused' | 'unsupported' | 'unerasable';

/** Answer of a script: its rows, or a refusal. `next` is the start of the next page; absent on the last page. */
export type ScriptOutput<R> =
  | { readonly kind: 'rows'; readonly rows: readonly R[]; readonly next?: number }
  | { readonly kind: 'error'; readonly code: ScriptErrorCode };

/** Value types of the CCU's object model. */
const VALUE_TYPE = { bool: 2, float: 4, level: 6, integer: 16, string: 20 } as const;

const ERROR_CODES: ReadonlySet<string> = new Set<ScriptErrorCode>([
  'not_found',
  'conflict',
  'invalid',
  'refused',
  'unsupported',
  'unerasable',
]);

/** Reads the output of the script `name`. Throws `WireError` `truncated` without its end, `malformed` for a bad row. */
export function decodeOutput<C extends Columns>(name: string, columns: C, output: string): ScriptOutput<Row<C>> {
  const lines = output.split('\n').map((line) => line.replace(/\r$/, ''));
  const end = lines.lastIndexOf(`@end ${name}`);
  if (end < 0) throw new WireError('truncated', `the script ${name} ended before its end`);
  const rows: Row<C>[] = [];
  let next: number | undefined;
  for (const line of lines.slice(0, end)) {
    if (line.startsWith('@error ')) {
      const code = line.slice(7).trim();
      return { kind: 'error', code: ERROR_CODES.has(code) ? (code as ScriptErrorCode) : 'refused' };
    }
    if (line.startsWith('@more ')) next = Number.parseInt(line.slice(6), 10);
    else if (line !== '') rows.push(decodeRow(name, columns, line));
  }
  return { kind: 'rows', rows, ...(next !== undefined && next > 0 ? { next } : {}) };
}

function decodeRow<C extends Columns>(name: string, columns: C, line: string): Row<C> {
  const cells = line.split('\t');
  const entries = Object.entries(columns);
  if (cells.length !== entries.length) throw new WireError('malformed', `the script ${name} wrote a bad row`);
  return Object.fromEntries(entries.map(([key, column], i) => [key, decodeCell(column, cells[i]!)])) as Row<C>;
}

function decodeCell(column: Column, cell: string): Cells[Column] {
  switch (column) {
    case 'text':
      return percentDecodeLatin9(cell);
    case 'texts':
      return cell.split(' ').filter(Boolean).map(percentDecodeLatin9);
    case 'int':
      return finite(Math.trunc(Number(cell))) ?? 0;
    case 'number':
      return cell === '' ? undefined : finite(Number(cell));
    case 'bool':
      return cell === 'true' || cell === '1';
    case 'time':
      return Math.max(0, finite(Number(cell)) ?? 0) * 1000;
    case 'value':
      return decodeValue(cell);
  }
}

function decodeValue(cell: string): ScriptValue | undefined {
  const colon = cell.indexOf(':');
  if (colon < 0) return undefined;
  const text = percentDecodeLatin9(cell.slice(colon + 1));
  switch (Number(cell.slice(0, colon))) {
    case VALUE_TYPE.bool:
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined;
    case VALUE_TYPE.float:
    case VALUE_TYPE.level:
      return text === '' ? undefined : finite(Number(text));
    case VALUE_TYPE.integer:
      return text === '' ? undefined : finite(Math.trunc(Number(text)));
    default:
      return text;
  }
}

/** Undefined for the `nan` and `inf` a CCU may print. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value + 0 : undefined;
}

/** Writes the output of the script `name`: the opposite of `decodeOutput`, for simulators and tests. */
export function encodeOutput<C extends Columns>(
  name: string,
  columns: C,
  rows: readonly Row<C>[],
  options: { readonly next?: number } = {},
): string {
  const lines = rows.map((row) =>
    Object.entries(columns)
      .map(([key, column]) => encodeCell(column, row[key] as Cells[Column]))
      .join('\t'),
  );
  if (options.next !== undefined) lines.push(`@more ${options.next}`);
  return `${[...lines, `@end ${name}`].join('\n')}\n`;
}

/**
 * Writes the output of a script that is refused, as a simulator answers it.
 *
 * @example
 * encodeScriptError('rename', 'not_found'); // '@error not_found\n@end rename\n'
 */
export function encodeScriptError(name: string, code: ScriptErrorCode): string {
  return `@error ${code}\n@end ${name}\n`;
}

function encodeCell(column: Column, cell: Cells[Column]): string {
  switch (column) {
    case 'text':
      return percentEncodeLatin9(String(cell ?? ''));
    case 'texts':
      return (cell as readonly string[]).map(percentEncodeLatin9).join(' ');
    case 'time':
      return String(Math.trunc(Number(cell) / 1000));
    case 'value':
      return encodeValue(cell as ScriptValue | undefined);
    default:
      return cell === undefined ? '' : String(cell);
  }
}

function encodeValue(value: ScriptValue | undefined): string {
  switch (typeof value) {
    case 'undefined':
      return '';
    case 'boolean':
      return `${VALUE_TYPE.bool}:${value}`;
    case 'number':
      return Number.isInteger(value) ? `${VALUE_TYPE.integer}:${value}` : `${VALUE_TYPE.float}:${value}`;
    default:
      return `${VALUE_TYPE.string}:${percentEncodeLatin9(value)}`;
  }
}
