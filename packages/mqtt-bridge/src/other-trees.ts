import type { MqttOtherLayout } from '@ccu-gateway/contract/types';
import { createCcuJackTree } from './tree/ccu-jack/tree.js';
import type { Hm2mqttPayload } from './tree/hm2mqtt/payload.js';
import { createHm2mqttTree } from './tree/hm2mqtt/tree.js';
import type { OtherTreeOptions } from './tree/other.js';
import type { Tree } from './tree/tree.js';

/** Settings of the topics of another program, which have no level for the CCU. */
export interface OtherTreeSettings {
  readonly enabled: boolean;
  /** Name of the CCU that they are of. */
  readonly central: string;
  /** First levels of all its topics; empty for none. */
  readonly prefix: string;
}

/** Settings of layouts that have more of them. */
interface FurtherSettings {
  readonly hm2mqtt: { readonly payload: Hm2mqttPayload };
}

type SettingsOf<Layout extends MqttOtherLayout> = OtherTreeSettings &
  (Layout extends keyof FurtherSettings ? FurtherSettings[Layout] : unknown);

/** Topics of other programs, beside those of this gateway, for clients that still expect them. */
export type OtherTreesSettings = { readonly [Layout in MqttOtherLayout]?: SettingsOf<Layout> | undefined };

type Common = Omit<OtherTreeOptions, 'central' | 'prefix'> & { readonly now: () => number };

/** The maker of each layout. */
const MAKERS: { readonly [Layout in MqttOtherLayout]: (options: Common & SettingsOf<Layout>) => Tree } = {
  hm2mqtt: createHm2mqttTree,
  ccu_jack: createCcuJackTree,
};

/** The trees that are enabled. `now` is in milliseconds since the Unix epoch. */
export function createOtherTrees(settings: OtherTreesSettings, common: Common): readonly Tree[] {
  const create = <Layout extends MqttOtherLayout>(layout: Layout): readonly Tree[] => {
    const own: SettingsOf<Layout> | undefined = settings[layout];
    return own?.enabled === true ? [MAKERS[layout]({ ...common, ...own })] : [];
  };
  return (Object.keys(MAKERS) as MqttOtherLayout[]).flatMap(create);
}
