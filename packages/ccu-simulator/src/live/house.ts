import { type Clock, createDelays, type Delays, type Timers } from '../environment/time.js';
import type {
  DefinedDevice,
  DefinedProgramAction,
  HouseDefinition,
  InterfaceName,
  ParameterDescription,
  ParamsetDescription,
  WireValue,
} from '../house/types.js';
import { type Change, createArmedTimes, react } from './behaviour.js';
import { can, isState, OPERATION } from './defaults.js';
import type { HouseEvent, HouseListener } from './events.js';
import { createHeatingGroups, type HeatingGroupBook } from './heating-groups.js';
import { createGroupBook, createHubBook, type GroupBook, type HubBook } from './hub.js';
import { createInstallModes, type InstallModes } from './install-mode.js';
import { createLinkBook, createValueUsageBook, type LinkBook, movedAddress, type ValueUsageBook } from './links.js';
import { createMessageBook, type MessageBook } from './messages.js';
import { createIds, createRegistry, type DeviceRegistry } from './registry.js';
import type { SimulatedHouseView } from './types.js';
import { createValueStore, type ValueStore } from './values.js';
import { viewOf } from './view.js';

/** How long a changed configuration is shown as pending before the device has taken it. */
const CONFIG_PENDING_MS = 40;

type Values = Readonly<Record<string, WireValue>>;

/** Simulated installation behind the interfaces: its true state, and all methods that change it. */
export interface SimulatedHouse {
  readonly view: SimulatedHouseView;
  readonly registry: DeviceRegistry;
  readonly store: ValueStore;
  readonly messages: MessageBook;
  readonly links: LinkBook;
  readonly usage: ValueUsageBook;
  readonly hub: HubBook;
  readonly rooms: GroupBook;
  readonly functions: GroupBook;
  readonly installModes: InstallModes;
  readonly heatingGroups: HeatingGroupBook;
  /** Everything that happens, in order. Returns how to stop listening. */
  on(listener: HouseListener): () => void;
  describe(channelAddress: string): ParamsetDescription;
  /** Reports a value of a device. False for an unknown data point. */
  speak(change: Change): boolean;
  /** A client writes VALUES of a channel; the device reacts. */
  write(channelAddress: string, values: Values): void;
  /** A client writes MASTER: kept at once, shown as pending for a moment. */
  configure(address: string, values: Values): void;
  /** A client writes LINK: the same. */
  configureLink(receiver: string, sender: string, values: Values): void;
  /** Shows that there is configuration for a device, until it has taken it. Nothing where a device cannot say so. */
  showConfigurationPending(address: string, pending: boolean): void;
  /** Transmits configuration to a device that listens. */
  transmitConfiguration(address: string): void;
  announce(event: HouseEvent): void;
  addDevice(device: DefinedDevice): void;
  /** Takes a device out of the inbox. False when it is not there. */
  acceptDevice(address: string): boolean;
  /** Lets a device wait until its interface searches for devices. */
  offerDevice(device: DefinedDevice): void;
  /** Pairs waiting devices of this interface: all of them, or the one with this address. Returns their number. */
  findDevices(interfaceName: InterfaceName, address?: string): number;
  removeDevice(address: string): boolean;
  /**
   * The new device takes the place of the old one, which is gone from the CCU. Both are paired and of one type. `bare`: it
   * gets neither configuration nor links.
   */
  replaceDevice(oldAddress: string, newAddress: string, options: { readonly bare: boolean }): void;
  stop(): void;
}

export interface SimulatedHouseOptions {
  readonly house: HouseDefinition;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** Creates an installation in its initial state. */
export function createSimulatedHouse(options: SimulatedHouseOptions): SimulatedHouse {
  return new MovingHouse(options);
}

class MovingHouse implements SimulatedHouse {
  readonly view: SimulatedHouseView;
  readonly registry: DeviceRegistry;
  readonly store: ValueStore;
  readonly messages: MessageBook;
  readonly links: LinkBook;
  readonly usage = createValueUsageBook();
  readonly hub: HubBook;
  readonly rooms: GroupBook;
  readonly functions: GroupBook;
  readonly installModes: InstallModes;
  readonly heatingGroups: HeatingGroupBook;
  readonly #listeners = new Set<HouseListener>();
  readonly #delays: Delays;
  readonly #armedTimes = createArmedTimes();
  /** Devices that wait to be found, by address. */
  readonly #offered = new Map<string, DefinedDevice>();

  constructor({ house, clock, timers }: SimulatedHouseOptions) {
    const nextId = createIds();
    this.#delays = createDelays(timers);
    this.registry = createRegistry(nextId);
    this.store = createValueStore(clock);
    this.messages = createMessageBook(nextId, clock);
    this.links = createLinkBook(house.links);
    this.rooms = createGroupBook(house.rooms, nextId);
    this.functions = createGroupBook(house.functions, nextId);
    this.hub = createHubBook(house, {
      nextId,
      now: clock,
      act: (action) => this.#act(action),
      alarm: this.messages.alarm,
      counted: this.messages.counted,
      usageChanged: (channelAddresses) => this.#reportPrograms(channelAddresses),
    });
    this.installModes = createInstallModes(clock);
    this.heatingGroups = createHeatingGroups(house.heatingGroups ?? [], {
      devices: () => this.registry.all(),
      addDevice: (device) => this.addDevice(device),
      removeDevice: (address) => void this.removeDevice(address),
    });
    this.view = viewOf(house, this);
    this.#furnish(house);
  }

  on(listener: HouseListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(event: HouseEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  describe(channelAddress: string): ParamsetDescription {
    return this.registry.paramsets(channelAddress).VALUES ?? {};
  }

  speak({ channelAddress, parameter, value }: Change): boolean {
    const described = this.describe(channelAddress)[parameter];
    const interfaceName = this.registry.interfaceOf(channelAddress);
    if (described === undefined || interfaceName === undefined) return false;
    if (reportsOnlyLinked(interfaceName, parameter, described) && !this.usage.isLinked(channelAddress)) return true;
    if (isState(described)) this.store.set(channelAddress, parameter, value);
    this.messages.heard(channelAddress, parameter, value, described);
    this.announce({ type: 'value', interfaceName, channelAddress, parameter, value });
    if (parameter === 'PRESS_SHORT') this.hub.keyPressed(channelAddress);
    this.#tellTeam({ channelAddress, parameter, value });
    return true;
  }

  write(channelAddress: string, values: Values): void {
    const device = this.registry.owner(channelAddress);
    if (device === undefined) return;
    const describe = (address: string) => this.describe(address);
    const current = (parameter: string) => this.store.value(channelAddress, parameter)?.value;
    const written = this.#armedTimes(device.interfaceName, channelAddress, values);
    const { now, later } = react({ device, channelAddress, describe, current }, written);
    this.#speakAll(now);
    if (later !== undefined) this.#delays.after(later.afterMs, () => this.#speakAll(later.changes));
  }

  configure(address: string, values: Values): void {
    this.store.setMaster(address, values);
    this.transmitConfiguration(address);
  }

  configureLink(receiver: string, sender: string, values: Values): void {
    this.store.setLink(receiver, sender, values);
    this.transmitConfiguration(receiver);
  }

  showConfigurationPending(address: string, value: boolean): void {
    this.speak({ channelAddress: `${address.split(':', 1)[0]}:0`, parameter: 'CONFIG_PENDING', value });
  }

  transmitConfiguration(address: string): void {
    this.showConfigurationPending(address, true);
    this.#delays.after(CONFIG_PENDING_MS, () => this.showConfigurationPending(address, false));
  }

  addDevice(device: DefinedDevice): void {
    const { interfaceName, description } = device;
    const type = this.registry.device(description.ADDRESS) === undefined ? 'device_added' : 'device_readded';
    this.#pair({ ...device, inInbox: device.inInbox ?? true });
    this.announce({ type, interfaceName, address: description.ADDRESS });
  }

  acceptDevice(address: string): boolean {
    const interfaceName = this.registry.interfaceOf(address);
    if (interfaceName === undefined || !this.registry.accept(address)) return false;
    this.announce({ type: 'device_accepted', interfaceName, address });
    return true;
  }

  offerDevice(device: DefinedDevice): void {
    this.#offered.set(device.description.ADDRESS, device);
  }

  findDevices(interfaceName: InterfaceName, wanted?: string): number {
    const found = [...this.#offered].filter(
      ([address, device]) => device.interfaceName === interfaceName && (wanted === undefined || address === wanted),
    );
    for (const [address, device] of found) {
      this.#offered.delete(address);
      this.addDevice(device);
    }
    return found.length;
  }

  removeDevice(address: string): boolean {
    const device = this.registry.device(address);
    if (device === undefined) return false;
    const addresses = [address, ...device.channels.map(({ description }) => description.ADDRESS)];
    this.registry.remove(address);
    this.#forget(address, addresses);
    this.announce({ type: 'device_removed', interfaceName: device.interfaceName, addresses });
    return true;
  }

  replaceDevice(oldAddress: string, newAddress: string, { bare }: { readonly bare: boolean }): void {
    const { interfaceName, channels } = this.registry.device(oldAddress)!;
    const addresses = [oldAddress, ...channels.map(({ description }) => description.ADDRESS)];
    if (!bare) this.#moveConfiguration(addresses, oldAddress, newAddress);
    this.rooms.move(oldAddress, newAddress);
    this.functions.move(oldAddress, newAddress);
    this.hub.moveDevice(oldAddress, newAddress);
    this.registry.replace(oldAddress, newAddress);
    this.#forget(oldAddress, addresses);
    this.#reportPrograms(this.hub.programs().flatMap(({ keys = [] }) => keys));
    this.announce({ type: 'device_replaced', interfaceName, oldAddress, newAddress });
  }

  stop(): void {
    this.#delays.cancelAll();
  }

  #forget(device: string, addresses: readonly string[]): void {
    this.store.forget(addresses);
    this.messages.forgetDevice(device);
    this.usage.forgetDevice(device);
    for (const { receiver, sender } of this.links.forgetDevice(device)) this.store.closeLink(receiver, sender);
  }

  #moveConfiguration(addresses: readonly string[], oldAddress: string, newAddress: string): void {
    for (const address of addresses)
      this.store.setMaster(movedAddress(address, oldAddress, newAddress), this.store.master(address));
    for (const [before, now] of this.links.move(oldAddress, newAddress)) {
      this.store.openLink(now.receiver, now.sender, this.registry.paramsets(now.receiver).LINK ?? {});
      this.store.setLink(now.receiver, now.sender, this.store.link(before.receiver, before.sender) ?? {});
      this.store.closeLink(before.receiver, before.sender);
    }
  }

  #furnish({ devices, programs, links, sysvars: systemVariables }: HouseDefinition): void {
    for (const device of devices) this.#pair(device);
    this.#reportPrograms(programs.flatMap(({ keys = [] }) => keys));
    for (const { receiver, sender } of links)
      this.store.openLink(receiver, sender, this.registry.paramsets(receiver).LINK ?? {});
    for (const variable of systemVariables)
      if (variable.type === 'ALARM') this.messages.alarm(variable.name, variable.value === true);
  }

  #pair(device: DefinedDevice): void {
    this.store.pair(device);
    this.registry.add(device);
    for (const { ADDRESS } of device.channels) {
      for (const [parameter, { value }] of this.store.values(ADDRESS)) {
        const described = device.paramsets[ADDRESS]?.VALUES?.[parameter];
        if (described !== undefined) this.messages.heard(ADDRESS, parameter, value, described);
      }
    }
  }

  #speakAll(changes: readonly Change[]): void {
    for (const change of changes) this.speak(change);
  }

  /** A team alarms while one of its members does, and names the one that began. */
  #tellTeam({ channelAddress, parameter, value }: Change): void {
    const team = this.registry.description(channelAddress)?.TEAM;
    if (!team || parameter !== 'STATE') return;
    const members = this.registry.description(team)?.TEAM_CHANNELS ?? [];
    const alarms = members.some((member) => this.store.value(member, 'STATE')?.value === true);
    if (value === true)
      this.speak({ channelAddress: team, parameter: 'SENDERADDRESS', value: channelAddress.split(':', 1)[0]! });
    this.speak({ channelAddress: team, parameter: 'STATE', value: alarms });
  }

  #act(action: DefinedProgramAction): void {
    if (action.kind === 'channel') this.write(action.channelAddress, { [action.parameter]: action.value });
    else this.hub.setVariable(action.variable, action.value);
  }

  /** The logic layer reports the number of its programs that use a key. */
  #reportPrograms(channelAddresses: readonly string[]): void {
    for (const channelAddress of channelAddresses) {
      this.usage.report(channelAddress, 'PRESS_SHORT', this.hub.programsUsing(channelAddress).length);
      this.usage.transmit(channelAddress);
    }
  }
}

/**
 * A key of HmIP sends to the CCU only while it has a link with it. The virtual remote is a part of the CCU, and the CCU
 * receives BidCos keys with or without links.
 */
function reportsOnlyLinked(interfaceName: InterfaceName, parameter: string, described: ParameterDescription): boolean {
  return interfaceName === 'HmIP-RF' && parameter.startsWith('PRESS_') && !can(described, OPERATION.write);
}

/** Interfaces that have devices. */
export function populatedInterfaces(house: HouseDefinition): readonly InterfaceName[] {
  return [...new Set(house.devices.map((device) => device.interfaceName))];
}
