import { isMap, isPair, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ConfigError } from './errors.js';

export const MAX_CONFIG_BYTES = 1024 * 1024;

export type YamlFile = {
  readonly value: unknown;
  /** 1-based line of the value at `path`, or of its key, or of the nearest thing around it. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
};

/** Parses a YAML file and remembers where everything stands. @throws ConfigError with the line of a syntax error */
export function parseYamlFile(text: string, origin: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    throw new ConfigError(
      'config_invalid',
      problems.map((problem) => ({
        path: '',
        message: problem.message,
        origin,
        line: lines.linePos(problem.pos[0]).line,
      })),
    );
  }
  const value = toPlain(document, origin);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError('config_invalid', [{ path: '', message: 'expected a block of keys', origin, line: 1 }]);
  }
  return { value, lineOf: (path) => findLine(document.contents, path, lines) };
}

function toPlain(document: ReturnType<typeof parseDocument>, origin: string): unknown {
  try {
    // The count bounds what nested aliases may expand to.
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
