import type { WriteRequest } from '@ccu-gateway/ccu-client';
import type { Home, PlannedWrite } from '@ccu-gateway/device-model';
import { type CcuWriter, GatewayError } from '@ccu-gateway/server';
import type { Centrals } from './centrals.js';
import { askCcu } from './refusal.js';

/** Sends validated writes to the CCU they are for, and marks what is under way in the model. */
export function createCcuWriter(centrals: Centrals, home: Home): CcuWriter {
  return {
    async write(write, { priority, signal }) {
      const ccu = centrals.get(write.central);
      if (ccu === undefined) {
        throw new GatewayError('service_unready', `The CCU ${write.central} is not connected`, {
          reason: 'no_central',
        });
      }
      if (write.kind === 'value' && !write.momentary) {
        const { central, channelAddress, parameter } = write;
        home.markPending({ central, channelAddress, parameter, value: write.value.value });
      }
      await askCcu(() => ccu.write({ ...request(write), priority, signal }));
    },
  };
}

function request(write: PlannedWrite): WriteRequest {
  if (write.kind === 'value') {
    return {
      interfaceName: write.interfaceName,
      channelAddress: write.channelAddress,
      paramsetKey: 'VALUES',
      values: { [write.parameter]: write.value },
      momentary: write.momentary,
    };
  }
  return {
    interfaceName: write.interfaceName,
    channelAddress: write.address,
    paramsetKey: write.paramsetKey,
    ...(write.peer === undefined ? {} : { peer: write.peer }),
    values: write.values,
  };
}
