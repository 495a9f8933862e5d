import type { WireValue } from '../house/types.js';
import { RpcFault } from '../wire/fault.js';
import type { TypedValue } from '../wire/typed-value.js';
import { bool, int, list, record, text, typed } from '../wire/typed-value.js';
import { DESCRIPTIONS, DEVICES, LINK, NAME, SWITCH } from './devices.js';

export type GenericMethods = Record<string, (params: readonly WireValue[]) => TypedValue>;

/** State of the methods. */
export interface GenericState {
  /** Interface ids by URL. */
  readonly clients: Map<string, string>;
  /** By `address.parameter`. */
  readonly values: Map<string, WireValue>;
  /** Calls every client with an event. */
  tell(address: string, name: string, value: TypedValue): Promise<void>;
}

/** Methods that every such server has. */
export function commonMethods({ clients, values, tell }: GenericState): GenericMethods {
  return {
    init([url, id]) {
      if (id === undefined || id === '') clients.delete(String(url));
      else clients.set(String(url), String(id));
      return text('');
    },
    ping([caller]) {
      setImmediate(() => void tell('CENTRAL', 'PONG', text(String(caller))));
      return bool(true);
    },
    listDevices: () => list(DEVICES.map(typed)),
    getParamsetDescription([address]) {
      const found = DESCRIPTIONS[String(address)];
      if (found === undefined) throw new RpcFault(-3, 'Unknown paramset');
      return typed(found);
    },
    getParamset([address]) {
      const prefix = `${address}.`;
      const own = [...values].filter(([key]) => key.startsWith(prefix));
      if (own.length === 0) throw new RpcFault(-2, 'Unknown device');
      return record(Object.fromEntries(own.map(([key, value]) => [key.slice(prefix.length), typed(value)])));
    },
    setValue([address, name, value]) {
      const key = `${address}.${name}`;
      if (!values.has(key) || value === undefined) throw new RpcFault(-5, 'Unknown parameter');
      values.set(key, value);
      setImmediate(() => void tell(String(address), String(name), typed(value)));
      return text('');
    },
  };
}

/** Methods of a CCU-Jack. */
export function jackMethods(): GenericMethods {
  return { getVersion: () => text('2.0.66') };
}

/** Methods of a Homegear. */
export function homegearMethods({ clients }: GenericState): GenericMethods {
  return {
    getVersion: () => text('Homegear 0.8.0'),
    getLinks: ([address]) => list(String(address).split(':', 1)[0] === SWITCH || address === '' ? [record(LINK)] : []),
    getMetadata([address, id]) {
      if (address === SWITCH && id === 'NAME') return text(NAME);
      throw new RpcFault(-1, 'No metadata found.');
    },
    clientServerInitialized: () => bool(clients.size > 0),
    logLevel: () => int(3),
  };
}
