import { readFileSync } from 'node:fs';
import { isAlias, isMap, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml';
import { replaceFile } from './replace-file.js';

/** A text value of a YAML file. */
export type YamlText = {
  /** Dotted path; an entry of a list that has a `name` goes by it, as in `centrals.home.password`. */
  readonly path: string;
  readonly value: string;
  /** Its position; undefined when it cannot be replaced in place (an alias, or the target of an alias). */
  readonly range: { readonly start: number; readonly end: number; readonly block: boolean } | undefined;
};

export type YamlTexts = { readonly text: string; readonly entries: readonly YamlText[] };

/** A YAML file that parses, with every text value in it. */
export function readTexts(file: string): YamlTexts {
  const text = readFileSync(file, 'utf8');
  return { text, entries: textsOf(text) };
}

function textsOf(text: string): readonly YamlText[] {
  const document = parseDocument(text);
  const found: YamlText[] = [];
  const visit = (node: unknown, path: string): void => {
    if (isMap(node)) {
      for (const pair of node.items) if (isScalar(pair.key)) visit(pair.value, extend(path, String(pair.key.value)));
    } else if (isSeq(node)) {
      node.items.forEach((item, index) => {
        const name = isMap(item) ? item.get('name') : undefined;
        visit(item, extend(path, typeof name === 'string' ? name : String(index)));
      });
    } else if (isAlias(node)) {
      const target = node.resolve(document);
      if (isScalar(target)) found.push({ path, value: String(target.value), range: undefined });
    } else if (isScalar(node) && node.value !== null) {
      found.push({ path, value: String(node.value), range: rangeOf(node) });
    }
  };
  visit(document.contents as Node | null, '');
  return found;
}

/**
 * Puts other values into a YAML file and leaves every other byte alone. The new file is complete before it takes the
 * place of the old one, and only its owner can read it. False, and nothing changed, when that is not possible.
 */
export function replaceTexts(
  file: string,
  { text, entries }: YamlTexts,
  replacements: ReadonlyMap<YamlText, string>,
): boolean {
  let result = text;
  // From the end, so that earlier positions stay valid.
  const ordered = [...replacements].sort(([a], [b]) => (b.range?.start ?? 0) - (a.range?.start ?? 0));
  for (const [{ range }, value] of ordered) {
    if (range === undefined) return false;
    result = `${result.slice(0, range.start)}${JSON.stringify(value)}${range.block ? '\n' : ''}${result.slice(range.end)}`;
  }
  return means(result, entries, replacements) && replaceFile(file, result, 'owner-only') === undefined;
}

/** An unexpected form of YAML must not change other values of the file. */
function means(result: string, before: readonly YamlText[], replacements: ReadonlyMap<YamlText, string>): boolean {
  if (parseDocument(result).errors.length > 0) return false;
  const after = textsOf(result);
  return (
    after.length === before.length &&
    before.every((entry, index) => {
      const other = after[index];
      return other?.path === entry.path && other.value === (replacements.get(entry) ?? entry.value);
    })
  );
}

function rangeOf({ range, type, anchor }: Scalar): YamlText['range'] {
  if (!range || anchor !== undefined) return undefined;
  return { start: range[0], end: range[1], block: type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED' };
}

function extend(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
