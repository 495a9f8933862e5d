import type { DefinedDevice, HouseDefinition } from '../house/types.js';
import type { HeatingGroupBook } from './heating-groups.js';
import type { GroupBook, HubBook } from './hub.js';
import type { InstallModes } from './install-mode.js';
import type { LinkBook } from './links.js';
import type { MessageBook } from './messages.js';
import type { DeviceRegistry } from './registry.js';
import type { SimulatedHouseView } from './types.js';
import type { ValueStore } from './values.js';

/** Parts of an installation in its view. */
interface Viewed {
  readonly registry: DeviceRegistry;
  readonly store: ValueStore;
  readonly links: LinkBook;
  readonly hub: HubBook;
  readonly rooms: GroupBook;
  readonly functions: GroupBook;
  readonly messages: MessageBook;
  readonly installModes: InstallModes;
  readonly heatingGroups: HeatingGroupBook;
  addDevice(device: DefinedDevice): void;
  offerDevice(device: DefinedDevice): void;
  removeDevice(address: string): boolean;
}

/** Public view of an installation, with methods to change it. */
export function viewOf(house: HouseDefinition, state: Viewed): SimulatedHouseView {
  const { registry, store, links, hub, rooms, functions, messages, installModes } = state;
  return {
    seededFrom: house,
    devices: registry.all,
    device: registry.device,
    descriptions: registry.paramsets,
    value: store.value,
    values: (channelAddress) => Object.fromEntries(store.values(channelAddress)),
    master: store.master,
    link: (receiver, sender) => store.link(receiver, sender) ?? {},
    links: links.all,
    programs: hub.programs,
    sysvars: hub.variables,
    rooms: rooms.all,
    functions: functions.all,
    messages: messages.all,
    installModes: installModes.all,
    addDevice: (device) => state.addDevice(device),
    offerDevice: (device) => state.offerDevice(device),
    removeDevice: (address) => void state.removeDevice(address),
    heatingGroups: () => state.heatingGroups.all(),
    rename: (address, name) => void registry.rename(address, name),
    renameRoom: (from, to) => {
      const room = rooms.all().find(({ name }) => name === from);
      if (room !== undefined) rooms.rename(room.id, to);
    },
    setSysvar: (name, value) => void hub.setVariable(name, value),
    setProgramActive: (id, active) => void hub.changeProgram(id, { active }),
    unlistSysvar: hub.unlistVariable,
    unlistedSysvars: hub.leftovers,
    changeSysvar: (name, change) => void hub.changeVariable(name, change),
  };
}
