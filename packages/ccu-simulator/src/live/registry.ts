import type {
  DefinedDevice,
  DeviceDescription,
  HouseParamsetKey,
  InterfaceName,
  ParamsetDescription,
} from '../house/types.js';
import { freeName } from './names.js';
import type { LiveChannel, LiveDevice } from './types.js';

/** Hands out object ids as the CCU's logic layer does: small numbers, never reused. */
export function createIds(first = 1200): () => number {
  let next = first;
  return () => next++;
}

interface MutableDevice {
  readonly seed: DefinedDevice;
  readonly id: number;
  name: string;
  ready: boolean;
  description: DeviceDescription;
  readonly channels: { readonly id: number; name: string; description: DeviceDescription }[];
}

/** The devices that are paired, by address. */
export interface DeviceRegistry {
  all(interfaceName?: InterfaceName): readonly LiveDevice[];
  device(address: string): LiveDevice | undefined;
  channel(address: string): LiveChannel | undefined;
  /** The device an address belongs to, be it the device's own or one of its channels'. */
  owner(address: string): LiveDevice | undefined;
  interfaceOf(address: string): InterfaceName | undefined;
  description(address: string): DeviceDescription | undefined;
  paramsets(address: string): Readonly<Partial<Record<HouseParamsetKey, ParamsetDescription>>>;
  /** A known device keeps its ids, its name and its rooms. */
  add(seed: DefinedDevice): LiveDevice;
  remove(address: string): void;
  /** The new device has the ids, the names and the readiness of the old one, which is gone. */
  replace(oldAddress: string, newAddress: string): void;
  /**
   * The name that it has now, with a number behind it where another device, or another channel, is called so; undefined for
   * an unknown address. The maintenance channel of a device is called after it.
   */
  rename(address: string, name: string): string | undefined;
  accept(address: string): boolean;
  changeDescription(address: string, change: Partial<DeviceDescription>): void;
  /** Address of the object with this id. */
  addressOf(id: number): string | undefined;
}

export function createRegistry(nextId: () => number): DeviceRegistry {
  const devices = new Map<string, MutableDevice>();
  const addressById = new Map<number, string>();

  const owner = (address: string) => devices.get(address.split(':', 1)[0] as string);
  const channel = (address: string) =>
    owner(address)?.channels.find(({ description }) => description.ADDRESS === address);

  return {
    all: (interfaceName) =>
      [...devices.values()]
        .filter(({ seed }) => interfaceName === undefined || seed.interfaceName === interfaceName)
        .map(view),
    device: (address) => mapped(devices.get(address), view),
    channel,
    owner: (address) => mapped(owner(address), view),
    interfaceOf: (address) => owner(address)?.seed.interfaceName,
    description: (address) => (devices.get(address) ?? channel(address))?.description,
    paramsets: (address) => owner(address)?.seed.paramsets[address] ?? {},
    add(seed) {
      const known = devices.get(seed.description.ADDRESS);
      const device = known === undefined ? register(seed, nextId) : registerAnew(known, seed, nextId);
      devices.set(seed.description.ADDRESS, device);
      addressById.set(device.id, seed.description.ADDRESS);
      for (const { id, description } of device.channels) addressById.set(id, description.ADDRESS);
      return view(device);
    },
    remove(address) {
      const device = devices.get(address);
      for (const { id } of device === undefined ? [] : [device, ...device.channels]) addressById.delete(id);
      devices.delete(address);
    },
    replace(oldAddress, newAddress) {
      const [old, fresh] = [devices.get(oldAddress), devices.get(newAddress)];
      if (old === undefined || fresh === undefined) return;
      for (const { id } of [fresh, ...fresh.channels]) addressById.delete(id);
      const device = registerAs(old, fresh);
      devices.delete(oldAddress);
      devices.set(newAddress, device);
      addressById.set(device.id, newAddress);
      for (const { id, description } of device.channels) addressById.set(id, description.ADDRESS);
    },
    rename(address, name) {
      const device = devices.get(address);
      if (device !== undefined) {
        device.name = freeName(name, namesOf([...devices.values()], device));
        const maintenance = channel(`${address}:0`);
        if (maintenance !== undefined) maintenance.name = `${device.name}:0`;
        return device.name;
      }
      const renamed = channel(address);
      if (renamed === undefined) return undefined;
      const channels = [...devices.values()].flatMap((each) => each.channels);
      renamed.name = freeName(name, namesOf(channels, renamed));
      return renamed.name;
    },
    accept(address) {
      const device = devices.get(address);
      if (device === undefined || device.ready) return false;
      device.ready = true;
      return true;
    },
    changeDescription(address, change) {
      const holder = devices.get(address) ?? channel(address);
      if (holder !== undefined) holder.description = { ...holder.description, ...change };
    },
    addressOf: (id) => addressById.get(id),
  };
}

function register(seed: DefinedDevice, nextId: () => number): MutableDevice {
  return {
    seed,
    id: nextId(),
    name: seed.name,
    ready: seed.inInbox !== true,
    description: seed.description,
    channels: seed.channels.map((description, index) => ({
      id: nextId(),
      name: seed.channelNames?.[index] ?? `${seed.name}:${index}`,
      description,
    })),
  };
}

function registerAnew(known: MutableDevice, seed: DefinedDevice, nextId: () => number): MutableDevice {
  const { id, name, ready } = known;
  const channels = register(seed, nextId).channels.map((channel, index) => ({
    ...channel,
    ...(known.channels[index] === undefined ? {} : { id: known.channels[index].id, name: known.channels[index].name }),
  }));
  return { seed, id, name, ready, description: seed.description, channels };
}

/** The objects of the logic layer are those of the old device, at the addresses of the new one. */
function registerAs(old: MutableDevice, fresh: MutableDevice): MutableDevice {
  return {
    seed: fresh.seed,
    id: old.id,
    name: old.name,
    ready: old.ready,
    description: fresh.description,
    channels: fresh.channels.map((channel, index) => ({
      ...channel,
      ...(old.channels[index] === undefined ? {} : { id: old.channels[index].id, name: old.channels[index].name }),
    })),
  };
}

function view(device: MutableDevice): LiveDevice {
  const { id, seed, name, description, ready, channels } = device;
  return {
    id,
    interfaceName: seed.interfaceName,
    name,
    description,
    ready,
    channels: channels.map((channel) => ({ ...channel })),
  };
}

function namesOf<T extends { readonly name: string }>(all: readonly T[], except: T): readonly string[] {
  return all.filter((each) => each !== except).map(({ name }) => name);
}

function mapped<T, R>(value: T | undefined, change: (value: T) => R): R | undefined {
  return value === undefined ? undefined : change(value);
}
