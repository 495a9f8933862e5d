import type { Ccu } from '@ccu-gateway/ccu-client';
import type { SwapControl } from '../families/devices/replacements.js';
import type { Time } from '../ports/time.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

const LOGIC_LAYER_PAUSE_MS = 500;
const LOGIC_LAYER_TRIES = 20;

/**
 * Replacement of devices at the CCU.
 *
 * @example
 * const swap = createSwapControl(centrals, time);
 */
export function createSwapControl(centrals: ConnectedCcus, time: Pick<Time, 'after'>): SwapControl {
  /** The interface reports the exchange to the logic layer, which has both devices until then. */
  async function logicLayerFollows({ hub }: Pick<Ccu, 'hub'>, oldAddress: string): Promise<void> {
    for (let tries = 1; tries <= LOGIC_LAYER_TRIES; tries += 1) {
      const names = await askCcu(() => hub.names());
      if (names.every(({ address }) => address !== oldAddress)) return;
      await new Promise<void>((resolve) => time.after(LOGIC_LAYER_PAUSE_MS, resolve));
    }
  }

  return {
    replaceable({ central, interfaceName, address }) {
      const ccu = connectedCcu(centrals, central);
      return askCcu(() => ccu.listReplaceableDevices(interfaceName, address));
    },
    async exchange({ central, interfaceName, address }, oldAddress, onDone) {
      const ccu = connectedCcu(centrals, central);
      await askCcu(() => ccu.replaceDevice(interfaceName, oldAddress, address, onDone));
    },
    async readNames(central) {
      const { hub } = connectedCcu(centrals, central);
      await askCcu(() => hub.reloadNames());
    },
    async readAgain({ central, interfaceName }, oldAddress) {
      const ccu = connectedCcu(centrals, central);
      await askCcu(() => ccu.rescan(interfaceName));
      await logicLayerFollows(ccu, oldAddress);
      await ccu.hub.namesChanged();
    },
  };
}
