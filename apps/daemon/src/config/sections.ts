import {
  type ConfigLayout,
  createHotSettings as createFor,
  type HotSettings as HotSettingsOf,
} from '@ccu-gateway/gateway-core/parts';
import { CONFIG_ROOT, nodeAt, type SchemaNode } from './explain.js';
import { BOOTSTRAP_ONLY, CONFIG_SECTIONS, type GatewayConfig } from './schema/schema.js';
import { Secret } from './values/secret.js';

export type ConfigLeaf = { readonly path: string; readonly node: SchemaNode; readonly secret: boolean };

/** Every setting by its dotted path; a list or a map of names is one setting. */
export const CONFIG_LEAVES: readonly ConfigLeaf[] = leavesBelow(CONFIG_ROOT, []);

function leavesBelow(node: SchemaNode, path: readonly string[]): readonly ConfigLeaf[] {
  if (node.properties !== undefined) {
    return Object.entries(node.properties).flatMap(([key, child]) => leavesBelow(child, [...path, key]));
  }
  const below = node.additionalProperties;
  const secret = node.secret === true || (typeof below === 'object' && below.secret === true);
  return [{ path: path.join('.'), node, secret }];
}

/** How the settings can be changed. */
export const CONFIG_LAYOUT: ConfigLayout = {
  settings: CONFIG_LEAVES.map(({ path }) => path),
  sections: CONFIG_SECTIONS,
  fileOnly: BOOTSTRAP_ONLY,
};

/** Settings that apply at once. */
export type HotSettings = HotSettingsOf<GatewayConfig>;

export const createHotSettings = (): HotSettings => createFor<GatewayConfig>(CONFIG_LAYOUT);

/** The same value with the texts of secrets replaced; `path` names each of them. */
export function mapSecrets(value: unknown, path: string, replace: (text: string, path: string) => unknown): unknown {
  if (value instanceof Secret) return replace(value.reveal(), path);
  if (typeof value === 'string') return isSecretPath(path) ? replace(value, path) : value;
  if (Array.isArray(value)) return value.map((child, index) => mapSecrets(child, `${path}.${index}`, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, mapSecrets(child, `${path}.${key}`, replace)]),
  );
}

function isSecretPath(path: string): boolean {
  return nodeAt(CONFIG_ROOT, path.split('.'))?.secret === true;
}
