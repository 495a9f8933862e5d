const LOCAL = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/;
const GERMAN = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/;
const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)? ?(Z|[+-]\d\d:?\d\d)$/i;

/**
 * Milliseconds since the Unix epoch of a text: ISO 8601 with an offset, `2026-01-31 12:00:00.000` or `31.01.2026 12:00:00` in the
 * zone of the process, or a number of seconds, milliseconds, microseconds or nanoseconds, distinguished by its size.
 * Undefined for another text.
 */
export function timeOf(text: string): number | undefined {
  if (/^\d{9,19}$/.test(text)) return epochOf(text);
  if (ZONED.test(text)) return finite(Date.parse(text.replace(' ', 'T').replace(' ', '').replace(',', '.')));
  const [, year, month, day, ...clock] = LOCAL.exec(text) ?? reordered(GERMAN.exec(text));
  if (year === undefined) return undefined;
  const [hour = 0, minute = 0, second = 0] = clock.map((each) => Number(each ?? 0));
  const ms = Number((clock[3] ?? '').padEnd(3, '0').slice(0, 3));
  const date = new Date(Number(year), Number(month) - 1, Number(day), hour, minute, second, ms);
  // The 31st of a short month is no day.
  return date.getMonth() === Number(month) - 1 ? finite(date.getTime()) : undefined;
}

function reordered(match: RegExpExecArray | null): readonly (string | undefined)[] {
  if (match === null) return [];
  const [all, day, month, year, ...clock] = match;
  return [all, year, month, day, ...clock];
}

/** Seconds have ten digits until the year 2286, milliseconds thirteen. */
function epochOf(digits: string): number | undefined {
  if (digits.length <= 10) return Number(digits) * 1_000;
  return finite(Number(digits.slice(0, 13).padEnd(13, '0')));
}

const finite = (at: number) => (Number.isSafeInteger(at) ? at : undefined);

const SWITCHED: Readonly<Record<string, number>> = { true: 1, false: 0, on: 1, off: 0 };

/** A finite number, also with a decimal comma; true and on are 1, false and off 0. Undefined for another text. */
export function numberOf(text: string): number | undefined {
  const number =
    SWITCHED[text.toLowerCase()] ?? (text === '' ? Number.NaN : Number(text.replace(/^(-?\d+),(\d+)$/, '$1.$2')));
  return Number.isFinite(number) ? number : undefined;
}

/** Cells of a line of CSV; a quoted one has its quotes removed. Undefined where a quote is not closed. */
export function cellsOf(line: string, separator: string): readonly string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    if (line[at] !== '"') {
      const end = line.indexOf(separator, at);
      cells.push(line.slice(at, end < 0 ? undefined : end).trim());
      at = end < 0 ? line.length + 1 : end + 1;
      continue;
    }
    let end = line.indexOf('"', at + 1);
    while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2);
    if (end < 0 || (end + 1 < line.length && line[end + 1] !== separator)) return undefined;
    cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
    at = end + 2;
  }
  return cells;
}
