import { allowedAt, CONFIG_ROOT, isMap, keysOf, nodeAt, type SchemaNode } from '../config/explain.js';
import type { Keys } from '../config/file/yaml-edit.js';

/** Position of a setting in the document, with its schema. */
export interface Place {
  readonly keys: Keys;
  readonly node: SchemaNode;
}

/** Reason for an unknown position. */
export interface Unknown {
  readonly message: string;
}

/**
 * Position of a dotted path: entries of a list by their `name` or number, as in `centrals.home.host`, and the names of
 * a map of values with all their dots, as in `logging.overrides.ccu.home`.
 */
export function placeOf(path: string, file: unknown): Place | Unknown {
  const keys: (string | number)[] = [];
  let node = CONFIG_ROOT;
  let value = file;
  for (let rest = path.split('.'); rest.length > 0; ) {
    const [first = '', ...others] = rest;
    const values = isMap(node) && isBlock(node.additionalProperties) === false;
    const key = itemsOf(node) !== undefined ? indexOf(value, first) : values ? rest.join('.') : first;
    const child = key === undefined || key === '__proto__' ? undefined : childOf(node, key);
    if (child === undefined || key === undefined) return { message: unknown(path, first, node, keys, value) };
    keys.push(key);
    node = child;
    value = memberOf(value, key);
    rest = values ? [] : others;
  }
  if (node.properties === undefined) return { keys, node };
  const below = Object.keys(node.properties).map((name) => `${path}.${name}`);
  return { message: `${path} is a block of settings: ${below.join(', ')}` };
}

/** True when the setting, or anything in its value, is a secret. */
export function holdsSecret(keys: Keys, value: unknown): boolean {
  if (nodeAt(CONFIG_ROOT, keys)?.secret === true) return value !== '';
  if (typeof value !== 'object' || value === null) return false;
  const isList = Array.isArray(value);
  return Object.entries(value).some(([key, child]) => holdsSecret([...keys, isList ? Number(key) : key], child));
}

function childOf(node: SchemaNode, key: string | number): SchemaNode | undefined {
  // Members of every object, such as `constructor`, are no settings.
  if (typeof key === 'string' && !isMap(node) && keysOf(node)?.split(', ').includes(key) !== true) return undefined;
  return nodeAt(node, [key]);
}

function unknown(path: string, key: string, node: SchemaNode, keys: Keys, value: unknown): string {
  const where = keys.join('.');
  if (itemsOf(node) !== undefined) {
    const names = Array.isArray(value) ? value.map((entry) => memberOf(entry, 'name')).filter(Boolean) : [];
    return `there is no "${key}" in ${where}; there are: ${names.join(', ') || 'none'}`;
  }
  const known = keysOf(node);
  if (known !== undefined)
    return `there is no setting "${path}"; ${where === '' ? 'there are' : `${where} has`}: ${known}`;
  return `there is no setting "${path}"; ${where} takes ${allowedAt(node)}`;
}

const itemsOf = (node: SchemaNode) => (node.anyOf ?? [node]).find(({ items }) => items !== undefined)?.items;

const isBlock = (node: SchemaNode | boolean | undefined) =>
  typeof node === 'object' && keysOf(node) !== undefined && node.type !== 'string';

function indexOf(list: unknown, name: string): number | undefined {
  if (!Array.isArray(list)) return undefined;
  const named = list.findIndex((entry) => memberOf(entry, 'name') === name);
  const at = named < 0 && /^\d{1,4}$/.test(name) ? Number(name) : named;
  return at >= 0 && at < list.length ? at : undefined;
}

function memberOf(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
