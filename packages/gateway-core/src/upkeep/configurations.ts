import type { Ccu, CcuEvent } from '@ccu-gateway/ccu-client';
import type { ConfigurationPlace, HouseModel } from '@ccu-gateway/device-model';
import type { ParamsetReader } from '../families/devices/paramsets.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { createOneByOne } from './one-by-one.js';
import { deviceOf } from './unwritten-values.js';

export interface ConfigurationKeeperOptions {
  readonly ccu: Pick<Ccu, 'name' | 'on'>;
  readonly house: Pick<HouseModel, 'configurations'>;
  /** Performs a reading, which the model then receives. */
  readonly paramsets: Pick<ParamsetReader, 'readParamset'>;
  readonly time: Pick<Time, 'after'>;
  /** Pause between two readings: CCUs are small computers. */
  readonly gapMs: number;
  readonly log: Logger;
}

/** Keeps the shown configuration of devices correct, because no event reports it. */
export interface ConfigurationKeeper {
  /** Reads configurations that are needed and were not read yet. */
  lookAgain(): void;
  stop(): void;
}

type Described = Extract<CcuEvent, { type: 'devices_described' }>;

const PENDING = 'CONFIG_PENDING';

const keyOf = ({ interfaceName, address }: Pick<ConfigurationPlace, 'interfaceName' | 'address'>): string =>
  `${interfaceName} ${address}`;

/**
 * Keeps the configuration true that something shown depends on, for one CCU.
 *
 * @example
 * const keeper = createConfigurationKeeper({ ccu, house, paramsets, time, gapMs: 500, log });
 */
export function createConfigurationKeeper(options: ConfigurationKeeperOptions): ConfigurationKeeper {
  const { ccu, house, paramsets, time, gapMs, log } = options;
  const central = ccu.name;
  const pending = createPendingDevices((device) => {
    // The writer reads our own writes at this moment; only the rest is left for later.
    line.readLater(house.configurations({ central, devices: new Set([device]) }));
  });
  const line = createOneByOne({ keyOf, read, time, gapMs });

  async function read({ interfaceName, address }: ConfigurationPlace): Promise<void> {
    try {
      await paramsets.readParamset({ central, interfaceName, address, key: 'MASTER' });
    } catch (error) {
      // A reader sees that it is not known; the next connection tries again.
      log.debug('a configuration could not be read', { central, address, error });
    }
  }

  const unknown = (scope: Parameters<HouseModel['configurations']>[0]) =>
    house.configurations({ central, ...scope }).filter(({ isKnown }) => !isKnown);

  /** Unknown configurations, and those of devices that were paired again: they have the factory settings. */
  function readAdded({ interfaceName, devices: described, added: paired = [] }: Described): void {
    const added = new Set(paired);
    const devices = new Set(described.map(({ ADDRESS }) => deviceOf(ADDRESS)));
    const places = house.configurations({ central, interfaceName, devices });
    line.read(places.filter(({ isKnown, address }) => !isKnown || added.has(address)));
  }

  function heard(event: CcuEvent): void {
    switch (event.type) {
      case 'link_state':
        // For changes while the interface was not connected.
        if (event.status.connected && event.previous !== 'suspect' && event.previous !== 'connected') {
          line.read(house.configurations({ central, interfaceName: event.interfaceName }));
        }
        break;
      case 'events_unproved':
        // The lost events may include a change.
        line.readLater(house.configurations({ central, interfaceName: event.interfaceName }));
        break;
      case 'devices_described':
        if (event.source !== 'CACHE') readAdded(event);
        break;
      case 'values_loaded':
        pending.loaded(event.values);
        break;
      case 'configuration_read':
        line.leaveOut(keyOf(event));
        break;
      case 'value':
        pending.changed(event);
        break;
      default:
        break;
    }
  }

  const off = ccu.on(heard);
  return {
    lookAgain: () => line.read(unknown({})),
    stop() {
      off();
      line.stop();
    },
  };
}

type Value = Pick<
  Extract<CcuEvent, { type: 'values_loaded' }>['values'][number],
  'channelAddress' | 'parameter' | 'value'
>;

/**
 * Devices that wait for configuration. `onApplied` is called when one has applied it: from us, from the CCU's own pages,
 * or from any other source.
 */
function createPendingDevices(onApplied: (device: string) => void) {
  const pending = new Set<string>();
  return {
    loaded(values: readonly Value[]): void {
      for (const { channelAddress, parameter, value } of values) {
        if (parameter === PENDING && value === true) pending.add(deviceOf(channelAddress));
      }
    },
    changed({ channelAddress, parameter, value }: Value): void {
      if (parameter !== PENDING) return;
      const device = deviceOf(channelAddress);
      if (value === true) pending.add(device);
      else if (pending.delete(device)) onApplied(device);
    },
  };
}
