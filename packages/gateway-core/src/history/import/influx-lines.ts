import { numberOf, timeOf } from './cells.js';
import { type LineReader, NOTHING, refused } from './reader.js';

/** Measurement with tags, fields, and a time. A space or comma after a backslash separates nothing. */
const LINE = /^((?:\\.|[^\\ ])+) +((?:\\.|"(?:\\.|[^"\\])*"|[^\\ "])+) +(\d+)$/;

/**
 * Line protocol of InfluxDB: the field `value`, and tags `device`, `channel` and `parameter`, or a tag `point`. Without a tag
 * `parameter` the measurement is the parameter.
 */
export function influxReader(): LineReader {
  return (line) => {
    if (line.trim() === '' || line.startsWith('#')) return NOTHING;
    const [, head = '', fields = '', time = ''] = LINE.exec(line) ?? [];
    if (head === '') return refused('is no line protocol with a time');
    const [measurement = '', ...tags] = partsOf(head, ',').map((part) => part);
    const named = new Map(tags.map(pairOf));
    const { point, device, channel, parameter } = Object.fromEntries(named);
    const id =
      point ??
      (device && `${device}${channel === undefined ? '' : `:${channel}`}:${parameter ?? unescaped(measurement)}`);
    if (id === undefined || id === '') return refused('has neither a tag `point` nor a tag `device`');
    const text = new Map(partsOf(fields, ',').map(pairOf)).get('value');
    if (text === undefined) return refused('has no field `value`');
    const value = numberOf(numberText(text));
    const at = timeOf(time);
    if (value === undefined) return refused('has no number as its value');
    return at === undefined ? refused('has no usable time') : [{ id, at, value }];
  };
}

/** True for a line of it. */
export const isInfluxLine = (line: string): boolean => LINE.test(line) && line.includes('=');

/** Splits at separators that no backslash takes away. */
function partsOf(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === separator) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function pairOf(text: string): readonly [key: string, value: string] {
  const [key = '', ...value] = partsOf(text, '=');
  return [unescaped(key), unescaped(value.join('='))];
}

const unescaped = (text: string) => text.replaceAll(/\\([,= \\])/g, '$1');

/** Integers have an ending, and booleans short forms. */
function numberText(text: string): string {
  if (/^-?\d+[iu]$/.test(text)) return text.slice(0, -1);
  return { t: 'true', T: 'true', f: 'false', F: 'false' }[text] ?? text;
}
