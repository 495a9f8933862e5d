// The state machine of the link to a CCU interface, read from its code: its table of arrows, and the states that each can lead to.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { code, page, table } from './markdown.mjs';

const FOLDER = 'packages/ccu-client/src/connection';
const FILES = ['transition.ts', 'draft.ts'];

/** The arrows of the table in `transition.ts`: a state, an input, and the states that its function can lead to. */
export function readLinkStates(root) {
  const functions = new Map();
  let arrows;
  const keep = (name, node) => {
    if (name === 'ARROWS') arrows = node;
    else functions.set(name, node);
  };
  for (const file of FILES) {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(root, FOLDER, file), 'utf8'),
      ts.ScriptTarget.ES2023,
      true,
    );
    for (const statement of source.statements) {
      if (ts.isFunctionDeclaration(statement)) keep(statement.name.text, statement);
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) keep(name.text, initializer);
    }
  }
  return arrows.properties.map(({ name, initializer }) => ({
    name: name.text,
    inputs: initializer.properties.map((arrow) => ({
      input: arrow.name.text,
      states: [...statesIn(functions, functions.get(arrow.name.text) ?? arrow, new Set([arrow.name.text]))],
    })),
  }));
}

/** States that a function sets, itself or by a function of these files. */
function* statesIn(functions, node, seen) {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'at' && ts.isStringLiteral(node.initializer)) {
    yield node.initializer.text;
  }
  if (ts.isIdentifier(node) && functions.has(node.text) && !seen.has(node.text)) {
    seen.add(node.text);
    yield* statesIn(functions, functions.get(node.text), seen);
  }
  for (const child of childrenOf(node)) yield* statesIn(functions, child, seen);
}

function childrenOf(node) {
  const children = [];
  node.forEachChild((child) => void children.push(child));
  return children;
}

/** The page of the states: a drawing, and a table of the same with the inputs. */
export function linkStatesPage(states) {
  const rows = states.flatMap(({ name, inputs }) =>
    inputs.map(({ input, states: next }) => [code(name), code(input), next.map(code).join(', ')]),
  );
  return page('States of a connection', [
    'The states of the link to an interface of a CCU, read from its table of arrows. The input `stop` leads from each state to `stopped`.',
    '[Architecture](/architecture.md#states-of-an-interface-connection) describes the conditions.',
    '',
    '[![States and their arrows; the table below lists them](/link-states.svg)](/link-states.svg)',
    '',
    ...table(['State', 'Input', 'Can lead to'], rows),
  ]);
}

/** The states with their arrows, as a drawing takes them; without `stopped`, to which all of them lead. */
export function boxesOf(states) {
  return states
    .filter(({ inputs }) => inputs.length > 0)
    .map(({ name, inputs }) => {
      const next = new Set(inputs.flatMap((each) => each.states));
      return { name, uses: [...next].filter((each) => each !== name) };
    });
}
