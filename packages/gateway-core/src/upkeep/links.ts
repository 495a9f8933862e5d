import type { Ccu, CcuEvent } from '@ccu-gateway/ccu-client';
import type { ConfigurationPlace, HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { createOneByOne } from './one-by-one.js';
import { deviceOf } from './unwritten-values.js';

export interface LinkKeeperOptions {
  readonly ccu: Pick<Ccu, 'name' | 'on' | 'getLinks'>;
  readonly house: { readonly links: Pick<HouseModel['links'], 'places' | 'take'> };
  readonly publish: (event: ModelEvent) => void;
  readonly time: Pick<Time, 'after' | 'now'>;
  /** Pause between two readings: CCUs are small computers. */
  readonly gapMs: number;
  readonly log: Logger;
}

/** Keeps the known links of shown items correct, such as the actors of a thermostat. */
export interface LinkKeeper {
  /** Links were made or removed. */
  lookAgain(): void;
  stop(): void;
}

/**
 * Keeps the direct links known that something shown depends on, for one CCU.
 *
 * @example
 * const keeper = createLinkKeeper({ ccu, house, publish, time, gapMs: 500, log });
 */
export function createLinkKeeper({ ccu, house, publish, time, gapMs, log }: LinkKeeperOptions): LinkKeeper {
  const central = ccu.name;
  const line = createOneByOne<ConfigurationPlace>({
    keyOf: ({ interfaceName, address }) => `${interfaceName} ${address}`,
    read,
    time,
    gapMs,
  });

  async function read({ interfaceName, address }: ConfigurationPlace): Promise<void> {
    try {
      const links = await ccu.getLinks(interfaceName, address);
      for (const event of house.links.take({ central, address, links, at: time.now() })) publish(event);
    } catch (error) {
      // Dependent items are not shown; the next connection tries again.
      log.debug('the links of a device could not be read', { central, address, error });
    }
  }

  function heard(event: CcuEvent): void {
    switch (event.type) {
      case 'link_state':
        // For changes while the interface was not connected.
        if (event.status.connected && event.previous !== 'suspect' && event.previous !== 'connected') {
          line.read(house.links.places({ central, interfaceName: event.interfaceName }));
        }
        break;
      case 'events_unproved':
        // The lost events may include a change.
        line.readLater(house.links.places({ central, interfaceName: event.interfaceName }));
        break;
      case 'devices_described':
        if (event.source !== 'CACHE') {
          const devices = new Set(event.devices.map(({ ADDRESS }) => deviceOf(ADDRESS)));
          const places = house.links.places({ central, interfaceName: event.interfaceName, devices });
          const added = new Set(event.added);
          line.read(places.filter(({ isKnown, address }) => !isKnown || added.has(address)));
        }
        break;
      case 'links_changed':
        // Either end may be named, and the two ends are reported one after the other.
        line.readLater(house.links.places({ central, interfaceName: event.interfaceName }));
        break;
      default:
        break;
    }
  }

  const off = ccu.on(heard);
  return {
    lookAgain: () => line.readLater(house.links.places({ central })),
    stop() {
      off();
      line.stop();
    },
  };
}
