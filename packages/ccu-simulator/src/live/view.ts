import type { House, HouseDevice } from '../house/types.js';
import type { GroupBook, HubBook } from './hub.js';
import type { InstallModes } from './install-mode.js';
import type { LinkBook } from './links.js';
import type { MessageBook } from './messages.js';
import type { DeviceRegistry } from './registry.js';
import type { LiveHouse } from './types.js';
import type { ValueStore } from './values.js';

/** The parts of a house that its view shows. */
interface Viewed {
  readonly registry: DeviceRegistry;
  readonly store: ValueStore;
  readonly links: LinkBook;
  readonly hub: HubBook;
  readonly rooms: GroupBook;
  readonly functions: GroupBook;
  readonly messages: MessageBook;
  readonly installModes: InstallModes;
  addDevice(device: HouseDevice): void;
  offerDevice(device: HouseDevice): void;
  removeDevice(address: string): boolean;
}

/** What tests and people may see of a house, and change in it. */
export function viewOf(house: House, state: Viewed): LiveHouse {
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
    systemVariables: hub.variables,
    rooms: rooms.all,
    functions: functions.all,
    messages: messages.all,
    installModes: installModes.all,
    addDevice: (device) => state.addDevice(device),
    putUp: (device) => state.offerDevice(device),
    removeDevice: (address) => void state.removeDevice(address),
    rename: (address, name) => void registry.rename(address, name),
    renameRoom: (from, to) => {
      const room = rooms.all().find(({ name }) => name === from);
      if (room !== undefined) rooms.rename(room.id, to);
    },
    setSystemVariable: (name, value) => void hub.setVariable(name, value),
    setProgramActive: (id, active) => void hub.changeProgram(id, { active }),
    unlistSystemVariable: hub.unlistVariable,
    unlistedSystemVariables: hub.leftovers,
    changeSystemVariable: (name, change) => void hub.changeVariable(name, change),
  };
}
