/**
 * A text that a template of Home Assistant renders, as the type of its data point or variable has it: `True`, `"21.5"`. Any
 * other text stays, and is refused with the reason.
 *
 * @example
 * valueOfText('True', 'BOOL'); // true
 */
export function valueOfText(value: unknown, type: string): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (YES_OR_NO.has(type)) return BOOLEANS[text.toLowerCase()] ?? value;
  if (!NUMERIC.has(type) || text === '') return value;
  const number = Number(text);
  return Number.isFinite(number) ? number : value;
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };
/** Types of data points, and of variables. */
const YES_OR_NO: ReadonlySet<string> = new Set(['BOOL', 'ACTION', 'LOGIC', 'ALARM']);
const NUMERIC: ReadonlySet<string> = new Set(['FLOAT', 'INTEGER', 'NUMBER']);
