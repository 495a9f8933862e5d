// Makes the generated part of @ccu-gateway/client from contract/openapi.json: the types of every operation, and how it is sent.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { root } from './run.mjs';

const folder = 'packages/client/src/generated';
const shared = join(root, 'packages/contract/src/types');
const methods = ['get', 'put', 'post', 'delete', 'patch'];
const notice = '// Made from contract/openapi.json by `pnpm contract`; changes are lost.\n';

/** Where the schema of the published document stands that a type of `@ccu-gateway/contract/types` takes the place of. */
const EXACT = 'x-contract-type';

/** The generated files of the client by their path, from the text of the published document. */
export async function clientFiles(openapi = readFileSync(join(root, 'contract/openapi.json'), 'utf8')) {
  const document = JSON.parse(openapi);
  const operations = operationsOf(document);
  return {
    [`${folder}/types.ts`]: await typesOf(document, operations),
    [`${folder}/operations.ts`]: tableOf(operations),
  };
}

/** What a program can call. Redirects, upgrades and what this gateway cannot do yet have no answer, and are left out. */
function operationsOf({ paths }) {
  return Object.entries(paths)
    .flatMap(([path, item]) => methods.flatMap((method) => (item[method] ? [{ path, method, ...item[method] }] : [])))
    .map((operation) => ({
      ...operation,
      answers: Object.entries(operation.responses).filter(([is]) => /^2/.test(is)),
    }))
    .filter(({ answers }) => answers.length > 0)
    .sort((a, b) => (a.operationId < b.operationId ? -1 : 1));
}

/** Marks of methods behind the name of an operation; GET has none. */
const MARKS = { GET: '', POST: '+', PUT: '=', PATCH: '~', DELETE: '-' };

/** One line for each path: a compressed bundle is 4 % smaller than with a row for each operation. */
function tableOf(operations) {
  const keyOf = ({ path, method }) => `${path} ${method.toUpperCase()}`;
  const sorted = operations.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  let before = [];
  const lines = [...groupedByPath(sorted)].map(([path, own]) => {
    const segments = path.slice(1).split('/');
    const shared = segments.slice(0, -1).findIndex((segment, index) => segment !== before[index]);
    const kept = shared < 0 ? segments.length - 1 : shared;
    before = segments;
    return [`${kept || ''}${segments.slice(kept).join('/')}`, ...own.map(nameOf)].join(' ');
  });
  return [
    notice,
    '/**',
    ' * Operations, one line for each path. A leading digit is the number of segments that the path shares with the line before.',
    ' * Marks behind a name: `+` POST, `=` PUT, `~` PATCH, `-` DELETE, and `!` where the answer is not JSON.',
    ' */',
    'export const operationTable = `\\',
    `${lines.join('\n')}\`;`,
    '',
  ].join('\n');
}

function groupedByPath(operations) {
  const groups = new Map();
  for (const operation of operations) groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation]);
  return groups;
}

function nameOf({ operationId, method, answers }) {
  const contents = answers.flatMap(([, { content = {} }]) => Object.keys(content));
  return `${operationId}${MARKS[method.toUpperCase()]}${contents.includes('application/json') ? '' : '!'}`;
}

/** The names of components in the types of the client are those of the published document. */
async function typesOf(document, operations) {
  const paths = {};
  for (const { path, method, answers } of operations) {
    const { responses: _, ...operation } = document.paths[path][method];
    const responses = answers.map(([status, { description, content }]) => [status, { description, content }]);
    paths[path] = { ...paths[path], [method]: { ...operation, responses: Object.fromEntries(responses) } };
  }
  const tree = await openapiTS(
    { ...document, paths, components: { schemas: withExactTypes(document, paths) } },
    { immutable: true, defaultNonNullable: false, silent: true, transform: exactType },
  );
  const parts = tree.filter(({ name }) => ['components', 'operations'].includes(name?.text));
  return `${notice}import type * as contract from '@ccu-gateway/contract/types';\n\n${astToString(parts)}`;
}

/**
 * Answers have the type of the contract where it exports one of that name: it is exact where the published document promises
 * less. What a request holds keeps the published type, which says what may be left out.
 */
function withExactTypes({ components: { schemas } }, paths) {
  const exported = exportedTypes();
  const asked = new Set();
  for (const item of Object.values(paths)) {
    for (const { requestBody } of Object.values(item)) namesIn(requestBody, schemas, asked);
  }
  const exact = (name) => exported.has(name) && !asked.has(name);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      exact(name) ? { description: schema.description, [EXACT]: name } : schema,
    ]),
  );
}

function exactType(schema) {
  const name = schema[EXACT];
  return name === undefined ? undefined : ts.factory.createTypeReferenceNode(`contract.${name}`);
}

function exportedTypes() {
  const texts = readdirSync(shared).map((file) => readFileSync(join(shared, file), 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name)),
  );
}

/** Adds the names of the components that something refers to, directly or through others. */
function namesIn(value, schemas, found) {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, below] of Object.entries(value)) {
    const name = key === '$ref' ? /^#\/components\/schemas\/(.+)$/.exec(below)?.[1] : undefined;
    if (name === undefined) namesIn(below, schemas, found);
    else if (!found.has(name)) {
      found.add(name);
      namesIn(schemas[name], schemas, found);
    }
  }
}
