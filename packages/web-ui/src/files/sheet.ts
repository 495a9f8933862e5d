/** A table as text: headings, and cells as people read them or as they are. */
export interface Sheet {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Begins formulas in spreadsheets; names of devices must not. */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export function csvOf({ columns, rows }: Sheet): string {
  return `\uFEFF${[columns, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One object for each row. */
export function jsonOf({ columns, rows }: Sheet): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
  return `${JSON.stringify(objects, null, 2)}\n`;
}
