import type { Ccu } from '@ccu-gateway/ccu-client';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { Logger } from '../ports/log.js';
import type { NextTurn, Time } from '../ports/time.js';
import type { ValueRecords } from '../ports/values.js';
import { every } from '../use-case/every.js';
import { createRememberedValues } from './remembered-values.js';
import { UnwrittenValues } from './unwritten-values.js';

/** Dependencies of the keeper of one CCU's values. */
export interface ValueKeeperOptions {
  readonly ccu: Pick<Ccu, 'name' | 'on'>;
  readonly memory: Pick<HouseModel['memory'], 'changedValues' | 'restoreValues'>;
  readonly store: ValueRecords;
  readonly time: Pick<Time, 'after'>;
  readonly nextTurn: NextTurn;
  /** Milliseconds between two writes of changed values; one second at least. */
  readonly flushMs: number;
  readonly log: Logger;
}

/** Keeps the values of one CCU over a restart. */
export interface ValueKeeper {
  /** Writes down the rest before it answers. */
  stop(): void;
}

/** An installation has tens of thousands of values; each turn of the event loop takes as many of them. */
const SLICE = 500;

/** Disks wear out, and a value of the last second is not needed over a restart. */
const MIN_FLUSH_MS = 1000;

/**
 * Keeps the values of one CCU over a restart. A value of an earlier run is shown until the CCU has reported more;
 * changed values are written in slices, a default only if the stored value may not have been compared with it.
 *
 * @example
 * const keeper = createValueKeeper({ ccu, memory: house.memory, store, time, nextTurn, flushMs: 60_000, log });
 */
export function createValueKeeper(options: ValueKeeperOptions): ValueKeeper {
  const { ccu, memory, store, time, nextTurn, log } = options;
  const unwritten = new UnwrittenValues(ccu.name, store);
  const remembered = createRememberedValues({
    central: ccu.name,
    store,
    show: (values) => memory.restoreValues(ccu.name, values),
    isStopped: () => stopped,
    nextTurn,
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
  const stopFlushing = every(time, Math.max(MIN_FLUSH_MS, options.flushMs), flush, failed);

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
