import { createCcuJackTree } from './tree/ccu-jack/tree.js';
import type { Hm2mqttPayload } from './tree/hm2mqtt/payload.js';
import { createHm2mqttTree } from './tree/hm2mqtt/tree.js';
import type { OtherTreeOptions } from './tree/other.js';
import type { Tree } from './tree/tree.js';

/** The topics of another program, which have no level for the CCU. */
export interface OtherTreeSettings {
  readonly enabled: boolean;
  /** Name of the CCU that they are of. */
  readonly central: string;
  /** First levels of all its topics; empty for none. */
  readonly prefix: string;
}

/** Topics of other programs, beside those of this gateway, for what still expects them. */
export interface OtherTreesSettings {
  readonly hm2mqtt?: (OtherTreeSettings & { readonly payload: Hm2mqttPayload }) | undefined;
  readonly ccuJack?: OtherTreeSettings | undefined;
}

/** The trees that are enabled. `now` is in milliseconds since the Unix epoch. */
export function createOtherTrees(
  { hm2mqtt, ccuJack }: OtherTreesSettings,
  common: Omit<OtherTreeOptions, 'central' | 'prefix'> & { readonly now: () => number },
): readonly Tree[] {
  return [
    ...(hm2mqtt?.enabled === true ? [createHm2mqttTree({ ...common, ...hm2mqtt })] : []),
    ...(ccuJack?.enabled === true ? [createCcuJackTree({ ...common, ...ccuJack })] : []),
  ];
}
