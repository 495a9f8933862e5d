import { defined, sectionOwning } from '@ccu-gateway/gateway-core/parts';
import type { ConfigField } from '@ccu-gateway/gateway-core/use-cases';
import { variableOf } from '../config/environment.js';
import { allowedAt } from '../config/explain.js';
import { CONFIG_LAYOUT, type ConfigLeaf } from '../config/sections.js';

/** The first settings of a new installation; the others are for experts. */
const BASIC =
  /^(locale|data_dir|centrals|logging\.(level|format)|north\.rest\.(listen|public_url)|north\.rest\.auth\.(basic_enabled|bearer_enabled|oidc\.(enabled|issuer|client_id|redirect_url|role_claim)|ccu\.(enabled|primary))|callback\.(host|port|bin_port|public_host)|backup\..*|north\.discovery\..*)$/;

/** A setting as the API lists it. */
export function fieldOf({ path, node, secret }: ConfigLeaf, isHot: (path: string) => boolean): ConfigField {
  return {
    path,
    class: secret ? 'secret' : BASIC.test(path) ? 'basic' : 'expert',
    type: typeName(node),
    restartRequired: !isHot(path),
    ...(node.default === undefined || secret ? {} : { default: node.default }),
    allowed: allowedAt(node),
    ...defined({
      values: textsOf(node),
      minimum: node.minimum,
      maximum: node.maximum,
      variable: variableOf(path),
      section: sectionOwning(CONFIG_LAYOUT, path),
    }),
  };
}

function textsOf({ enum: values }: ConfigLeaf['node']): readonly string[] | undefined {
  return values?.every((value): value is string => typeof value === 'string') ? values : undefined;
}

/** The kind of value in one word; of several kinds, with bars between. */
export function typeName(node: ConfigLeaf['node']): string {
  if (node.type === 'array') return `${node.items === undefined ? 'any' : typeName(node.items)}[]`;
  // A key that may be null is described by a list of types; null leaves it unset and is no kind of its own.
  const types: readonly string[] | undefined = node.type === undefined ? undefined : [node.type].flat();
  if (types !== undefined) return types.filter((type) => type !== 'null').join('|');
  if (node.enum !== undefined) return 'string';
  const variants = [...new Set((node.anyOf ?? []).map(typeName))].filter((type) => type !== '');
  return variants.length === 0 ? 'any' : variants.join('|');
}
