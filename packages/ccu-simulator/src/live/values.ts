import type { DefinedDevice, ParamsetDescription, WireValue } from '../house/types.js';
import { defaultValue, isState } from './defaults.js';
import type { LiveValue } from './types.js';

type Table = Map<string, Map<string, LiveValue>>;

/** Current values of everything: VALUES by channel, MASTER by address, LINK by receiver and sender. */
export interface ValueStore {
  pair(device: DefinedDevice): void;
  forget(addresses: readonly string[]): void;
  value(channelAddress: string, parameter: string): LiveValue | undefined;
  values(channelAddress: string): ReadonlyMap<string, LiveValue>;
  set(channelAddress: string, parameter: string, value: WireValue): void;
  master(address: string): Readonly<Record<string, WireValue>>;
  setMaster(address: string, values: Readonly<Record<string, WireValue>>): void;
  link(receiver: string, sender: string): Readonly<Record<string, WireValue>> | undefined;
  openLink(receiver: string, sender: string, description: ParamsetDescription): void;
  setLink(receiver: string, sender: string, values: Readonly<Record<string, WireValue>>): void;
  closeLink(receiver: string, sender: string): void;
}

export function createValueStore(now: () => number): ValueStore {
  const values: Table = new Map();
  /** Thousands of parameters that are rarely read: computed at the first reading. */
  const masters = new Map<string, () => Readonly<Record<string, WireValue>>>();
  const links = new Map<string, Readonly<Record<string, WireValue>>>();
  const linkKey = (receiver: string, sender: string) => `${receiver}|${sender}`;

  return {
    pair(device) {
      for (const { ADDRESS } of [device.description, ...device.channels]) {
        const described = device.paramsets[ADDRESS] ?? {};
        values.set(ADDRESS, firstValues(device, ADDRESS, described.VALUES ?? {}, now()));
        masters.set(
          ADDRESS,
          once(() => ({ ...defaults(described.MASTER ?? {}), ...device.master?.[ADDRESS] })),
        );
      }
    },
    forget(addresses) {
      for (const address of addresses) {
        values.delete(address);
        masters.delete(address);
      }
    },
    value: (channelAddress, parameter) => values.get(channelAddress)?.get(parameter),
    values: (channelAddress) => values.get(channelAddress) ?? new Map(),
    set: (channelAddress, parameter, value) => void values.get(channelAddress)?.set(parameter, { value, setAt: now() }),
    master: (address) => masters.get(address)?.() ?? {},
    setMaster(address, changed) {
      const values = { ...masters.get(address)?.(), ...changed };
      masters.set(address, () => values);
    },
    link: (receiver, sender) => links.get(linkKey(receiver, sender)),
    openLink: (receiver, sender, description) => void links.set(linkKey(receiver, sender), defaults(description)),
    setLink(receiver, sender, changed) {
      const key = linkKey(receiver, sender);
      links.set(key, { ...links.get(key), ...changed });
    },
    closeLink: (receiver, sender) => void links.delete(linkKey(receiver, sender)),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function defaults(description: ParamsetDescription): Record<string, WireValue> {
  return Object.fromEntries(Object.entries(description).map(([name, parameter]) => [name, defaultValue(parameter)]));
}

/** A heating group shows nothing until a value was written; real devices have reported once. */
function firstValues(
  device: DefinedDevice,
  address: string,
  described: ParamsetDescription,
  at: number,
): Map<string, LiveValue> {
  const given = device.values?.[address] ?? {};
  const unknownYet = device.interfaceName === 'VirtualDevices';
  const first = new Map<string, LiveValue>();
  for (const [name, parameter] of Object.entries(described)) {
    if (!isState(parameter)) continue;
    const value = given[name];
    first.set(name, { value: value ?? defaultValue(parameter), setAt: value === undefined && unknownYet ? 0 : at });
  }
  return first;
}
