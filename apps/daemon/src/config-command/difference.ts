import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { CONFIG_ROOT, nodeAt } from '../config/explain.js';

/** A line that only one of two texts has. */
export interface ChangedLine {
  readonly sign: '-' | '+';
  /** Counted from 1, in the text that has it. */
  readonly line: number;
  readonly text: string;
}

/** Lines that differ between two configuration files, from the first to the last; secrets are `***`. */
export function difference(before: string, after: string): readonly ChangedLine[] {
  const [shown, changed] = [linesOf(masked(before)), linesOf(masked(after))];
  // Compared as they are: another secret is a difference too.
  const [old, next] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, next.length);
  let first = 0;
  while (first < shorter && old[first] === next[first]) first += 1;
  let last = 0;
  while (last < shorter - first && old.at(-1 - last) === next.at(-1 - last)) last += 1;
  const part = (sign: '-' | '+', lines: readonly string[], end: number) =>
    lines.slice(first, end - last).map((text, at) => ({ sign, line: first + at + 1, text }));
  return [...part('-', shown, old.length), ...part('+', changed, next.length)];
}

/** Replaces each secret, or its placeholder, by `***` in the same number of lines. */
function masked(text: string): string {
  const ranges: (readonly [start: number, end: number])[] = [];
  const visit = (node: unknown, keys: readonly (string | number)[]): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items) if (isScalar(key)) visit(value, [...keys, String(key.value)]);
    } else if (isSeq(node)) {
      for (const [at, item] of node.items.entries()) visit(item, [...keys, at]);
    } else if (isScalar(node) && node.range && node.value !== null && nodeAt(CONFIG_ROOT, keys)?.secret === true) {
      // To the end of its line: a part that a sign has cut off as a comment belongs to the secret too.
      const end = text.indexOf('\n', node.range[1]);
      ranges.push([node.range[0], node.type?.startsWith('BLOCK') ? node.range[1] : end < 0 ? text.length : end]);
    }
  };
  visit(parseDocument(text).contents, []);
  return ranges.reduceRight((result, [start, end]) => {
    const breaks = result.slice(start, end).replace(/[^\n]/g, '');
    return `${result.slice(0, start)}***${breaks}${result.slice(end)}`;
  }, text);
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));
