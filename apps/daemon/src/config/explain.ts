import { z } from 'zod';
import { configSchema } from './schema/schema.js';

/** The part of JSON Schema that zod emits for this configuration. */
export type SchemaNode = {
  readonly type?: string;
  readonly description?: string;
  readonly secret?: boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly default?: unknown;
};

/** The schema of configuration files as JSON Schema, with descriptions and flags for secrets; made once, as it takes long. */
export const CONFIG_ROOT = z.toJSONSchema(configSchema, { io: 'input' }) as SchemaNode;

/** The node that describes `path`; undefined where the schema has none. */
export function nodeAt(root: SchemaNode, path: readonly PropertyKey[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const key of path) {
    if (node === undefined) return undefined;
    node = childOf(node, key);
  }
  return node;
}

function childOf(node: SchemaNode, key: PropertyKey): SchemaNode | undefined {
  for (const variant of node.anyOf ?? [node]) {
    if (typeof key === 'number' && variant.items) return variant.items;
    const property = variant.properties?.[String(key)];
    if (property) return property;
    if (typeof variant.additionalProperties === 'object') return variant.additionalProperties;
  }
  return undefined;
}

/** A map with names of the user as keys, e.g. users: it is one value, replaced as a whole. */
export function isMap(node: SchemaNode | undefined): boolean {
  return node !== undefined && node.properties === undefined && typeof node.additionalProperties === 'object';
}

/** Allowed values, in words. */
export function allowedAt(node: SchemaNode | undefined): string {
  if (node === undefined) return 'a valid value';
  if (node.description !== undefined) return node.description;
  if (node.enum !== undefined) return `one of ${node.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.anyOf !== undefined) return node.anyOf.map(allowedAt).join(' or ');
  switch (node.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
    case 'number':
      return `${node.type === 'integer' ? 'a whole number' : 'a number'}${range(node)}`;
    case 'string':
      return node.maxLength === undefined
        ? 'a text'
        : `a text of ${node.minLength ?? 0} to ${node.maxLength} characters`;
    case 'array':
      return `a list of ${node.minItems ?? 0} to ${node.maxItems ?? 'any number of'} entries`;
    default:
      return keysOf(node) === undefined ? 'a map' : `a block with the keys ${keysOf(node)}`;
  }
}

export function keysOf(node: SchemaNode | undefined): string | undefined {
  const variant = node?.anyOf?.find((entry) => entry.properties) ?? node;
  return variant?.properties && Object.keys(variant.properties).join(', ');
}

function range(node: SchemaNode): string {
  if (node.exclusiveMinimum !== undefined) return ` above ${node.exclusiveMinimum} and up to ${node.maximum}`;
  return node.minimum === undefined ? '' : ` from ${node.minimum} to ${node.maximum}`;
}
