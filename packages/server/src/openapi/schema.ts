import { z } from 'zod';

export type JsonObject = { [member: string]: unknown };

const LOCAL = '#/$defs/';
/** Parts without a name of their own arise only where a shape holds itself, which here is "any JSON". */
const UNNAMED = `${LOCAL}__`;

export interface SchemaBook {
  /** A schema as JSON Schema; its named parts go into `parts` and are referred to there. */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonObject;
  readonly parts: JsonObject;
}

/** Collects the schemas of one document. `place` is where its parts stand, such as `#/components/schemas/`. */
export function createSchemaBook(place: string): SchemaBook {
  const parts: JsonObject = {};
  return {
    parts,
    of(schema, io) {
      const { $defs, ...result } = jsonSchemaOf(schema, io, place) as JsonObject & { $defs?: JsonObject };
      for (const [name, part] of Object.entries($defs ?? {})) if (!name.startsWith('__')) parts[name] = part;
      return result;
    },
  };
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', place: string): unknown {
  const { $schema: _dialect, ...result } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => adapt(jsonSchema as JsonObject, zodSchema, io),
  });
  return JSON.parse(JSON.stringify(result), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    return value === '#' || value.startsWith(UNNAMED) ? undefined : value.replace(LOCAL, place);
  });
}

function adapt(node: JsonObject, schema: z.core.$ZodTypes, io: 'input' | 'output'): void {
  if (schema instanceof z.ZodObject) leaveOpen(node, schema);
  // Answers are open: they may gain members. Only requests state that no other member is accepted.
  if (io === 'output' && node.additionalProperties === false) delete node.additionalProperties;
  // The bounds of JavaScript's integers are no statement about the value.
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  delete node.id;
  delete node.published;
  const { document, description } = node;
  if (typeof document !== 'object' || document === null) return;
  for (const member of Object.keys(node)) delete node[member];
  Object.assign(node, description === undefined ? {} : { description }, document);
}

/** Members that are always there, but not promised. */
function leaveOpen(node: JsonObject, { shape }: z.ZodObject): void {
  if (!Array.isArray(node.required)) return;
  const promised = node.required.filter((name: string) => shape[name]?.meta()?.published !== 'optional');
  if (promised.length > 0) node.required = promised;
  else delete node.required;
}
