import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
} from 'yaml';

/** Position in a YAML document: names of keys, and indexes in lists. */
export type Keys = readonly (string | number)[];

/**
 * The text of a YAML file with another value at a position, or without one where `value` is undefined. Every other byte
 * stays unchanged wherever that is possible, else comments and order do. Undefined where the form of the file allows
 * neither, as with an alias in the way.
 */
export function editYaml(text: string, keys: Keys, value: unknown): string | undefined {
  const before = parseDocument(text);
  const plain = (before.toJS() ?? {}) as Readonly<Record<string, unknown>>;
  const isRemoval = value === undefined;
  const where = isRemoval ? emptied(plain, keys) : keys;
  const wanted = isRemoval ? without(plain, where) : withValue(plain, keys, value);
  const attempts = isRemoval
    ? [() => cut(text, before, where), () => rewritten(text, (document) => document.deleteIn(where))]
    : [() => put(text, before, keys, value), () => rewritten(text, (document) => document.setIn(keys, value))];
  for (const attempt of attempts) {
    const result = attempt();
    if (result !== undefined && means(result, wanted)) return result;
  }
  return undefined;
}

/** An unexpected form of YAML must not change other values of the file. */
function means(text: string, wanted: unknown): boolean {
  const document = parseDocument(text, { uniqueKeys: true });
  if (document.errors.length > 0 || document.warnings.length > 0) return false;
  try {
    return isDeepStrictEqual(document.toJS() ?? {}, wanted);
  } catch {
    // An alias without its target.
    return false;
  }
}

/** The library rewrites the whole file: with its comments and in its order, but with its own spaces. */
function rewritten(text: string, change: (document: Document) => unknown): string | undefined {
  try {
    const document = parseDocument(text);
    change(document);
    return document.toString({ lineWidth: 0 });
  } catch {
    return undefined;
  }
}

interface Found {
  readonly map: YAMLMap;
  readonly pair: Pair | undefined;
  /** The keys from this pair on. */
  readonly rest: Keys;
}

/** The innermost existing block on the path, and the pair in it that continues the path. */
function find(document: Document, keys: Keys): Found | undefined {
  let node: unknown = document.contents;
  let found: Found | undefined;
  for (const [depth, key] of keys.entries()) {
    if (isSeq(node)) {
      node = node.items[Number(key)];
    } else if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      found = { map: node, pair, rest: keys.slice(depth) };
      node = pair?.value;
    } else {
      return found;
    }
  }
  return found;
}

function put(text: string, document: Document, keys: Keys, value: unknown): string | undefined {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const found = find(document, keys);
  // Braces and their contents are left to the library.
  if (found?.map.flow) return undefined;
  const [key, ...below] = found?.rest ?? keys;
  if (below.length > 0 && isAlias(found?.pair?.value)) return undefined;
  const nested = below.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  const lines = (style?: string) =>
    stringify({ [String(key)]: nested }, options(style))
      .trimEnd()
      .split('\n');
  if (found === undefined || found.map.items.length === 0) {
    const glue = text === '' || text.endsWith('\n') ? '' : newline;
    return `${text}${glue}${lines().join(newline)}${newline}`;
  }
  const indent = ' '.repeat(columnOf(text, startOf(found.map.items[0])));
  if (found.pair !== undefined) {
    const style = isScalar(found.pair.value) ? found.pair.value.type : undefined;
    const written = lines(style).join(`${newline}${indent}`);
    return `${text.slice(0, startOf(found.pair))}${written}${text.slice(endOf(text, found.pair))}`;
  }
  const at = lineEnd(text, endOf(text, found.map.items.at(-1)));
  const added = lines().map((line) => `${newline}${indent}${line}`);
  return `${text.slice(0, at)}${added.join('')}${text.slice(at)}`;
}

/** Removes whole lines, with their trailing comments. */
function cut(text: string, document: Document, keys: Keys): string | undefined {
  const found = find(document, keys);
  if (found?.pair === undefined || found.rest.length !== 1 || found.map.flow) return undefined;
  const start = startOf(found.pair);
  const lineStart = start - columnOf(text, start);
  // The first key behind the dash of a list is for the library.
  if (text.slice(lineStart, start).trim() !== '') return undefined;
  const next = text.indexOf('\n', endOf(text, found.pair));
  return `${text.slice(0, lineStart)}${next < 0 ? '' : text.slice(next + 1)}`;
}

/** Quotes stay as they are; a text of several lines becomes one in quotes. */
function options(style: string | undefined) {
  const kept = style === 'QUOTE_DOUBLE' || style === 'QUOTE_SINGLE' ? style : 'PLAIN';
  return { lineWidth: 0, defaultKeyType: 'PLAIN', defaultStringType: kept } as const;
}

const rangeOf = (node: unknown) => (node as { readonly range?: readonly number[] } | null | undefined)?.range;

const startOf = (pair: Pair | undefined) => rangeOf(pair?.key)?.[0] ?? 0;

function endOf(text: string, pair: Pair | undefined): number {
  const end = rangeOf(pair?.value)?.[1] ?? 0;
  const key = rangeOf(pair?.key)?.[1] ?? 0;
  // Without a value after the colon, the colon is the end.
  return Math.max(text.slice(0, end).trimEnd().length, text.indexOf(':', key) + 1);
}

const columnOf = (text: string, offset: number) => offset - (text.lastIndexOf('\n', offset - 1) + 1);

function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at < 0) return text.length;
  return text[at - 1] === '\r' ? at - 1 : at;
}

type Plain = Readonly<Record<string, unknown>>;

function withValue(node: unknown, [key, ...rest]: Keys, value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node)) return node.map((entry, at) => (at === key ? withValue(entry, rest, value) : entry));
  // A value that is no block becomes one.
  const block = (typeof node === 'object' && node !== null ? node : {}) as Plain;
  return { ...block, [key]: withValue(block[key], rest, value) };
}

function without(node: unknown, [key, ...rest]: Keys): unknown {
  if (Array.isArray(node)) return node.map((entry, at) => (at === key ? without(entry, rest) : entry));
  if (typeof node !== 'object' || node === null || key === undefined) return node;
  const entries = Object.entries(node).filter(([name]) => rest.length > 0 || name !== key);
  return Object.fromEntries(entries.map(([name, child]) => [name, name === key ? without(child, rest) : child]));
}

/** The outermost block that would be left with nothing in it; an entry of a list stays. */
function emptied(plain: unknown, keys: Keys): Keys {
  let node = plain;
  const counts = keys.map((key) => {
    const count = Array.isArray(node) ? Number.POSITIVE_INFINITY : Object.keys(node ?? {}).length;
    node = (node as Plain | undefined)?.[key];
    return count;
  });
  let length = keys.length;
  while (length > 1 && counts[length - 1] === 1 && counts[length - 2] !== Number.POSITIVE_INFINITY) length -= 1;
  return keys.slice(0, length);
}
