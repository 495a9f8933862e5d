// Names of interfaces stand in the facts about interfaces, and nowhere else: a decision by name is a fact that only one place
// knows. Comments may name interfaces; texts and keys may not.
import ts from 'typescript';

/** The file that has the facts. Its lists of names are what the check looks for. */
export const FACTS = 'packages/ccu-client/src/model/interfaces.ts';
const LISTS = ['INTERFACE_NAMES', 'SERVER_NAMES'];

/** Places that name interfaces for a reason of their own, by the beginning of their path. */
export const EXCEPTIONS = {
  // A simulated CCU has its own facts, so that it reveals faults of the client (ADR 31).
  'packages/ccu-simulator/': 'the simulator has facts of its own',
  // It switches the faults of the simulator.
  'apps/daemon/src/demo/': 'the demo operates the simulator',
  // The floor imports nothing; apps/daemon/test/interface-names.test.ts holds its texts against the facts.
  'packages/contract/src/schemas/': 'descriptions of the published contract',
  // It runs in browsers and imports no client of a CCU; its test holds the lists against the facts.
  'packages/web-ui/src/radio/interfaces.ts': 'lists of the web UI',
  // It writes topics as that program does, which tells its own devices apart.
  'packages/mqtt-bridge/src/tree/ccu-jack/': 'the topics of another program',
  // The status of a broker names the program whose topics it has.
  'apps/daemon/src/config/schema/mqtt.ts': 'the name of another program',
};

const parse = (text) => ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest);

/** The names that the file of facts lists. */
export function readNames(facts) {
  const names = [];
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && LISTS.includes(node.name.text)) {
      ts.forEachChild(node, function collect(child) {
        if (ts.isStringLiteral(child)) names.push(child.text);
        else ts.forEachChild(child, collect);
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(facts));
  return names;
}

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isRegularExpressionLiteral(node);

/** Where a source names one of these in a text or as a key: line and name. */
export function findInterfaceNames(text, names) {
  if (!names.some((name) => text.includes(name))) return [];
  const source = parse(text);
  const found = [];
  const visit = (node) => {
    const told = isText(node) || ts.isIdentifier(node) ? node.text : undefined;
    const name = told && names.find((each) => (isText(node) ? told.includes(each) : told === each));
    if (name) found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, name });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What is wrong in these files (`path`, `text`). */
export function checkInterfaceNames(files, names) {
  const excepted = Object.keys(EXCEPTIONS);
  return files
    .filter(({ path }) => path !== FACTS && !excepted.some((beginning) => path.startsWith(beginning)))
    .flatMap(({ path, text }) =>
      findInterfaceNames(text, names).map(
        ({ line, name }) =>
          `${path}:${line} names ${name}: ask the facts of the interface (\`factsOf\`, \`interfacesWhere\` of ` +
          `@ccu-gateway/ccu-client/interfaces, \`facts\` of a record of the model); a new fact is a member of InterfaceProfile in ${FACTS}`,
      ),
    );
}
