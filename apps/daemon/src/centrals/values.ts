import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ccu, InterfaceName } from '@ccu-gateway/ccu-client';
import type { Home } from '@ccu-gateway/device-model';
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

/** A house has tens of thousands of values; each turn of the event loop takes as many of them. */
const SLICE = 500;

export function createValueKeeper(options: ValueKeeperOptions): ValueKeeper {
  const { ccu, memory, store, time, flushMs, log } = options;
  const restored = new Set<InterfaceName>();
  let stopped = false;
  let unwritten: readonly StoredValue[] = [];
  /** What could not be written is among all values, but no longer among those that changed. */
  let isBehind = false;

  async function restore(interfaceName: InterfaceName): Promise<void> {
    const known = await store.load(ccu.name, interfaceName);
    const values = known.map(({ at, ...value }) => ({ ...value, setAt: at }));
    for (let at = 0; at < values.length && !stopped; at += SLICE) {
      if (at > 0) await nextTurn();
      memory.restoreValues(ccu.name, values.slice(at, at + SLICE));
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
    if (event.type === 'devices_described' && !restored.has(event.interfaceName)) {
      restored.add(event.interfaceName);
      restore(event.interfaceName).catch((error: unknown) =>
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
