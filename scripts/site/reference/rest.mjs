import { code, page, prose, table } from './markdown.mjs';

/** The page of the REST API: each operation with its role, parameters, answers and problems. */
export function restPage({ paths, components, info }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0]))];
  return page('REST API', [
    `Version ${info.version} of the API: ${operations.length} operations below \`/api/v1\`. The running gateway describes itself under`,
    '`/api/v1/openapi.json`, with every shape. `viewer`, `operator` and `admin` are nested roles; `public` needs no sign-in.',
    ...tags.flatMap((tag) => [
      '',
      `## ${headingOf(tag)}`,
      ...operations.filter(({ operation }) => operation.tags[0] === tag).flatMap((each) => section(each, components)),
    ]),
  ]);
}

const headingOf = (tag) => tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll(/[_-]/g, ' ');

function section({ method, path, operation }, components) {
  const { summary, operationId, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).map(([status, response]) => answerOf(status, response, components));
  const isProblem = ({ status }) => status >= 400;
  const body = requestBody === undefined ? undefined : shapeOf(requestBody);
  return [
    '',
    `### ${code(`${method} ${path}`)}`,
    '',
    `${prose(summary)}.`,
    '',
    `Role: ${code(operation['x-access'])} · operation: ${code(operationId)}${body === undefined ? '' : ` · body: ${body}`}`,
    ...parametersOf(parameters),
    '',
    ...answers.filter((answer) => !isProblem(answer)).map(({ text }) => `- ${text}`),
    `- Problems: ${answers
      .filter(isProblem)
      .map(({ text }) => text)
      .join(', ')}`,
  ];
}

function parametersOf(parameters) {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, in: place, required, description = '' }) => [
    code(name),
    place,
    required ? 'yes' : '',
    prose(description),
  ]);
  return ['', ...table(['Parameter', 'In', 'Required', 'Meaning'], rows)];
}

function answerOf(status, response, components) {
  const found = response.$ref === undefined ? response : components.responses[response.$ref.split('/').at(-1)];
  const codes = found.description.replace(/^Problem with code /, '');
  const shape = Number(status) < 400 ? shapeOf(found) : undefined;
  const text = `${code(status)} ${prose(codes)}${shape === undefined ? '' : `: ${shape}`}`;
  return { status: Number(status), text };
}

/** Name of the shape of a body; undefined for a body without a name. */
function shapeOf({ content = {} }) {
  const [schema] = Object.values(content).map((each) => each.schema ?? {});
  const named = schema?.$ref ?? schema?.items?.$ref;
  if (named === undefined) return undefined;
  return `${schema.items === undefined ? '' : 'list of '}${code(named.split('/').at(-1))}`;
}
