import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { ParamsetReader } from '../families/devices/paramsets.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

export interface ParamsetDeps {
  readonly centrals: ConnectedCcus;
  readonly house: Pick<HouseModel, 'applyConfiguration'>;
  readonly publish: (event: ModelEvent) => void;
  readonly now: () => number;
}

/**
 * Reads paramsets from the CCU; the model learns of every MASTER paramset that passes by.
 *
 * @example
 * const paramsets = createParamsetReader({ centrals, house, publish, now: Date.now });
 */
export function createParamsetReader({ centrals, house, publish, now }: ParamsetDeps): ParamsetReader {
  return {
    async readParamset({ central, interfaceName, address, key, peer }) {
      const ccu = connectedCcu(centrals, central);
      const values = await askCcu(() => ccu.getParamset(interfaceName, address, peer ?? key));
      if (key === 'MASTER' && peer === undefined) {
        for (const event of house.applyConfiguration({ central, address, values, at: now() })) publish(event);
      }
      return values;
    },
    describeParamset({ central, interfaceName, address, key }) {
      const ccu = connectedCcu(centrals, central);
      return askCcu(() => ccu.getParamsetDescription(interfaceName, address, key));
    },
    determineParameter({ central, interfaceName, address, key, parameter }) {
      const ccu = connectedCcu(centrals, central);
      return askCcu(() => ccu.determineParameter(interfaceName, address, key, parameter));
    },
  };
}
