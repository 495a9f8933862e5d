// Routes and commands that name a role beside a use case, which has one already.
import ts from 'typescript';

const CORE = 'packages/gateway-core/src/families';
const ROUTES = /^packages\/server\/src\/(rest|commands|pages)\//;
const USE_CASES = '@ccu-gateway/gateway-core/use-cases';

/** Operations whose role differs from that of their use case, with the reason. */
export const EXCEPTIONS = {
  getHealth: 'supervisors and load balancers send no credential',
  listSignals: 'the published role of the route; the command of the same data and bridges need a lower one',
};

const parse = ({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);

function forEachNode(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => forEachNode(child, visit));
}

const isCallOf = (node, names) =>
  node !== undefined &&
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  names.includes(node.expression.text);

/** Names that a source file imports, by their names there. A namespace has none. */
function importedNames(source, isModule) {
  const names = new Map();
  for (const { importClause, moduleSpecifier } of source.statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings;
    if (!isModule(moduleSpecifier.text) || bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) names.set(bindings.name.text, undefined);
    else for (const { name, propertyName } of bindings.elements) names.set(name.text, (propertyName ?? name).text);
  }
  return names;
}

/** Functions of the families that a use case runs: `run` of `reading(role, run)`, or those that it calls. */
function functionsIn(run, imported) {
  if (ts.isIdentifier(run)) return [run.text];
  const found = [];
  forEachNode(run, (node) => {
    if (!ts.isIdentifier(node)) return;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
      if (ts.isIdentifier(parent.expression) && imported.has(parent.expression.text)) found.push(node.text);
    } else if (imported.get(node.text) !== undefined) found.push(imported.get(node.text));
  });
  return found;
}

/** Names of the use cases of the core, and of the functions that its readings run. */
function findUseCases(files) {
  const names = new Set();
  for (const file of files.filter(({ path }) => path.startsWith(CORE))) {
    const source = parse(file);
    const imported = importedNames(source, (module) => module.startsWith('./families/'));
    forEachNode(source, (node) => {
      if (ts.isVariableDeclaration(node) && isCallOf(node.initializer, ['useCase', 'reading']))
        names.add(node.name.text);
      if (isCallOf(node, ['reading'])) for (const name of functionsIn(node.arguments[1], imported)) names.add(name);
    });
  }
  return names;
}

const propertyOf = (node, name) => node.properties.find((property) => property.name?.getText() === name);

/** Use cases that a part of a source file refers to, by their names in it, also through functions of the file. */
function useCasesIn(part, source, useCases) {
  const imported = importedNames(source, (module) => module === USE_CASES);
  const seen = new Set();
  const found = [];
  const search = (node) =>
    forEachNode(node, (each) => {
      if (!ts.isIdentifier(each) || seen.has(each.text)) return;
      seen.add(each.text);
      if (useCases.has(imported.get(each.text))) found.push(each.text);
      const own = source.statements.find(
        (statement) =>
          (ts.isFunctionDeclaration(statement) && statement.name?.text === each.text) ||
          (ts.isVariableStatement(statement) &&
            statement.declarationList.declarations.some(
              ({ name, initializer }) => name.getText() === each.text && initializer && ts.isArrowFunction(initializer),
            )),
      );
      if (own !== undefined) search(own);
    });
  search(part);
  return found;
}

/** Routes and commands of these files with a literal role and a use case: `{ path, line, name, useCase }`. */
export function findLiteralRoles(files) {
  const useCases = findUseCases(files);
  return files
    .filter(({ path }) => ROUTES.test(path))
    .flatMap((file) => {
      const source = parse(file);
      const found = [];
      forEachNode(source, (node) => {
        if (!ts.isObjectLiteralExpression(node)) return;
        const access = propertyOf(node, 'access');
        const handler = propertyOf(node, 'handler');
        if (access?.initializer === undefined || handler === undefined) return;
        if (!ts.isStringLiteralLike(access.initializer)) return;
        const [useCase] = useCasesIn(handler, source, useCases);
        if (useCase === undefined) return;
        const { line } = source.getLineAndCharacterOfPosition(access.getStart());
        const name = propertyOf(node, 'operationId') ?? propertyOf(node, 'name');
        found.push({ path: file.path, line: line + 1, name: name?.initializer?.text ?? 'an operation', useCase });
      });
      return found;
    });
}

/** What is wrong with the roles of routes and commands in these files. */
export function checkRouteRoles(files) {
  const literal = findLiteralRoles(files);
  const unneeded = Object.keys(EXCEPTIONS).filter((name) => !literal.some((each) => each.name === name));
  return [
    ...literal
      .filter(({ name }) => !Object.hasOwn(EXCEPTIONS, name))
      .map(
        ({ path, line, name, useCase }) =>
          `${path}:${line} ${name} has a role beside that of its use case ${useCase}: write access: ${useCase}.role, or for a reading useCases.<family>.<name>.role`,
      ),
    ...unneeded.map((name) => `${name} needs no exception in scripts/structure/route-roles.mjs: remove it`),
  ];
}
