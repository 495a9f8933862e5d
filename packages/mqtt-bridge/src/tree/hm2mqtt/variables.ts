import type { SysvarSummary } from '@ccu-gateway/contract/types';
import { unlessRefused } from '@ccu-gateway/gateway-core';
import type { ReadingCore } from '../house.js';

/** Variable with its data for hm2mqtt. */
export interface NamedVariable {
  /** As the CCU calls it, e.g. `${sysVarPresence}`. */
  readonly rawName: string;
  readonly shown: SysvarSummary;
}

/**
 * The variables of a CCU as hm2mqtt calls them: those that the CCU came with by the German texts of its web interface, which
 * hm2mqtt reads there, and all others as people called them.
 */
export function readVariables(house: Pick<ReadingCore, 'sysvars'>, central: string): readonly NamedVariable[] {
  return (unlessRefused(() => house.sysvars.list({ central, locale: 'de' })) ?? []).map(named);
}

function named(sysvar: SysvarSummary): NamedVariable {
  const { name, translated_name, description, translated_description } = sysvar;
  const { value_name_0, value_name_1, translated_value_name_0, translated_value_name_1 } = sysvar;
  return {
    rawName: name,
    shown: {
      ...sysvar,
      name: translated_name ?? name,
      description: translated_description ?? description,
      value_name_0: translated_value_name_0 ?? value_name_0,
      value_name_1: translated_value_name_1 ?? value_name_1,
    },
  };
}
