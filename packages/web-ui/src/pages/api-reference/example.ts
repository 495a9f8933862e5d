import type { Schema } from './document.js';

export type Schemas = Readonly<Record<string, Schema>>;

const DEEPEST = 5;

/** The schema that a reference leads to. */
export function resolve(schema: Schema | undefined, schemas: Schemas): Schema {
  let found = schema ?? {};
  for (let steps = 0; found.$ref !== undefined && steps < DEEPEST; steps += 1) {
    found = schemas[found.$ref.split('/').at(-1) ?? ''] ?? {};
  }
  return found;
}

/** Initial value for a shape: examples and defaults where they exist; below the top level only required members. */
export function exampleOf(schema: Schema | undefined, schemas: Schemas, depth = 0): unknown {
  const shape = resolve(schema, schemas);
  if (depth > DEEPEST) return null;
  if (shape.examples?.[0] !== undefined) return shape.examples[0];
  if ('default' in shape) return shape.default;
  if ('const' in shape) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  const [first] = shape.anyOf ?? shape.oneOf ?? [];
  if (first !== undefined) return exampleOf(first, schemas, depth + 1);
  if (shape.type === 'object' || shape.properties !== undefined) return exampleObject(shape, schemas, depth);
  if (shape.type === 'array') return [exampleOf(shape.items, schemas, depth + 1)];
  return { string: '', boolean: true, integer: 0, number: 0 }[shape.type ?? ''] ?? null;
}

function exampleObject({ properties = {}, required = [] }: Schema, schemas: Schemas, depth: number): unknown {
  const shown = Object.entries(properties).filter(([name]) => depth === 0 || required.includes(name));
  return Object.fromEntries(shown.map(([name, each]) => [name, exampleOf(each, schemas, depth + 1)]));
}

/** One line of the table that a shape is read as. */
export interface ShapeLine {
  /** Path with dots and `[]` for nested members. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** Members of a shape and their direct members. */
export function linesOf(schema: Schema | undefined, schemas: Schemas, prefix = '', depth = 0): readonly ShapeLine[] {
  let shape = resolve(schema, schemas);
  let inside = prefix;
  if (shape.type === 'array') {
    inside = `${prefix}[]`;
    shape = resolve(shape.items, schemas);
  }
  return Object.entries(shape.properties ?? {}).flatMap(([name, each]) => {
    const member = resolve(each, schemas);
    const path = inside === '' ? name : `${inside}.${name}`;
    const line = {
      name: path,
      type: typeText(each, schemas),
      isRequired: shape.required?.includes(name) === true,
      description: each.description ?? member.description ?? '',
    };
    return depth < 1 ? [line, ...linesOf(each, schemas, path, depth + 1)] : [line];
  });
}

export function typeText(schema: Schema | undefined, schemas: Schemas, depth = 0): string {
  const shape = resolve(schema, schemas);
  if (depth > DEEPEST) return 'any';
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum !== undefined) return shape.enum.map((each) => JSON.stringify(each)).join(' | ');
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((each) => typeText(each, schemas, depth + 1)))].join(' | ');
  if (shape.type === 'array') return `${typeText(shape.items, schemas, depth + 1)}[]`;
  return shape.type ?? 'any';
}
