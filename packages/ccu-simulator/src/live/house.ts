import type {
  House,
  HouseDevice,
  HouseProgramAction,
  InterfaceName,
  ParameterDescription,
  ParamsetDescription,
  WireValue,
} from '../house/types.js';
import type { Clock, Timers } from '../options.js';
import { createArmedTimes } from './armed-times.js';
import { type Change, react } from './behaviour.js';
import { can, isState, OPERATION } from './defaults.js';
import type { HouseEvent, HouseListener } from './events.js';
import { createGroupBook, createHubBook, type GroupBook, type HubBook } from './hub.js';
import { createInstallModes, type InstallModes } from './install-mode.js';
import { createLinkBook, type LinkBook } from './links.js';
import { createMessageBook, type MessageBook } from './messages.js';
import { createIds, createRegistry, type DeviceRegistry } from './registry.js';
import type { LiveHouse } from './types.js';
import { createValueUsageBook, type ValueUsageBook } from './usage.js';
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
  readonly usage: ValueUsageBook;
  readonly hub: HubBook;
  readonly rooms: GroupBook;
  readonly functions: GroupBook;
  readonly installModes: InstallModes;
  /** Everything that happens, in order. Returns how to stop listening. */
  on(listener: HouseListener): () => void;
  describe(channelAddress: string): ParamsetDescription;
  /** A device speaks. False for an unknown data point. */
  speak(change: Change): boolean;
  /** A client writes VALUES of a channel; the device reacts. */
  write(channelAddress: string, values: Readonly<Record<string, WireValue>>): void;
  /** A client writes MASTER: kept at once, shown as pending for a moment. */
  configure(address: string, values: Readonly<Record<string, WireValue>>): void;
  /** A client writes LINK: the same. */
  configureLink(receiver: string, sender: string, values: Readonly<Record<string, WireValue>>): void;
  /** Shows that there is configuration for a device, until it has taken it. Nothing where a device cannot say so. */
  showConfigurationPending(address: string, pending: boolean): void;
  /** Transmits configuration to a device that listens. */
  transmitConfiguration(address: string): void;
  announce(event: HouseEvent): void;
  addDevice(device: HouseDevice): void;
  /** Takes a device out of the inbox. False when it is not there. */
  acceptDevice(address: string): boolean;
  /** Teaches in what stands by on this interface: everything, or the one with this address. Says how many. */
  findDevices(interfaceName: InterfaceName, address?: string): number;
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
  const usage = createValueUsageBook();
  const listeners = new Set<HouseListener>();
  const pending = new Set<() => void>();
  const armedTimes = createArmedTimes();
  const standingBy = new Map<string, HouseDevice>();
  const rooms = createGroupBook(house.rooms, nextId);
  const functions = createGroupBook(house.functions, nextId);
  const hub = createHubBook(house, {
    nextId,
    now: clock,
    act,
    alarm: messages.alarm,
    counted: messages.counted,
    usageChanged: reportPrograms,
  });
  const installModes = createInstallModes(clock);

  const describe = (address: string) => registry.paramsets(address).VALUES ?? {};

  function announce(event: HouseEvent): void {
    for (const listener of listeners) listener(event);
  }

  function speak({ channelAddress, parameter, value }: Change): boolean {
    const described = describe(channelAddress)[parameter];
    const interfaceName = registry.interfaceOf(channelAddress);
    if (described === undefined || interfaceName === undefined) return false;
    if (reportsOnlyLinked(interfaceName, parameter, described) && !usage.isLinked(channelAddress)) return true;
    if (isState(described)) store.set(channelAddress, parameter, value);
    messages.heard(channelAddress, parameter, value, described);
    announce({ type: 'value', interfaceName, channelAddress, parameter, value });
    if (parameter === 'PRESS_SHORT') hub.keyPressed(channelAddress);
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
    const written = armedTimes(device.interfaceName, channelAddress, values);
    const reaction = react({ device, channelAddress, describe, current }, written);
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
    transmitConfiguration(address);
  }

  function configureLink(receiver: string, sender: string, values: Readonly<Record<string, WireValue>>): void {
    store.setLink(receiver, sender, values);
    transmitConfiguration(receiver);
  }

  function showConfigurationPending(address: string, value: boolean): void {
    speak({ channelAddress: `${address.split(':', 1)[0]}:0`, parameter: 'CONFIG_PENDING', value });
  }

  function transmitConfiguration(address: string): void {
    showConfigurationPending(address, true);
    later(CONFIG_PENDING_MS, () => showConfigurationPending(address, false));
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
    const { interfaceName, description } = device;
    const type = registry.device(description.ADDRESS) === undefined ? 'device_added' : 'device_readded';
    teachIn({ ...device, inInbox: device.inInbox ?? true });
    announce({ type, interfaceName, address: description.ADDRESS });
  }

  function acceptDevice(address: string): boolean {
    const interfaceName = registry.interfaceOf(address);
    if (interfaceName === undefined || !registry.accept(address)) return false;
    announce({ type: 'device_accepted', interfaceName, address });
    return true;
  }

  function findDevices(interfaceName: InterfaceName, wanted?: string): number {
    const found = [...standingBy].filter(
      ([address, device]) => device.interfaceName === interfaceName && (wanted === undefined || address === wanted),
    );
    for (const [address, device] of found) {
      standingBy.delete(address);
      addDevice(device);
    }
    return found.length;
  }

  function removeDevice(address: string): boolean {
    const device = registry.device(address);
    if (device === undefined) return false;
    const addresses = [address, ...device.channels.map(({ description }) => description.ADDRESS)];
    registry.remove(address);
    store.forget(addresses);
    messages.forgetDevice(address);
    usage.forgetDevice(address);
    for (const { receiver, sender } of links.forgetDevice(address)) store.closeLink(receiver, sender);
    announce({ type: 'device_removed', interfaceName: device.interfaceName, addresses });
    return true;
  }

  /** The logic layer tells how many of its programs use a key. */
  function reportPrograms(channelAddresses: readonly string[]): void {
    for (const channelAddress of channelAddresses) {
      usage.report(channelAddress, 'PRESS_SHORT', hub.programsUsing(channelAddress).length);
      usage.transmit(channelAddress);
    }
  }

  house.devices.forEach(teachIn);
  reportPrograms(house.programs.flatMap(({ keys = [] }) => keys));
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
    putUp: (device) => void standingBy.set(device.description.ADDRESS, device),
    removeDevice: (address) => void removeDevice(address),
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

  return {
    view,
    registry,
    store,
    messages,
    links,
    usage,
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
    configureLink,
    showConfigurationPending,
    transmitConfiguration,
    announce,
    addDevice,
    acceptDevice,
    findDevices,
    removeDevice,
    stop() {
      for (const cancel of pending) cancel();
      pending.clear();
    },
  };
}

/**
 * A key of HmIP sends to the CCU only while it has a link with it. The virtual remote is a part of the CCU, and the CCU hears
 * BidCos keys whatever they are linked with.
 */
function reportsOnlyLinked(interfaceName: InterfaceName, parameter: string, described: ParameterDescription): boolean {
  return interfaceName === 'HmIP-RF' && parameter.startsWith('PRESS_') && !can(described, OPERATION.write);
}

/** Interfaces that have devices. */
export function populatedInterfaces(house: House): readonly InterfaceName[] {
  return [...new Set(house.devices.map((device) => device.interfaceName))];
}
