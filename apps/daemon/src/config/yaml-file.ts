import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument, visit, type YAMLError } from 'yaml';
import { ConfigError, type ConfigIssue } from './errors.js';

export const MAX_CONFIG_BYTES = 1024 * 1024;

export type YamlFile = {
  readonly value: unknown;
  /** 1-based line of the value at `path`, or of its key, or of the nearest thing around it. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
  /** True when the value at `path` ends before a `#` directly followed by more text, as in `geheim #1`. */
  readonly isCutByComment: (path: readonly PropertyKey[]) => boolean;
};

const QUOTE = 'a text with signs that mean something in YAML belongs in quotes, e.g. "#1 @home"';

/**
 * Messages of the parser, except those that quote the file, which may have a password; and a hint where a text without
 * quotes is the usual reason.
 */
const WORDS: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: 'an unknown escape after "\\\\"; in single quotes it stands for itself',
  BAD_DIRECTIVE: 'a directive that is not known',
  BAD_SCALAR_START: QUOTE,
  BLOCK_AS_IMPLICIT_KEY: `a second ":" in one line; ${QUOTE}`,
  MISSING_CHAR: `a quote or bracket is not closed; ${QUOTE}`,
  TAG_RESOLVE_FAILED: `a value begins with "!"; ${QUOTE}`,
  UNEXPECTED_TOKEN: `something unexpected stands here; ${QUOTE}`,
};

/** Parses a YAML file and keeps the positions of its values. @throws ConfigError with the line of a syntax error */
export function parseYamlFile(text: string, origin: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const issue = (message: string, offset: number): ConfigIssue => ({
    path: '',
    message,
    origin,
    line: lines.linePos(offset).line,
  });
  const problems = [...document.errors, ...document.warnings].map((problem: YAMLError) =>
    issue(WORDS[problem.code] ?? problem.message, problem.pos[0]),
  );
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document) === undefined) {
        problems.push(issue(`a value begins with "*"; ${QUOTE}`, alias.range?.[0] ?? 0));
      }
    },
  });
  if (problems.length > 0) throw new ConfigError('config_invalid', problems);
  const value = toPlain(document, origin);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError('config_invalid', [{ path: '', message: 'expected a block of keys', origin, line: 1 }]);
  }
  return {
    value,
    lineOf: (path) => findLine(document.contents, path, lines),
    isCutByComment: (path) => {
      const node = document.getIn(path, true);
      return isScalar(node) && node.type === 'PLAIN' && typeof node.comment === 'string' && /^\S/.test(node.comment);
    },
  };
}

function toPlain(document: ReturnType<typeof parseDocument>, origin: string): unknown {
  try {
    // The limit bounds the expansion of nested aliases.
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch {
    throw new ConfigError('config_invalid', [{ path: '', message: 'its aliases expand to too much', origin, line: 1 }]);
  }
}

function findLine(root: Node | null, path: readonly PropertyKey[], lines: LineCounter): number {
  let node: unknown = root;
  let offset = root?.range?.[0] ?? 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(key),
      );
      if (!pair) break;
      offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else {
      break;
    }
  }
  return lines.linePos(offset).line;
}
