import type { Parameter, RestEntry, SocketEntry } from './document.js';

/** Typed input of a call, by location and name of the parameter. */
export interface Filled {
  readonly values: Readonly<Record<string, string>>;
  /** Text of the body; undefined where the call has none. */
  readonly body: string | undefined;
}

/** The key of a parameter in `Filled.values`: the path and the query may use the same name. */
export const keyOf = ({ in: place, name }: Pick<Parameter, 'in' | 'name'>) => `${place}:${name}`;

/** Input for the client: values by location, with numbers and booleans as in the schema. */
export interface CallInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const PLACES = { path: 'path', query: 'query', header: 'headers' } as const;

/** @throws SyntaxError when the body is no JSON */
export function inputOf({ parameters }: RestEntry, { values, body }: Filled): CallInput {
  const input: Record<string, Record<string, unknown>> = {};
  for (const parameter of parameters) {
    const text = values[keyOf(parameter)] ?? '';
    if (text === '') continue;
    const place = PLACES[parameter.in];
    input[place] = { ...input[place], [parameter.name]: typed(text, parameter) };
  }
  return body === undefined ? input : { ...input, body: JSON.parse(body) };
}

function typed(text: string, { schema = {} }: Parameter): unknown {
  if ((schema.type === 'integer' || schema.type === 'number') && Number.isFinite(Number(text))) return Number(text);
  if (schema.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** The required parameters that have no value. */
export function missingOf({ parameters }: RestEntry, { values }: Filled): readonly string[] {
  return parameters.flatMap((each) =>
    each.required === true && (values[keyOf(each)] ?? '') === '' ? [each.name] : [],
  );
}

/** Text that a shell reads unchanged. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** `api` is the address of the API, without a slash at its end. */
export function curlOf(entry: RestEntry, { values, body }: Filled, api: string): string {
  const { method, access, parameters } = entry;
  let path = entry.path;
  const query = new URLSearchParams();
  const headers: string[] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const text = values[keyOf(parameter)] ?? '';
    if (parameter.in === 'path') path = text === '' ? path : path.replace(`{${name}}`, encodeURIComponent(text));
    else if (text !== '' && parameter.in === 'query') query.append(name, text);
    else if (text !== '') headers.push(`-H ${quoted(`${name}: ${text}`)}`);
  }
  const search = query.toString();
  return [
    entry.answerTypes.includes('text/event-stream') ? 'curl -N' : 'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(access === 'public' ? [] : ['-H "Authorization: Bearer $CCU_GATEWAY_TOKEN"']),
    ...headers,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
    ...(entry.otherBody === undefined ? [] : ['-F file=@FILE']),
    quoted(`${api}${path}${search === '' ? '' : `?${search}`}`),
  ].join(' ');
}

const imports = (gateway: string) =>
  [
    "import { createClient } from '@ccu-gateway/client';",
    '',
    `const gateway = createClient({ url: ${JSON.stringify(gateway)}, token: process.env.CCU_GATEWAY_TOKEN });`,
  ].join('\n');

/** The same call as a program; a missing value is `…`. */
export function typeScriptOf(entry: RestEntry, filled: Filled, gateway: string): string {
  const { operationId, answerTypes, parameters, otherBody } = entry;
  let input: CallInput;
  try {
    input = inputOf(entry, filled);
  } catch {
    input = { ...inputOf(entry, { ...filled, body: undefined }), body: '…' };
  }
  const path = Object.fromEntries(
    parameters.flatMap((each) => (each.in === 'path' ? [[each.name, input.path?.[each.name] ?? '…']] : [])),
  );
  const given = { ...input, ...(Object.keys(path).length > 0 ? { path } : {}) };
  const literal = JSON.stringify(given, null, 2).replace(/"([A-Za-z_$][\w$]*)":/g, '$1:');
  const shown = otherBody === undefined ? literal : `{ ...${literal}, body: form }`;
  const args = Object.keys(given).length === 0 && otherBody === undefined ? '' : `, ${shown}`;
  const isJson = answerTypes.length === 0 || answerTypes.includes('application/json');
  const call = isJson
    ? `const answer = await gateway.call('${operationId}'${args});`
    : `const response = await gateway.request('${operationId}'${args});`;
  return `${imports(gateway)}\n${call}`;
}

/** The frame that a command is sent as. */
export function frameOf(entry: SocketEntry, args: unknown): string {
  return JSON.stringify({ op: 'call', id: '1', command: entry.name, args }, null, 2);
}

/** Pattern of a topic, with a wildcard for each name in braces. */
const patternOf = (topic: string) => topic.replaceAll(/\{[^{}]+\}/g, '+');

/** How a shell follows a broadcast. */
export function followCurl({ topic = '#' }: SocketEntry, api: string): string {
  const target = `${api}/events/stream?topics=${encodeURIComponent(patternOf(topic))}`;
  return `curl -N -H "Authorization: Bearer $CCU_GATEWAY_TOKEN" ${quoted(target)}`;
}

/** How a program follows a broadcast. */
export function followTypeScript({ name, topic = '#' }: SocketEntry, gateway: string): string {
  return [
    imports(gateway),
    `for await (const event of gateway.events({ topics: ['${patternOf(topic)}'] })) {`,
    `  if (event.type === '${name}') console.log(event.seq, event.payload);`,
    '}',
  ].join('\n');
}
