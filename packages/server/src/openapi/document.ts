import { problem, problemCode } from '@ccu-gateway/contract';
import type { ProblemCode } from '@ccu-gateway/contract/types';
import type { z } from 'zod';
import { ERROR_TABLE } from '../http/problems/error-table.js';
import type { Operation } from '../operation/operation.js';
import { createSchemaBook, type JsonObject, type SchemaBook } from './schema.js';
import { API_VERSION } from './version.js';

const ACCESS_TEXT = {
  public: 'Anybody may call this.',
  viewer: 'For every signed-in caller.',
  operator: 'For operators and administrators.',
  admin: 'For administrators.',
} as const;

/** The OpenAPI 3.1 document of the operations below `/api/v1`. The same operations give the same text. */
export function openApiDocument(operations: readonly Operation<never>[]): JsonObject {
  const book = createSchemaBook('#/components/schemas/');
  const problems: JsonObject = {};
  book.of(problem, 'output');
  const paths: { [path: string]: JsonObject } = {};
  for (const operation of operations) {
    if (operation.mount !== 'api') continue;
    const path = paths[operation.path] ?? {};
    paths[operation.path] = path;
    path[operation.method.toLowerCase()] = operationObject(operation, book, problems);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ccu-gateway',
      version: API_VERSION,
      description: 'REST API of the gateway daemon for Homematic central units.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ basicAuth: [] }, { bearerAuth: [] }, { sessionCookie: [] }],
    tags: [...new Set(operations.filter(({ mount }) => mount === 'api').map(({ tag }) => tag))].map((name) => ({
      name,
    })),
    paths: sorted(paths),
    components: {
      securitySchemes: {
        basicAuth: { type: 'http', scheme: 'basic' },
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API token.' },
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'service_session',
          description: 'Given by a login. Unsafe methods also need the header `X-CSRF-Token`.',
        },
      },
      responses: sorted(problems),
      schemas: sorted(book.parts),
    },
  };
}

function operationObject(operation: Operation<never>, book: SchemaBook, problems: JsonObject): JsonObject {
  const parameters = [
    ...parametersOf(operation.params, 'path', book),
    ...parametersOf(operation.query, 'query', book),
    ...headerParameters(operation),
  ];
  const body = operation.bodyDocument ?? operation.body;
  const description = [operation.description, ACCESS_TEXT[operation.access]].filter((text) => text !== undefined);
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: description.join('\n\n'),
    ...(operation.deprecated === true ? { deprecated: true } : {}),
    'x-access': operation.access,
    ...(operation.access === 'public' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.bodyOptional !== true,
            content: {
              [operation.bodyKind === 'upload' ? 'multipart/form-data' : 'application/json']: {
                schema: book.of(body, 'input'),
              },
            },
          },
        }),
    responses: responsesOf(operation, book, problems),
  };
}

function responsesOf(operation: Operation<never>, book: SchemaBook, problems: JsonObject): JsonObject {
  const responses: { [status: string]: JsonObject } = {};
  for (const [status, { description, schema, contentTypes, headers }] of Object.entries(operation.responses)) {
    const content: JsonObject = {};
    if (schema !== undefined) content['application/json'] = { schema: book.of(schema, 'output') };
    for (const type of contentTypes ?? []) content[type] = {};
    responses[status] = {
      description,
      ...(headers === undefined ? {} : { headers: headerObjects(headers) }),
      ...(Object.keys(content).length === 0 ? {} : { content }),
    };
  }
  for (const [status, codes] of problemsByStatus(operation)) {
    const known = responses[status];
    if (known === undefined) {
      const name = `Problem${status}_${codes.join('_or_')}`;
      problems[name] = problemResponse(`Problem with code ${codes.map((code) => `\`${code}\``).join(' or ')}`, {});
      responses[status] = { $ref: `#/components/responses/${name}` };
    } else {
      const { headers } = known;
      const both = problemResponse(`${String(known.description)}, or a problem`, known.content);
      responses[status] = headers === undefined ? both : { ...both, headers };
    }
  }
  return sorted(responses);
}

function headerObjects(headers: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
}

function problemResponse(description: string, content: unknown): JsonObject {
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };
  return { description, content: { ...(content as JsonObject | undefined), 'application/problem+json': problem } };
}

/**
 * Every operation may answer 400 and 500; those that ask for a credential also 401 and 403, those that change something also 502, heavy
 * readings 429; the rest it declares.
 */
function problemsByStatus(operation: Operation<never>): ReadonlyMap<string, readonly ProblemCode[]> {
  const codes = new Set<ProblemCode>(['bad_request', 'internal', ...(operation.problems ?? [])]);
  if (operation.access !== 'public') codes.add('unauthorized').add('forbidden').add('service_unready');
  // The outcome of any change may stay unknown.
  if (operation.method !== 'GET') codes.add('upstream_unavailable');
  if (operation.body !== undefined) codes.add('validation').add('payload_too_large');
  if (operation.heavy === true) codes.add('rate_limited');
  const byStatus = new Map<string, ProblemCode[]>();
  const note = (status: number, code: ProblemCode) => {
    const known = byStatus.get(String(status)) ?? [];
    if (!known.includes(code)) byStatus.set(String(status), [...known, code]);
  };
  for (const code of problemCode.options) if (codes.has(code)) note(ERROR_TABLE[code].status, code);
  if (codes.has('validation')) note(ERROR_TABLE.unprocessable.status, 'validation');
  if (codes.has('unsupported')) note(ERROR_TABLE.not_implemented.status, 'unsupported');
  if (operation.body !== undefined) note(ERROR_TABLE.unsupported_media_type.status, 'bad_request');
  return byStatus;
}

function parametersOf(schema: z.ZodObject | undefined, where: 'path' | 'query', book: SchemaBook): JsonObject[] {
  if (schema === undefined) return [];
  const object = book.of(schema, 'input');
  const properties = (object.properties ?? {}) as { [name: string]: JsonObject };
  const required = new Set((object.required ?? []) as readonly string[]);
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }));
}

function headerParameters(operation: Operation<never>): JsonObject[] {
  const headers: Record<string, string> = { ...operation.requestHeaders };
  if (operation.idempotent === true) {
    headers['Idempotency-Key'] = 'A repetition with the same key within five minutes gets the first answer again.';
  }
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

function sorted<Value>(record: { readonly [key: string]: Value }): { [key: string]: Value } {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
