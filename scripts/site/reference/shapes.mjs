// JSON Schemas as rows of a table.
import { code, prose } from './markdown.mjs';

/** The members of a shape: name, type, "yes" where it is required, meaning. */
export function rowsOf(schema, schemas) {
  const { properties = {}, required = [] } = followed(schema, schemas);
  return Object.entries(properties).map(([name, member]) => [
    code(name),
    prose(typeOf(member)),
    required.includes(name) ? 'yes' : '',
    prose(member.description ?? followed(member, schemas).description ?? ''),
  ]);
}

const followed = (schema, schemas) =>
  schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1)] ?? {});

/** The type of a value in words; a shape with a name is that name. */
export function typeOf(schema) {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(', ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return [...new Set(variants.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return schema.type ?? 'any value';
}
