import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationTable } from '../generated/operations.js';
import { rowsOf } from './operation-rows.js';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

it('sends each operation of the published document with its path and method, and expects JSON where it has it', () => {
  const document = JSON.parse(readFileSync(new URL('../../../../contract/openapi.json', import.meta.url), 'utf8'));
  const items = Object.entries<Partial<Record<(typeof METHODS)[number], Operation>>>(document.paths);
  const wanted = items.flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const answers = Object.entries(item[method]?.responses ?? {}).filter(([status]) => status.startsWith('2'));
      if (answers.length === 0) return [];
      const isJson = answers.some(([, { content = {} }]) => Object.hasOwn(content, 'application/json'));
      return [[item[method]?.operationId, [path, method.toUpperCase(), isJson ? undefined : 'other']]];
    }),
  );
  expect(wanted.length).toBeGreaterThan(250);
  expect(Object.fromEntries(rowsOf(operationTable))).toEqual(Object.fromEntries(wanted));
});

it('reads shared segments, marks of methods and answers that are not JSON', () => {
  expect([...rowsOf('a/b listB makeB+\n1c/{id} putC=!\n2/end endC~')]).toEqual([
    ['listB', ['/a/b', 'GET', undefined]],
    ['makeB', ['/a/b', 'POST', undefined]],
    ['putC', ['/a/c/{id}', 'PUT', 'other']],
    ['endC', ['/a/c//end', 'PATCH', undefined]],
  ]);
});
