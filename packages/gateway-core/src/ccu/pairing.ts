import type { InboxControl } from '../families/devices/inbox.js';
import type { InstallModeControl } from '../families/devices/install-mode.js';
import type { HubRefresh } from '../hub/parts.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import type { NewDevices } from '../upkeep/new-devices.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { groupIds } from './groups.js';
import { readBack } from './hub-control.js';
import { askCcu } from './refusal.js';
import { assigning, createNaming, relabel } from './relabel.js';

export interface PairingDeps {
  readonly centrals: ConnectedCcus;
  readonly syncs: HubRefresh;
  readonly time: Pick<Time, 'after'>;
  readonly log: Logger;
}

/**
 * Starts and ends install mode, and searches the wired bus.
 *
 * @example
 * const installMode = createInstallModeControl({ centrals, syncs, time, log });
 */
export function createInstallModeControl(deps: PairingDeps): InstallModeControl {
  return {
    async setInstallMode({ central, interface: interfaceName, active, seconds, deviceAddress, whitelist }) {
      const ccu = connectedCcu(deps.centrals, central);
      await askCcu(() => ccu.setInstallMode({ interfaceName, active, seconds, deviceAddress, whitelist }));
      await readBack(deps, central, 'installModes');
    },
    async searchDevices(central, name) {
      const ccu = connectedCcu(deps.centrals, central);
      const found = await askCcu(() => ccu.searchDevices(name));
      await readBack(deps, central, 'inbox');
      return found;
    },
  };
}

/**
 * Accepts devices that were paired, and labels them.
 *
 * @example
 * const inbox = createInboxControl({ centrals, syncs, newDevices, time, log });
 */
export function createInboxControl(
  deps: PairingDeps & { readonly newDevices: Pick<NewDevices, 'release'> },
): InboxControl {
  return {
    release: deps.newDevices.release,
    async checkLabels(central, { rooms, functions }) {
      const { hub } = connectedCcu(deps.centrals, central);
      if (rooms !== undefined) await groupIds(hub.rooms, rooms);
      if (functions !== undefined) await groupIds(hub.functions, functions);
    },
    async accept(central, address) {
      const { hub } = connectedCcu(deps.centrals, central);
      await askCcu(() => hub.acceptInboxDevice(address));
      await readBack(deps, central, 'inbox');
    },
    async label(central, address, { name, includeChannels, rooms, functions }) {
      const { hub } = connectedCcu(deps.centrals, central);
      // Looked up first, so that a name that does not exist leaves everything as it is.
      const roomIds = rooms === undefined ? undefined : await groupIds(hub.rooms, rooms);
      const functionIds = functions === undefined ? undefined : await groupIds(hub.functions, functions);
      const objects = await askCcu(() => hub.names());
      const channels = objects
        .map((object) => object.address)
        .filter((each) => each.startsWith(`${address}:`) && !each.endsWith(':0'));
      const naming = createNaming(hub, deps.log);
      const steps = [
        ...(name === undefined ? [] : [naming.step(address, () => name)]),
        // After the device received its name: with the requested name, each channel would run into a taken one too.
        ...(name === undefined || !includeChannels
          ? []
          : channels.map((channel) =>
              naming.step(channel, () => (naming.became(address) ?? name) + channel.slice(address.length)),
            )),
        ...channels.flatMap((channel) => [
          ...(roomIds === undefined ? [] : [assigning(hub, 'rooms', channel, roomIds)]),
          ...(functionIds === undefined ? [] : [assigning(hub, 'functions', channel, functionIds)]),
        ]),
      ];
      await relabel(hub, steps);
      return naming.corrections();
    },
  };
}
