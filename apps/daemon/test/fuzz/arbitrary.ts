import fc from 'fast-check';

/** As much of JSON Schema as the published document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Things that programs stumble over, and things that exist. */
export function words(known: readonly string[]): fc.Arbitrary<string> {
  const odd = ['0', '-1', '1e9', 'null', 'true', '..', '%', 'ü', '\u0000', '😀', '__proto__', 'a'.repeat(300)];
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom(...odd) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
  );
}

/** Objects that cannot be written as text or number, that are no promise or list, and lists of them. */
const ODD_OBJECTS: readonly unknown[] = [
  { toString: false, valueOf: 1 },
  [{ toString: null }, { valueOf: 'x' }],
  { length: 4_294_967_296 },
  JSON.parse('{ "then": true, "catch": 1 }'),
  { toJSON: 1, constructor: null, hasOwnProperty: 0 },
];

/** Values that fit a schema, mostly; `word` gives its texts. */
export function arbitraryOf(
  schema: Schema,
  parts: Readonly<Record<string, Schema>>,
  word: fc.Arbitrary<string>,
  depth = 0,
): fc.Arbitrary<unknown> {
  const of = (each: Schema) => arbitraryOf(each, parts, word, depth + 1);
  if (depth > 6) return fc.constant(null);
  if (schema.$ref !== undefined) return of(parts[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(of));
  if (schema.allOf !== undefined) {
    return fc.tuple(...schema.allOf.map(of)).map((members) => Object.assign({}, ...members));
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length > 1) return fc.oneof(...types.map((type) => of({ ...schema, type })));
  switch (types[0]) {
    case 'object':
      return objectOf(schema, of, word);
    case 'array':
      return fc.array(of(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
    case 'string':
      return textOf(schema, word);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? (schema.minimum ?? 0) + 1_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -100, max: schema.maximum ?? 100, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.oneof(
        fc.boolean(),
        fc.integer(),
        fc.double({ noNaN: true }),
        word,
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom(...ODD_OBJECTS),
      );
  }
}

function objectOf(
  schema: Schema,
  of: (each: Schema) => fc.Arbitrary<unknown>,
  word: fc.Arbitrary<string>,
): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, of(each)]));
  const requiredKeys = (schema.required ?? []).filter((name) => name in members);
  const described = fc.record(members, { requiredKeys });
  const rest = schema.additionalProperties;
  if (rest === false || rest === undefined) return described;
  const others = fc.dictionary(word, of(rest === true ? {} : rest), { maxKeys: 3 });
  return fc.tuple(described, others).map(([own, other]) => ({ ...other, ...own }));
}

function textOf({ format, pattern, minLength = 0, maxLength = 100 }: Schema, word: fc.Arbitrary<string>) {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
  if (format === 'uri') return fc.constantFrom('http://127.0.0.1/x', 'ftp://x', 'https://a.example/ü');
  if (pattern !== undefined && pattern.length < 80) {
    return fc.oneof(fc.stringMatching(new RegExp(pattern)), word);
  }
  return word.map((text) => text.slice(0, maxLength).padEnd(minLength, 'x'));
}
