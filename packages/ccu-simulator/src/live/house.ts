import type {
  House,
  HouseDevice,
  HouseProgramAction,
  InterfaceName,
  ParamsetDescription,
  WireValue,
} from '../house/types.js';
import type { Clock, Timers } from '../options.js';
import { type Change, react } from './behaviour.js';
import { isState } from './defaults.js';
import type { HouseEvent, HouseListener } from './events.js';
import { createGroupBook, createHubBook, type GroupBook, type HubBook } from './hub.js';
import { createInstallModes, type InstallModes } from './install-mode.js';
import { createLinkBook, type LinkBook } from './links.js';
import { createMessageBook, type MessageBook } from './messages.js';
import { createIds, createRegistry, type DeviceRegistry } from './registry.js';
import type { LiveHouse } from './types.js';
import { createValueStore, type ValueStore } from './values.js';

/** How long a changed configuration is shown as pending before the device has taken it. */
const CONFIG_PENDING_MS = 40;

/** The moving house behind the wires: the truth, and the doors through which it changes. */
export interface HouseState {
  readonly view: LiveHouse;
  readonly registry: DeviceRegistry;
  readonly store: ValueStore;
  readonly messages: MessageBook;
  readonly links: LinkBook;
  readonly hub: HubBook;
  readonly rooms: GroupBook;
  readonly functions: GroupBook;
  readonly installModes: InstallModes;
  /** Everything that happens, in order. Returns how to stop listening. */
  on(listener: HouseListener): () => void;
  describe(channelAddress: string): ParamsetDescription;
  /** A device speaks. False for an unknown data point. */
  speak(change: Change): boolean;
  /** Somebody writes VALUES of a channel; the device reacts. */
  write(channelAddress: string, values: Readonly<Record<string, WireValue>>): void;
  /** Somebody writes MASTER: kept at once, shown as pending for a moment. */
  configure(address: string, values: Readonly<Record<string, WireValue>>): void;
  announce(event: HouseEvent): void;
  addDevice(device: HouseDevice): void;
  removeDevice(address: string): boolean;
  stop(): void;
}

export interface HouseStateOptions {
  readonly house: House;
  readonly clock: Clock;
  readonly timers: Timers;
}

export function createHouseState({ house, clock, timers }: HouseStateOptions): HouseState {
  const nextId = createIds();
  const registry = createRegistry(nextId);
  const store = createValueStore(clock);
  const messages = createMessageBook(nextId, clock);
  const links = createLinkBook(house.links);
  const listeners = new Set<HouseListener>();
  const pending = new Set<() => void>();
  const rooms = createGroupBook(house.rooms, nextId);
  const functions = createGroupBook(house.functions, nextId);
  const hub = createHubBook(house, { nextId, now: clock, act, alarm: messages.alarm });
  const installModes = createInstallModes(clock);

  const describe = (address: string) => registry.paramsets(address).VALUES ?? {};

  function announce(event: HouseEvent): void {
    for (const listener of listeners) listener(event);
  }

  function speak({ channelAddress, parameter, value }: Change): boolean {
    const described = describe(channelAddress)[parameter];
    const interfaceName = registry.interfaceOf(channelAddress);
    if (described === undefined || interfaceName === undefined) return false;
    if (isState(described)) store.set(channelAddress, parameter, value);
    messages.heard(channelAddress, parameter, value, described);
    announce({ type: 'value', interfaceName, channelAddress, parameter, value });
    return true;
  }

  function later(afterMs: number, run: () => void): void {
    const cancel = timers.after(afterMs, () => {
      pending.delete(cancel);
      run();
    });
    pending.add(cancel);
  }

  function write(channelAddress: string, values: Readonly<Record<string, WireValue>>): void {
    const device = registry.owner(channelAddress);
    if (device === undefined) return;
    const current = (parameter: string) => store.value(channelAddress, parameter)?.value;
    const reaction = react({ device, channelAddress, describe, current }, values);
    reaction.now.forEach(speak);
    const { later: after } = reaction;
    if (after !== undefined) later(after.afterMs, () => after.changes.forEach(speak));
  }

  function act(action: HouseProgramAction): void {
    if (action.kind === 'channel') write(action.channelAddress, { [action.parameter]: action.value });
    else hub.setVariable(action.variable, action.value);
  }

  function configure(address: string, values: Readonly<Record<string, WireValue>>): void {
    store.setMaster(address, values);
    const maintenance = `${address.split(':', 1)[0]}:0`;
    if (describe(maintenance).CONFIG_PENDING === undefined) return;
    speak({ channelAddress: maintenance, parameter: 'CONFIG_PENDING', value: true });
    later(CONFIG_PENDING_MS, () => speak({ channelAddress: maintenance, parameter: 'CONFIG_PENDING', value: false }));
  }

  function teachIn(device: HouseDevice): void {
    store.teachIn(device);
    registry.add(device);
    for (const { ADDRESS } of device.channels) {
      for (const [parameter, { value }] of store.values(ADDRESS)) {
        const described = device.paramsets[ADDRESS]?.VALUES?.[parameter];
        if (described !== undefined) messages.heard(ADDRESS, parameter, value, described);
      }
    }
  }

  function addDevice(device: HouseDevice): void {
    teachIn({ ...device, inInbox: device.inInbox ?? true });
    announce({ type: 'device_added', interfaceName: device.interfaceName, address: device.description.ADDRESS });
  }

  function removeDevice(address: string): boolean {
    const device = registry.device(address);
    if (device === undefined) return false;
    const addresses = [address, ...device.channels.map(({ description }) => description.ADDRESS)];
    registry.remove(address);
    store.forget(addresses);
    messages.forgetDevice(address);
    for (const { receiver, sender } of links.forgetDevice(address)) store.closeLink(receiver, sender);
    announce({ type: 'device_removed', interfaceName: device.interfaceName, addresses });
    return true;
  }

  house.devices.forEach(teachIn);
  for (const { receiver, sender } of house.links)
    store.openLink(receiver, sender, registry.paramsets(receiver).LINK ?? {});
  for (const variable of house.systemVariables)
    if (variable.type === 'ALARM') messages.alarm(variable.name, variable.value === true);

  const view: LiveHouse = {
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
    addDevice,
    removeDevice: (address) => void removeDevice(address),
    setSystemVariable: (name, value) => void hub.setVariable(name, value),
  };

  return {
    view,
    registry,
    store,
    messages,
    links,
    hub,
    rooms,
    functions,
    installModes,
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    describe,
    speak,
    write,
    configure,
    announce,
    addDevice,
    removeDevice,
    stop() {
      for (const cancel of pending) cancel();
      pending.clear();
    },
  };
}

/** Interfaces that have devices. */
export function populatedInterfaces(house: House): readonly InterfaceName[] {
  return [...new Set(house.devices.map((device) => device.interfaceName))];
}
