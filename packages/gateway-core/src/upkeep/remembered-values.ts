import type { CcuEvent, InterfaceName } from '@ccu-gateway/ccu-client';
import type { KnownValue } from '@ccu-gateway/device-model';
import type { NextTurn } from '../ports/time.js';
import type { ValueRecords } from '../ports/values.js';
import { deviceOf } from './unwritten-values.js';

type Described = Extract<CcuEvent, { type: 'devices_described' }>;
/** By device; restored values are no longer in it. */
type Remembered = Map<string, KnownValue[]>;

/** Values of an earlier run, until the model has them or the CCU has reported more. */
export interface RememberedValues {
  /** An installation becomes known piece by piece; each piece gets its values. */
  restore(described: Described): Promise<void>;
  /** The CCU has reported more than could be remembered. */
  valuesLoaded(interfaceName: InterfaceName): void;
  /** True when a default is news: stored values of this interface may not have been compared with those of the CCU. */
  keepsDefaults(interfaceName: InterfaceName): boolean;
}

/** An installation has tens of thousands of values; each turn of the event loop takes as many of them. */
const SLICE = 500;

export function createRememberedValues(deps: {
  readonly central: string;
  readonly store: Pick<ValueRecords, 'load'>;
  readonly show: (values: readonly KnownValue[]) => void;
  readonly isStopped: () => boolean;
  readonly nextTurn: NextTurn;
}): RememberedValues {
  const { central, store, show, isStopped, nextTurn } = deps;
  const remembered = new Map<InterfaceName, Promise<Remembered>>();
  const keepsDefaults = new Set<InterfaceName>();
  const hasLoaded = new Set<InterfaceName>();

  async function load(interfaceName: InterfaceName): Promise<Remembered> {
    const byDevice: Remembered = new Map();
    for (const { channelAddress, parameter, value, at } of await store.load(central, interfaceName)) {
      const device = deviceOf(channelAddress);
      const one = { interfaceName, channelAddress, parameter, value, setAt: at };
      const known = byDevice.get(device);
      if (known === undefined) byDevice.set(device, [one]);
      else known.push(one);
    }
    return byDevice;
  }

  return {
    async restore({ interfaceName, devices }) {
      if (hasLoaded.has(interfaceName)) keepsDefaults.add(interfaceName);
      const loading = remembered.get(interfaceName) ?? load(interfaceName);
      remembered.set(interfaceName, loading);
      const byDevice = await loading;
      const values = devices.flatMap(({ ADDRESS }) => {
        const known = byDevice.get(ADDRESS) ?? [];
        byDevice.delete(ADDRESS);
        return known;
      });
      for (let at = 0; at < values.length && !isStopped(); at += SLICE) {
        show(values.slice(at, at + SLICE));
        await nextTurn();
      }
    },
    valuesLoaded(interfaceName) {
      hasLoaded.add(interfaceName);
      if (!remembered.has(interfaceName)) keepsDefaults.add(interfaceName);
      remembered.set(interfaceName, Promise.resolve(new Map()));
    },
    keepsDefaults: (interfaceName) => keepsDefaults.has(interfaceName),
  };
}
