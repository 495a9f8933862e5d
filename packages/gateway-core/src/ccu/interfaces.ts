import type { HouseModel } from '@ccu-gateway/device-model';
import type { InterfaceControl } from '../ports/house.js';
import { GatewayError } from '../use-case/errors.js';
import type { ConnectedCcus } from './connected.js';

/**
 * Finds the interface that `<central>-<interface>` names; both parts may hold hyphens, so the model splits it.
 *
 * @example
 * const interfaces = createInterfaceControl(centrals, house);
 */
export function createInterfaceControl(
  centrals: ConnectedCcus,
  house: Pick<HouseModel, 'interface'>,
): InterfaceControl {
  return {
    async reconnect(interfaceId) {
      const found = house.interface(interfaceId);
      const ccu = found.ok ? centrals.get(found.value.central_id ?? '') : undefined;
      if (!found.ok || ccu === undefined) {
        throw new GatewayError('not_found', `There is no interface ${interfaceId}`, { reason: 'not_found' });
      }
      ccu.reconnect(found.value.interface);
    },
  };
}
