import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import { endPending } from '../apply/pending.js';
import type { HouseState } from '../model/replica.js';
import type { HouseRecords } from '../model/state.js';
import { partsOf } from './export.js';
import { takePart } from './take.js';

export function createHouseState(house: HouseRecords): HouseState {
  // Devices come after the descriptions that they name; both go with the CCU when it begins anew.
  const described = new WeakMap<object, ParamsetDescription[]>();
  return {
    parts(name) {
      const central = house.centrals.get(name);
      return central === undefined ? [] : partsOf(house, central);
    },
    optionsOf(name) {
      const central = house.centrals.get(name);
      if (central === undefined) return undefined;
      return { host: central.host, interfaces: [...central.interfaces.values()].map(({ facts }) => facts) };
    },
    take(name, part) {
      const central = house.centrals.get(name);
      if (central === undefined) return;
      const descriptions = described.get(central) ?? [];
      described.set(central, descriptions);
      takePart(house, central, { part, descriptions });
    },
    endPending: (write) => endPending(house, write),
  };
}
