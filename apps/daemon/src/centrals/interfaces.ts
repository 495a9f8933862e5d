import type { HouseModel } from '@ccu-gateway/device-model';
import { GatewayError, type InterfaceControl } from '@ccu-gateway/gateway-core';
import type { Centrals } from './centrals.js';

/** Finds the interface that `<central>-<interface>` names; both parts may hold hyphens, so the model splits it. */
export function createInterfaceControl(
  centrals: Pick<Centrals, 'get'>,
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
