import { interfacesWhere } from '@ccu-gateway/ccu-client/interfaces';
import type { RadioBudgets } from '../ports/diagnostics.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';

/**
 * Sending time of the radio modules of CCUs.
 *
 * @example
 * const radioBudgets = createRadioBudgets(centrals);
 */
export function createRadioBudgets(centrals: ConnectedCcus): RadioBudgets {
  return {
    async loads(central) {
      const ccu = connectedCcu(centrals, central);
      return interfacesWhere(({ radio }) => radio).flatMap((interfaceName) => {
        const load = ccu.radio(interfaceName);
        return load === undefined ? [] : [{ interfaceName, ...load }];
      });
    },
  };
}
