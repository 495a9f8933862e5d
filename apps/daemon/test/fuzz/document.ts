import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractFiles } from '@ccu-gateway/server';
import type { Schema } from './arbitrary.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation of this build's own published document. */
export interface Described {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Schema;
  readonly statuses: ReadonlySet<string>;
  /** The least role, or `public`. */
  readonly access: string;
}

interface RawOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly 'x-access'?: string;
}

export interface PublishedDocument {
  readonly operations: readonly Described[];
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly whole: object;
}

export function publishedDocument(accessOf: (name: string) => string): PublishedDocument {
  const whole = JSON.parse(contractFiles()['openapi.json']) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  const operations = Object.entries(whole.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]): Described => {
      const body = raw.requestBody?.content['application/json']?.schema;
      const name = `${method.toUpperCase()} ${path}`;
      return {
        name,
        method: method.toUpperCase(),
        path,
        parameters: raw.parameters ?? [],
        ...(body === undefined ? {} : { body }),
        statuses: new Set(Object.keys(raw.responses)),
        access: accessOf(name),
      };
    }),
  );
  return { operations, schemas: whole.components.schemas, whole };
}

/** Operations that are not asked at random, each with its reason. */
export function spared(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'spared.json'), 'utf8'));
}
