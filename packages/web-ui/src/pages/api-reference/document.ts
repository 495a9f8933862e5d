/** Part of a JSON schema that the reference shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly 'x-access'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content & { readonly description?: string; readonly $ref?: string }>>;
}

/** The OpenAPI document of the gateway, limited to the shown parts. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Catalogue of the WebSocket messages. */
export interface Catalogue {
  readonly commands: readonly {
    readonly name: string;
    readonly kind: string;
    readonly category: string;
    readonly description: string;
    readonly access?: string;
    readonly topic?: string;
    readonly args?: Schema;
    readonly result?: Schema;
    readonly payload?: Schema;
  }[];
  readonly schemas?: Readonly<Record<string, Schema>>;
}

interface Common {
  /** Unique over all kinds, and part of addresses. */
  readonly id: string;
  /** Tag or category. */
  readonly group: string;
  readonly summary: string;
  readonly access: string;
  /** Text for the search. */
  readonly text: string;
}

/** A call over HTTP. */
export interface RestEntry extends Common {
  readonly kind: 'rest';
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  /** Media type of the body that is not JSON, such as that of a form with files. */
  readonly otherBody: string | undefined;
  readonly answers: readonly { readonly status: string; readonly description: string; readonly schema?: Schema }[];
  /** Media types of a success. */
  readonly answerTypes: readonly string[];
}

/** A command or a broadcast of the WebSocket. */
export interface SocketEntry extends Common {
  readonly kind: 'command' | 'broadcast';
  readonly name: string;
  readonly topic: string | undefined;
  readonly input: Schema | undefined;
  readonly output: Schema | undefined;
}

export type Entry = RestEntry | SocketEntry;

const JSON_TYPE = 'application/json';

/** Every call, command and broadcast, in the order of the documents. */
export function entriesOf(document: ApiDocument, catalogue: Catalogue): readonly Entry[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => restEntry(path, method.toUpperCase(), operation)),
  );
  return [...calls, ...catalogue.commands.map(socketEntry)];
}

function restEntry(path: string, method: string, operation: Operation): RestEntry {
  const {
    operationId,
    tags = [],
    summary = '',
    description = '',
    parameters = [],
    requestBody,
    responses = {},
  } = operation;
  const access = operation['x-access'] ?? 'viewer';
  const types = Object.keys(requestBody?.content ?? {});
  const answers = Object.entries(responses).map(([status, { description: said, $ref, content }]) => ({
    status,
    description:
      said ??
      $ref
        ?.split('/')
        .at(-1)
        ?.replace(/^Problem\d+_/, '')
        .replaceAll('_', ' ') ??
      '',
    schema: content?.[JSON_TYPE]?.schema,
  }));
  return {
    kind: 'rest',
    id: operationId,
    operationId,
    method,
    path,
    group: tags[0] ?? '',
    summary,
    description,
    access,
    isDeprecated: operation.deprecated === true,
    parameters,
    body: requestBody?.content?.[JSON_TYPE]?.schema,
    otherBody: types.find((type) => type !== JSON_TYPE),
    answers: answers.map(({ schema, ...answer }) => (schema === undefined ? answer : { ...answer, schema })),
    answerTypes: Object.entries(responses).flatMap(([status, { content = {} }]) =>
      status.startsWith('2') ? Object.keys(content) : [],
    ),
    text: [method, path, operationId, summary, tags.join(' '), access].join(' ').toLowerCase(),
  };
}

function socketEntry(row: Catalogue['commands'][number]): SocketEntry {
  const { name, category, description, access = 'viewer', topic } = row;
  const kind = row.kind === 'broadcast' ? 'broadcast' : 'command';
  return {
    kind,
    id: `${kind}:${name}`,
    name,
    group: category,
    summary: description,
    access,
    topic,
    input: row.args,
    output: kind === 'broadcast' ? row.payload : row.result,
    text: [kind, name, topic ?? '', description, category, access].join(' ').toLowerCase(),
  };
}

/** Filter of the reader; an empty text matches everything. */
export interface Wish {
  readonly q: string;
  readonly kind: string;
  readonly access: string;
}

/** Entries that contain every word. */
export function find(entries: readonly Entry[], { q, kind, access }: Wish): readonly Entry[] {
  const words = q.toLowerCase().split(/\s+/);
  return entries.filter(
    (entry) =>
      (kind === '' || (kind === 'rest') === (entry.kind === 'rest')) &&
      (access === '' || entry.access === access) &&
      words.every((word) => entry.text.includes(word)),
  );
}
