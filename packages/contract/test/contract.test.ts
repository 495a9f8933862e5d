import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../src/index.js';
import * as types from '../src/types/index.js';

const schemas = Object.entries(contract as Readonly<Record<string, unknown>>).filter(
  (entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType,
);

it('gives every name of the published documents to one schema', () => {
  const ids = schemas.flatMap(([name, schema]) => {
    const id = schema.meta()?.id;
    return id === undefined ? [] : [[id, name]];
  });
  expect(ids.length).toBeGreaterThan(80);
  const twice = ids.filter(([id], index) => ids.findIndex(([other]) => other === id) !== index);
  expect(twice).toEqual([]);
});

it('has types that are nothing at run time', () => {
  expect(Object.keys(types)).toEqual([]);
});

it('has every schema that the published documents name, and the server has none', () => {
  const server = join(import.meta.dirname, '../../server/src');
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  expect(sources.length).toBeGreaterThan(100);
  const naming = sources.filter((file) => /\.meta\(\{\s*id:/.test(readFileSync(join(server, file), 'utf8')));
  expect(naming, 'name the schema in packages/contract/src/schemas').toEqual([]);
});
