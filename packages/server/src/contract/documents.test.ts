import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { apiOperations, wsCommands } from '../families/families.js';
import { contentEtag } from '../http/answers/etag.js';
import { createDocuments } from './documents.js';
import { contractFiles, digestOf } from './make.js';

type Json = { readonly [member: string]: unknown };

const files = contractFiles();
const openapi = JSON.parse(files['openapi.json']) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Json; readonly responses: Json };
};
const catalogue = JSON.parse(files['ws-catalogue.json']) as {
  readonly commands: readonly Json[];
  readonly schemas: Json;
};

function referencesIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, below] of Object.entries(value)) {
    if (key === '$ref') found.add(String(below));
    else referencesIn(below, found);
  }
  return found;
}

describe('the published documents', () => {
  it('have every operation once, with its role', () => {
    const listed = Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => `${method.toUpperCase()} ${path} ${operation['x-access']}`),
    );
    const made = apiOperations
      .filter(({ mount }) => mount === 'api')
      .map(({ method, path, access }) => `${method} ${path} ${access}`);
    expect([...listed].sort()).toEqual([...made].sort());
  });

  it('have every command with its role', () => {
    const listed = catalogue.commands
      .filter(({ kind }) => kind === 'command')
      .map(({ name, access }) => `${name} ${access}`);
    expect([...listed].sort()).toEqual(wsCommands.map(({ name, access }) => `${name} ${access}`).sort());
  });

  it('have 429 for each reading of which a caller has few at a time', () => {
    for (const { method, path, heavy } of apiOperations.filter(({ mount }) => mount === 'api')) {
      const responses = openapi.paths[path]?.[method.toLowerCase()]?.responses as object;
      if (heavy === true) expect(Object.keys(responses), `${method} ${path}`).toContain('429');
    }
  });

  it('refer only to names that they define, and no schema is only a reference to itself', () => {
    for (const [document, place, parts] of [
      [openapi, '#/components/schemas/', openapi.components.schemas],
      [openapi, '#/components/responses/', openapi.components.responses],
      [catalogue, '#/schemas/', catalogue.schemas],
    ] as const) {
      for (const reference of referencesIn(document)) {
        expect(reference).toMatch(/^#\/(components\/(schemas|responses)|schemas)\//);
        if (reference.startsWith(place)) expect(Object.keys(parts)).toContain(reference.slice(place.length));
      }
      for (const [name, part] of Object.entries(parts)) expect((part as Json).$ref, name).toBeUndefined();
    }
  });

  it('hold schemas that a validator accepts', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(openapi, 'openapi');
    for (const name of Object.keys(openapi.components.schemas)) {
      expect(() => ajv.compile({ $ref: `openapi#/components/schemas/${name}` }), name).not.toThrow();
    }
  });

  it('state the purpose and the role of every operation', () => {
    for (const [path, methods] of Object.entries(openapi.paths)) {
      for (const [method, { summary, description, responses }] of Object.entries(methods)) {
        expect(String(summary).length, `${method} ${path}`).toBeGreaterThan(10);
        expect(String(description)).toMatch(/Anybody may|For every signed-in caller|For operators|For administrators/);
        expect(Object.keys(responses as object)).toContain('400');
      }
    }
  });

  it('are the same each time they are made and where they are served, and so is their digest', async () => {
    expect(contractFiles()).toEqual(files);
    const documents = createDocuments();
    const [openapi, catalogue] = [await documents.openapi(), await documents.wsCatalogue()];
    expect(Buffer.from(openapi.bytes).toString()).toBe(files['openapi.json']);
    expect(Buffer.from(catalogue.bytes).toString()).toBe(files['ws-catalogue.json']);
    expect([openapi.etag, catalogue.etag]).toEqual([
      contentEtag([files['openapi.json']]),
      contentEtag([files['ws-catalogue.json']]),
    ]);
    expect(await documents.openapi(), 'unpacked and hashed once').toBe(openapi);
    expect(await documents.wsCatalogue()).toBe(catalogue);
    expect(documents.digest(), '`pnpm contract` writes it').toBe(digestOf({ ...files }));
    expect(digestOf({ ...files })).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(digestOf({ ...files, 'openapi.json': '{}' })).not.toBe(digestOf({ ...files }));
  });
});
