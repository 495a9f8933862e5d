// Functions that are longer than 80 lines.
import ts from 'typescript';

const LONGEST_FUNCTION = 80;

/** The functions of a source file that are too long: their names and lengths in lines. */
export function findLongFunctions(text, { path = 'source.ts', longest = LONGEST_FUNCTION } = {}) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position) => source.getLineAndCharacterOfPosition(position).line;
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const lines = lineAt(node.end) - lineAt(node.getStart(source)) + 1;
      if (lines > longest) found.push({ name: nameOf(node), lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(node) {
  const named = node.name ?? (ts.isConstructorDeclaration(node) ? undefined : node.parent.name);
  return named === undefined ? 'anonymous' : named.getText();
}

/** What is wrong with the functions of these files. */
export function checkFunctionLengths(files) {
  return files.flatMap(({ path, text }) =>
    findLongFunctions(text, { path }).map(
      ({ name, lines }) => `${path} ${name} has ${lines} lines; a function has at most ${LONGEST_FUNCTION}`,
    ),
  );
}
