import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ccu } from '@ccu-gateway/ccu-client';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { ValueStore } from '@ccu-gateway/storage';
import type { Log } from '../log/log.js';
import { every, type Time } from '../time/time.js';
import { createRememberedValues } from './remembered-values.js';
import { UnwrittenValues } from './unwritten-values.js';

export interface ValueKeeperOptions {
  readonly ccu: Pick<Ccu, 'name' | 'on'>;
  readonly memory: Pick<HouseModel['memory'], 'changedValues' | 'restoreValues'>;
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
  const unwritten = new UnwrittenValues(ccu.name, store);
  const remembered = createRememberedValues({
    central: ccu.name,
    store,
    show: (values) => memory.restoreValues(ccu.name, values),
    isStopped: () => stopped,
  });
  let stopped = false;

  function gather(): void {
    for (const { setAt, onlyDefault, ...value } of memory.changedValues(ccu.name)) {
      if (!onlyDefault || remembered.keepsDefaults(value.interfaceName)) unwritten.put({ ...value, at: setAt });
    }
  }

  function failed(error: unknown): void {
    log.warn('values could not be written down', { central: ccu.name, error });
  }

  async function flush(): Promise<void> {
    gather();
    try {
      // Before the values: a device of that address may have been paired again.
      if (unwritten.hasDropped) await unwritten.forget();
      while (unwritten.count > 0 && !stopped) {
        await unwritten.save(SLICE);
        await nextTurn();
      }
    } catch (error) {
      failed(error);
    }
  }

  const off = ccu.on((event) => {
    if (event.type === 'values_loaded') remembered.valuesLoaded(event.interfaceName);
    if (event.type === 'devices_described') {
      remembered
        .restore(event)
        .catch((error: unknown) =>
          log.warn('values could not be restored', { central: ccu.name, interface: event.interfaceName, error }),
        );
    }
    if (event.type === 'devices_removed') {
      unwritten.drop(event.addresses);
      unwritten
        .forget()
        .catch((error: unknown) => log.warn('values could not be forgotten', { central: ccu.name, error }));
    }
  });
  const stopFlushing = every(time, flushMs, flush, failed);

  return {
    stop() {
      stopped = true;
      off();
      stopFlushing();
      gather();
      // In one go: no request waits for an answer any more, and the database is about to be closed.
      unwritten.forget().catch(failed);
      unwritten.save(unwritten.count).catch(failed);
    },
  };
}
