import type { z } from 'zod';
import { ConfigError, type ConfigIssue } from './errors.js';
import { allowedAt, CONFIG_ROOT, isMap, keysOf, nodeAt, type SchemaNode } from './explain.js';
import { configSchema, type GatewayConfig } from './schema/schema.js';

export type ConfigSource = 'bootstrap' | 'db' | 'env' | 'default';

/** One source of values. Later layers win; the winning layer is the reported source of a value. */
export type ConfigLayer = {
  readonly source: Exclude<ConfigSource, 'default'>;
  readonly value: unknown;
  /** Where people find this value, for the message when it is wrong. */
  readonly locate: (path: readonly PropertyKey[]) => { readonly origin: string; readonly line?: number };
};

export type ResolvedConfig = {
  readonly config: GatewayConfig;
  /** Source of each leaf; a list or a map of names is one leaf. */
  readonly sources: ReadonlyMap<string, ConfigSource>;
};

/** Merges the layers over the defaults and checks the result. @throws ConfigError with every problem found */
export function resolveLayers(layers: readonly ConfigLayer[]): ResolvedConfig {
  const merged = layers.reduce<unknown>((base, layer) => merge(base, layer.value, CONFIG_ROOT), {});
  const result = configSchema.safeParse(merged);
  if (!result.success) {
    throw new ConfigError(
      'config_invalid',
      result.error.issues.flatMap((issue) => explain(issue, CONFIG_ROOT, layers, merged)),
    );
  }
  const sources = new Map<string, ConfigSource>();
  collectSources(result.data, CONFIG_ROOT, [], layers, sources);
  return { config: result.data, sources };
}

function merge(base: unknown, over: unknown, node: SchemaNode | undefined): unknown {
  if (!isRecord(base) || !isRecord(over) || isMap(node)) return over;
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    result[key] = Object.hasOwn(base, key) ? merge(base[key], value, node && nodeAt(node, [key])) : value;
  }
  return result;
}

function collectSources(
  value: unknown,
  node: SchemaNode | undefined,
  path: readonly string[],
  layers: readonly ConfigLayer[],
  sources: Map<string, ConfigSource>,
): void {
  if (isRecord(value) && node?.properties) {
    for (const [key, child] of Object.entries(value)) {
      collectSources(child, nodeAt(node, [key]), [...path, key], layers, sources);
    }
    return;
  }
  sources.set(path.join('.'), winningLayer(layers, path)?.source ?? 'default');
}

function winningLayer(layers: readonly ConfigLayer[], path: readonly PropertyKey[]): ConfigLayer | undefined {
  return layers.findLast((layer) => valueAt(layer.value, path) !== undefined);
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

/** Fault of the value at a path, with its position for the user. */
export function issueAt(layers: readonly ConfigLayer[], path: readonly PropertyKey[], message: string): ConfigIssue {
  // A missing value has no place of its own: point at the block around it.
  const layer = winningLayer(layers, path) ?? winningLayer(layers, path.slice(0, -1)) ?? layers[0];
  return { path: path.map(String).join('.'), message, ...(layer?.locate(path) ?? { origin: 'defaults' }) };
}

/** The refusal of a setting that the schema takes and the part that was to live with it does not. */
export function refusedSetting(
  { layers }: { readonly layers: readonly ConfigLayer[] },
  key: string,
  message: string,
): ConfigError {
  return new ConfigError('config_invalid', [issueAt(layers, key.split('.'), message)]);
}

function explain(
  issue: z.core.$ZodIssue,
  root: SchemaNode,
  layers: readonly ConfigLayer[],
  merged: unknown,
): readonly ConfigIssue[] {
  const node = nodeAt(root, issue.path);
  const at = (path: readonly PropertyKey[], message: string) => issueAt(layers, path, message);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => at([...issue.path, key], `unknown key; allowed: ${keysOf(node) ?? 'none'}`));
  }
  if (issue.code === 'custom') return [at(issue.path, issue.message)];
  const value = valueAt(merged, issue.path);
  if (value === undefined) return [at(issue.path, `required: ${allowedAt(node)}`)];
  // An invalid key of a map is reported at the map; name the keys that are allowed by the value's own words.
  if (issue.code === 'invalid_key') return [at(issue.path, 'a key of this map is not allowed')];
  const nested = issue.code === 'invalid_union' ? closestVariant(issue) : undefined;
  if (nested)
    return nested.flatMap((inner) => explain({ ...inner, path: [...issue.path, ...inner.path] }, root, layers, merged));
  return [at(issue.path, `${received(value, node)}expected ${allowedAt(node)}${remedy(value, node)}`)];
}

/** Remedy for a text without quotes that YAML has read as another type. */
function remedy(value: unknown, node: SchemaNode | undefined): string {
  if (!takesText(node)) return '';
  if (value === null) return '; nothing stands there: a text that begins with "#" belongs in quotes';
  const read = typeof value === 'number' ? 'a number' : typeof value === 'boolean' ? 'true or false' : undefined;
  return read === undefined ? '' : `; YAML reads it as ${read}: put it in quotes`;
}

function takesText(node: SchemaNode | undefined): boolean {
  return node?.type === 'string' || node?.anyOf?.some((variant) => variant.type === 'string') === true;
}

/** For a block in its long form, say which of its keys is wrong instead of describing all forms. */
function closestVariant(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | undefined {
  return issue.errors.find(
    (errors) =>
      errors.length > 0 && errors.every((error) => error.path.length > 0 || error.code === 'unrecognized_keys'),
  );
}

/** The wrong value itself helps to find it, but never where a secret belongs. */
function received(value: unknown, node: SchemaNode | undefined): string {
  if (node?.secret || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')) return '';
  const text = JSON.stringify(value);
  return `got ${text.length > 60 ? `${text.slice(0, 60)}…` : text}, `;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
