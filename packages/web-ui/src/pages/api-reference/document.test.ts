import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ApiDocument, type Catalogue, entriesOf, find, type RestEntry } from './document.js';
import { exampleOf, linesOf } from './example.js';

const contract = resolve(import.meta.dirname, '../../../../../contract');
const read = <T>(name: string) => JSON.parse(readFileSync(resolve(contract, name), 'utf8')) as T;
const document = read<ApiDocument>('openapi.json');
const catalogue = read<Catalogue>('ws-catalogue.json');
const entries = entriesOf(document, catalogue);
const everything = { q: '', kind: '', access: '' };

describe('the entries of the reference', () => {
  it('are all operations of the published document and all rows of the catalogue, each under an id of its own', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    expect(entries).toHaveLength(operations.length + catalogue.commands.length);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  it('are found by words of method, path, name, summary and role, in any order', () => {
    const ids = find(entries, { ...everything, q: 'VALUE put' }).map(({ id }) => id);
    expect(ids).toContain('setDataPointValue');
    expect(find(entries, { q: '', kind: 'ws', access: '' }).every(({ kind }) => kind !== 'rest')).toBe(true);
    expect(find(entries, { q: '', kind: '', access: 'admin' }).every(({ access }) => access === 'admin')).toBe(true);
    expect(find(entries, { ...everything, q: 'no such thing anywhere' })).toEqual([]);
  });
});

describe('the shapes of the reference', () => {
  const schemas = document.components?.schemas ?? {};

  it('have an example for every body of the published document that is JSON again', () => {
    const bodies = entries.filter((each): each is RestEntry => each.kind === 'rest' && each.body !== undefined);
    expect(bodies.length).toBeGreaterThan(10);
    for (const { body } of bodies) expect(JSON.parse(JSON.stringify(exampleOf(body, schemas)))).toBeDefined();
  });

  it('are shown by their members, with those of lists and of nested shapes', () => {
    const shape = {
      type: 'object',
      required: ['items'],
      properties: { items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } } },
    };
    expect(linesOf(shape, {}).map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
      ['items', 'object[]', true],
      ['items[].name', 'string', false],
    ]);
  });

  it('end where a shape refers to itself', () => {
    const tree = {
      T: { type: 'object', required: ['child'], properties: { child: { $ref: '#/components/schemas/T' } } },
    };
    expect(JSON.stringify(exampleOf(tree.T, tree))).toContain('child');
    expect(linesOf(tree.T, tree).length).toBeLessThan(4);
  });
});
