// Regular expressions whose work grows faster than the text they look at: one long text would hold up the event loop.
import { analyse } from 'scslre';
import ts from 'typescript';

/** Literals of a source that need more than linear work for some text, by line. */
export function findSlowPatterns(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node) && isSlow(node.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push({ line: line + 1, pattern: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isSlow(literal) {
  const end = literal.lastIndexOf('/');
  return analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) }).reports.length > 0;
}

/** What is wrong in these sources. */
export function checkPatterns(files) {
  return files.flatMap(({ path, text }) =>
    findSlowPatterns(path, text).map(
      ({ line, pattern }) => `${path}:${line}: ${pattern} takes more than linear time for some texts`,
    ),
  );
}
