/** A CSV file (RFC 4180) with a header line. Texts that a spreadsheet would run as a formula are made plain text. */
export function* csvOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly { readonly [name in Column]?: unknown }[],
): Generator<string, void, void> {
  yield `${columns.join(',')}\r\n`;
  for (const row of rows) yield `${columns.map((column) => cellOf(row[column])).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
