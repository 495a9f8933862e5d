import { CONFIG_SECTIONS, type ConfigSection, type GatewayConfig, Secret } from '../config/index.js';
import { CONFIG_LEAVES, isAtOrBelow, sectionOwning } from '../config/sections.js';

export type JsonObject = { readonly [member: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Secret);
}

export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    if (!isObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** A copy without the member at `path`, and without the blocks that became empty by that. */
export function without(value: JsonObject, path: readonly string[]): JsonObject {
  const [key, ...rest] = path;
  if (key === undefined || !Object.hasOwn(value, key)) return value;
  const { [key]: child, ...others } = value;
  if (rest.length === 0) return others;
  if (!isObject(child)) return value;
  const pruned = without(child, rest);
  return Object.keys(pruned).length === 0 ? others : { ...others, [key]: pruned };
}

/**
 * The part of the configuration that a section holds. What belongs to a section inside it, or can only be set in the file,
 * is not in it. A section that is one value becomes an object with that one member.
 */
export function sectionValue(config: GatewayConfig, section: ConfigSection): JsonObject {
  const value = at(config, section);
  if (!isObject(value)) return { [section.split('.').at(-1) ?? section]: value };
  return CONFIG_LEAVES.filter(
    ({ path }) => isAtOrBelow(path, section) && sectionOwning(path) !== section,
  ).reduce<JsonObject>((rest, { path }) => without(rest, path.slice(section.length + 1).split('.')), value);
}

/** Sections that are one value are stored as that value. */
export function storedForm(section: ConfigSection, body: JsonObject): unknown {
  return isSingle(section) ? body[section.split('.').at(-1) ?? section] : body;
}

function isSingle(section: ConfigSection): boolean {
  return CONFIG_LEAVES.some(({ path }) => path === section);
}

/** Dotted paths, below the root, of every leaf of a body. */
export function bodyPaths(section: ConfigSection, body: unknown, path: string = section): readonly string[] {
  const isLeaf = CONFIG_LEAVES.some((leaf) => leaf.path === path) || !isObject(body);
  if (isLeaf) return [path];
  return Object.entries(body).flatMap(([key, child]) => bodyPaths(section, child, `${path}.${key}`));
}

/** Settings that differ between two configurations. */
export function changedPaths(before: GatewayConfig, after: GatewayConfig): readonly string[] {
  return CONFIG_LEAVES.map(({ path }) => path).filter(
    (path) => comparable(at(before, path)) !== comparable(at(after, path)),
  );
}

function comparable(value: unknown): string {
  return JSON.stringify(revealed(value)) ?? '';
}

function revealed(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map(revealed);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, revealed(child)]));
}

export function isSection(name: string): name is ConfigSection {
  return CONFIG_SECTIONS.some((section) => section === name);
}
