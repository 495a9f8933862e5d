import { z } from 'zod';

/** The makers of the schemas that no code has read yet. */
const makers = new WeakMap<object, () => z.ZodType>();

/** The prototype of a schema until it is read. */
const unread = new Proxy(
  {},
  {
    get(_target, member, schema: object) {
      become(schema);
      return Reflect.get(schema, member);
    },
  },
);

/**
 * A schema that is made when one of its members is first read. Most schemas of the API describe answers, which only the published
 * documents need: a gateway that runs holds none of these. The build puts this around each schema at the top of a module
 * (`scripts/lib/lazy-schemas.mjs`).
 *
 * @throws {Error} on a reading while the schema itself is being made.
 * @example lazily(() => z.object({ address: z.string() })).parse({ address: 'VCU0000001' })
 */
export function lazily<Schema extends z.ZodType>(make: () => Schema): Schema {
  const schema: object = Object.create(unread);
  makers.set(schema, make);
  return schema as Schema;
}

/** Makes the object itself a schema, as zod makes a new one: a copy of another would have functions that know the other. */
function become(schema: object): void {
  const make = makers.get(schema);
  if (make === undefined) throw new Error('A schema was read while it was made');
  makers.delete(schema);
  const made = make();
  const isSchema = made instanceof z.ZodType;
  if (!isSchema) throw new Error('Only a schema is made lazily');
  const { constr, def, parent } = made._zod;
  const metadata = z.globalRegistry.get(made);
  Object.setPrototypeOf(schema, Object.getPrototypeOf(made));
  (constr as unknown as { init(made: object, definition: unknown): void }).init(schema, def);
  const { _zod: internals } = schema as z.ZodType;
  for (const finish of internals.deferred ?? []) finish();
  internals.deferred = undefined;
  if (parent !== undefined) internals.parent = parent;
  if (metadata !== undefined) z.globalRegistry.add(schema as z.ZodType, metadata);
}
