import type { SwapControl } from '../families/devices/replacements.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

/**
 * Replacement of devices at the CCU.
 *
 * @example
 * const swap = createSwapControl(centrals);
 */
export function createSwapControl(centrals: ConnectedCcus): SwapControl {
  return {
    replaceable({ central, interfaceName, address }) {
      const ccu = connectedCcu(centrals, central);
      return askCcu(() => ccu.listReplaceableDevices(interfaceName, address));
    },
    async exchange({ central, interfaceName, address }, oldAddress, onDone) {
      const ccu = connectedCcu(centrals, central);
      await askCcu(() => ccu.replaceDevice(interfaceName, oldAddress, address, onDone));
    },
    async readAgain({ central, interfaceName }) {
      const ccu = connectedCcu(centrals, central);
      await askCcu(() => ccu.rescan(interfaceName));
      await ccu.hub.namesChanged();
    },
  };
}
