// Functions that are longer than 80 lines.
import ts from 'typescript';

const LONGEST_FUNCTION = 80;

/** The functions of a source file that are too long: their names and lengths in lines. */
export function findLongFunctions(text, longest = LONGEST_FUNCTION) {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
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

/** What is wrong with the functions of these files: `listed` has the names of those that are known to be too long. */
export function checkFunctionLengths(files, listed) {
  const found = new Map();
  for (const { path, text } of files) {
    for (const { name, lines } of findLongFunctions(text)) found.set(`${path} ${name}`, lines);
  }
  const unknown = [...found]
    .filter(([key]) => !listed.includes(key))
    .map(([key, lines]) => `${key} has ${lines} lines; a function has at most ${LONGEST_FUNCTION}`);
  const mended = listed
    .filter((key) => !found.has(key))
    .map((key) => `${key} is short enough or gone: take it off "longFunctions" in scripts/structure/known-gaps.json`);
  return [...unknown, ...mended];
}
