import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ccu, CcuEvent, InterfaceName } from '@ccu-gateway/ccu-client';
import type { Home, KnownValue } from '@ccu-gateway/device-model';
import type { StoredValue, ValueStore } from '@ccu-gateway/storage';
import type { Log } from '../log/log.js';
import { every, type Time } from '../time.js';

export interface ValueKeeperOptions {
  readonly ccu: Pick<Ccu, 'name' | 'on'>;
  readonly memory: Pick<Home['memory'], 'changedValues' | 'restoreValues'>;
  readonly store: Pick<ValueStore, 'load' | 'save' | 'forgetDevices'>;
  readonly time: Pick<Time, 'after'>;
  /** Milliseconds between two writings of what changed. */
  readonly flushMs: number;
  readonly log: Log;
}

/** Keeps the values of one CCU over a restart. */
export interface ValueKeeper {
  /** Writes down the rest before it answers. */
  stop(): void;
}

type Described = Extract<CcuEvent, { type: 'devices_described' }>;
/** By device; what was shown again is no longer in it. */
type Remembered = Map<string, KnownValue[]>;

const keyOf = ({
  interfaceName,
  channelAddress,
  parameter,
}: Pick<StoredValue, 'interfaceName' | 'channelAddress' | 'parameter'>) =>
  `${interfaceName} ${channelAddress} ${parameter}`;
const deviceOf = (channelAddress: string): string => channelAddress.split(':')[0] ?? channelAddress;

/** A house has tens of thousands of values; each turn of the event loop takes as many of them. */
const SLICE = 500;

export function createValueKeeper(options: ValueKeeperOptions): ValueKeeper {
  const { ccu, memory, store, time, flushMs, log } = options;
  const remembered = new Map<InterfaceName, Promise<Remembered>>();
  let stopped = false;
  /** By data point, so that a disk that refuses costs no more memory than the house has values. */
  const unwritten = new Map<string, StoredValue>();
  const unforgotten = new Set<string>();
  /** Stored values of these may not have been compared with what the CCU says: a default may be news. */
  const keepsDefaults = new Set<InterfaceName>();
  const hasLoaded = new Set<InterfaceName>();

  async function load(interfaceName: InterfaceName): Promise<Remembered> {
    const byDevice: Remembered = new Map();
    for (const { at, ...value } of await store.load(ccu.name, interfaceName)) {
      const device = deviceOf(value.channelAddress);
      const known = byDevice.get(device);
      if (known === undefined) byDevice.set(device, [{ ...value, setAt: at }]);
      else known.push({ ...value, setAt: at });
    }
    return byDevice;
  }

  /** A house becomes known piece by piece; each piece gets its values. */
  async function restore({ interfaceName, devices }: Described): Promise<void> {
    const loading = remembered.get(interfaceName) ?? load(interfaceName);
    remembered.set(interfaceName, loading);
    const byDevice = await loading;
    const values = devices.flatMap(({ ADDRESS }) => {
      const known = byDevice.get(ADDRESS) ?? [];
      byDevice.delete(ADDRESS);
      return known;
    });
    for (let at = 0; at < values.length && !stopped; at += SLICE) {
      memory.restoreValues(ccu.name, values.slice(at, at + SLICE));
      await nextTurn();
    }
  }

  function gather(): void {
    for (const { setAt, onlyDefault, ...value } of memory.changedValues(ccu.name)) {
      if (onlyDefault && !keepsDefaults.has(value.interfaceName)) continue;
      unwritten.set(keyOf(value), { ...value, at: setAt });
    }
  }

  function take(count: number): readonly StoredValue[] {
    const taken = [...unwritten.values()].slice(0, count);
    for (const value of taken) unwritten.delete(keyOf(value));
    return taken;
  }

  function failed(error: unknown): void {
    log.warn('values could not be written down', { central: ccu.name, error });
  }

  /** What is refused comes with the next writing, unless it was superseded or forgotten by then. */
  async function save(values: readonly StoredValue[]): Promise<void> {
    try {
      await store.save(ccu.name, values);
    } catch (error) {
      for (const value of values) {
        const isForgotten = unforgotten.has(deviceOf(value.channelAddress));
        if (!isForgotten && !unwritten.has(keyOf(value))) unwritten.set(keyOf(value), value);
      }
      throw error;
    }
  }

  async function forget(): Promise<void> {
    const addresses = [...unforgotten];
    if (addresses.length === 0) return;
    await store.forgetDevices(ccu.name, addresses);
    for (const address of addresses) unforgotten.delete(address);
  }

  async function flush(): Promise<void> {
    gather();
    try {
      // Before the values: a device of that address may have been taught in again.
      if (unforgotten.size > 0) await forget();
      while (unwritten.size > 0 && !stopped) {
        await save(take(SLICE));
        await nextTurn();
      }
    } catch (error) {
      failed(error);
    }
  }

  function removed(addresses: readonly string[]): void {
    for (const address of addresses) unforgotten.add(address);
    for (const [key, { channelAddress }] of unwritten) {
      if (unforgotten.has(deviceOf(channelAddress))) unwritten.delete(key);
    }
    forget().catch((error: unknown) => log.warn('values could not be forgotten', { central: ccu.name, error }));
  }

  const off = ccu.on((event) => {
    // The CCU has said more than could be remembered.
    if (event.type === 'values_loaded') {
      hasLoaded.add(event.interfaceName);
      if (!remembered.has(event.interfaceName)) keepsDefaults.add(event.interfaceName);
      remembered.set(event.interfaceName, Promise.resolve(new Map()));
    }
    if (event.type === 'devices_described') {
      if (hasLoaded.has(event.interfaceName)) keepsDefaults.add(event.interfaceName);
      restore(event).catch((error: unknown) =>
        log.warn('values could not be restored', { central: ccu.name, interface: event.interfaceName, error }),
      );
    }
    if (event.type === 'devices_removed') removed(event.addresses);
  });
  const stopFlushing = every(time, flushMs, flush, failed);

  return {
    stop() {
      stopped = true;
      off();
      stopFlushing();
      gather();
      // In one go: no request waits for an answer any more, and the database is about to be closed.
      forget().catch(failed);
      save(take(unwritten.size)).catch(failed);
    },
  };
}
