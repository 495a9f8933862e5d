import { createHash } from 'node:crypto';

type Json = { readonly [member: string]: unknown };

/**
 * The parts of the two published files by name, each with a digest of the parts that a client can rely on: not of its
 * texts.
 */
export function publishedParts(files: { readonly 'openapi.json': string; readonly 'ws-catalogue.json': string }) {
  const openapi = JSON.parse(files['openapi.json']) as Json & {
    readonly paths: Readonly<Record<string, Json>>;
    readonly components: Readonly<Record<string, Json>>;
  };
  const catalogue = JSON.parse(files['ws-catalogue.json']) as Json & {
    readonly commands: readonly (Json & { readonly name: string; readonly kind: string })[];
    readonly schemas: Json;
  };
  const { paths, components, tags: _tags, ...aboutRest } = openapi;
  const { commands, schemas, ...aboutEvents } = catalogue;
  const parts: [name: string, part: unknown][] = [
    ['openapi', aboutRest],
    ['ws-catalogue', aboutEvents],
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, part]): [string, unknown] => [`${method.toUpperCase()} ${path}`, part]),
    ),
    ...Object.entries(components).flatMap(([kind, named]) =>
      Object.entries(named).map(([name, part]): [string, unknown] => [`${kind}/${name}`, part]),
    ),
    ...commands.map((part): [string, unknown] => [`${part.kind} ${part.name}`, part]),
    ...Object.entries(schemas).map(([name, part]): [string, unknown] => [`ws schemas/${name}`, part]),
  ];
  return Object.fromEntries(parts.map(([name, part]) => [name, digestOf(part)]));
}

function digestOf(part: unknown): string {
  return createHash('sha256').update(JSON.stringify(part, canonical)).digest('hex').slice(0, 12);
}

/** Without texts for people and without the order of members, which mean nothing to a program. */
function canonical(key: string, value: unknown): unknown {
  if ((key === 'summary' || key === 'description') && typeof value === 'string') return undefined;
  if (key === 'required' && Array.isArray(value)) return [...value].sort();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
