import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ccu, CcuEvent, InterfaceName } from '@ccu-gateway/ccu-client';
import type { Home, KnownValue } from '@ccu-gateway/device-model';
import type { StoredValue, ValueStore } from '@ccu-gateway/storage';
import type { Log } from '../log/log.js';
import { every, type Time } from '../time.js';

export interface ValueKeeperOptions {
  readonly ccu: Pick<Ccu, 'name' | 'on'>;
  readonly memory: Pick<Home['memory'], 'values' | 'changedValues' | 'restoreValues'>;
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

const deviceOf = (channelAddress: string): string => channelAddress.split(':')[0] ?? channelAddress;

/** A house has tens of thousands of values; each turn of the event loop takes as many of them. */
const SLICE = 500;

export function createValueKeeper(options: ValueKeeperOptions): ValueKeeper {
  const { ccu, memory, store, time, flushMs, log } = options;
  const remembered = new Map<InterfaceName, Promise<Remembered>>();
  let stopped = false;
  let unwritten: readonly StoredValue[] = [];
  /** What could not be written is among all values, but no longer among those that changed. */
  let isBehind = false;

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

  function takeChanges(): readonly StoredValue[] {
    const changed = memory.changedValues(ccu.name);
    const values = isBehind ? memory.values(ccu.name) : changed;
    isBehind = false;
    return values.map(({ setAt, ...value }) => ({ ...value, at: setAt }));
  }

  function failed(error: unknown): void {
    isBehind = true;
    unwritten = [];
    log.warn('values could not be written down', { central: ccu.name, error });
  }

  async function flush(): Promise<void> {
    unwritten = takeChanges();
    try {
      while (unwritten.length > 0 && !stopped) {
        const slice = unwritten.slice(0, SLICE);
        unwritten = unwritten.slice(SLICE);
        await store.save(ccu.name, slice);
        await nextTurn();
      }
    } catch (error) {
      failed(error);
    }
  }

  const off = ccu.on((event) => {
    // The CCU has said more than could be remembered.
    if (event.type === 'values_loaded') remembered.set(event.interfaceName, Promise.resolve(new Map()));
    if (event.type === 'devices_described') {
      restore(event).catch((error: unknown) =>
        log.warn('values could not be restored', { central: ccu.name, interface: event.interfaceName, error }),
      );
    }
    if (event.type === 'devices_removed') {
      store
        .forgetDevices(ccu.name, event.addresses)
        .catch((error: unknown) => log.warn('values could not be forgotten', { central: ccu.name, error }));
    }
  });
  const stopFlushing = every(time, flushMs, flush, failed);

  return {
    stop() {
      stopped = true;
      off();
      stopFlushing();
      // In one go: nobody waits for an answer any more, and the database is about to be closed.
      store.save(ccu.name, [...unwritten, ...takeChanges()]).catch(failed);
    },
  };
}
