import type { Ccu, CcuEvent, InterfaceName } from '@ccu-gateway/ccu-client';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { CentralLinkControl, CentralLinkKey } from '../families/devices/central-links.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';

export interface CentralLinkKeeperOptions {
  readonly ccu: Pick<Ccu, 'name' | 'on'>;
  readonly house: Pick<HouseModel, 'centralLinks'>;
  readonly links: Pick<CentralLinkControl, 'readCentralLinks' | 'createCentralLink'>;
  readonly time: Pick<Time, 'after'>;
  /** Pause between two keys: CCUs are small computers, and a new link is radio traffic. */
  readonly gapMs: number;
  readonly log: Logger;
}

/** Links keys with the CCU that would tell it nothing otherwise, while that is wanted. Never takes a link away. */
export interface CentralLinkKeeper {
  want(wanted: boolean): void;
  stop(): void;
}

/**
 * A keeper for one CCU; it does nothing until `want(true)`.
 *
 * @example
 * const keeper = createCentralLinkKeeper({ ccu, house, links, time, gapMs: 500, log });
 */
export function createCentralLinkKeeper(options: CentralLinkKeeperOptions): CentralLinkKeeper {
  const { ccu, house, links, time, gapMs, log } = options;
  const central = ccu.name;
  /** By address; the first in line comes next. */
  const queue = new Map<string, CentralLinkKey>();
  const connected = new Set<InterfaceName>();
  let isWanted = false;
  let isBusy = false;
  let cancel: (() => void) | undefined;
  let stopped = false;

  /** The keys of an interface, or of these devices of it. */
  function enqueue(interfaceName: InterfaceName, devices?: ReadonlySet<string>): void {
    if (!isWanted || stopped || !connected.has(interfaceName)) return;
    for (const { address, channels } of house.centralLinks.silentKeys({ central, interfaceName })) {
      if (devices !== undefined && !devices.has(address)) continue;
      for (const { number: _, ...key } of channels) queue.set(key.address, { ...key, central, interfaceName });
    }
    if (!isBusy) void linkNext();
  }

  async function linkNext(): Promise<void> {
    const [next] = queue;
    isBusy = next !== undefined && !stopped;
    if (next === undefined || stopped) return;
    const [address, key] = next;
    queue.delete(address);
    try {
      // If the CCU does not report its links, the key is linked once more: an existing link stays as it is.
      const isLinked = (await links.readCentralLinks([key]))?.has(address) === true;
      if (!isLinked) {
        await links.createCentralLink(key);
        log.info('a key was linked with the CCU', { central, address });
      }
    } catch (error) {
      // The next connection tries again.
      log.warn('a key could not be linked with the CCU', { central, address, error });
    }
    if (!stopped) cancel = time.after(gapMs, () => void linkNext());
  }

  function heard(event: CcuEvent): void {
    if (event.type === 'link_state') {
      const { interfaceName, previous, status } = event;
      if (!status.connected) connected.delete(interfaceName);
      else {
        connected.add(interfaceName);
        if (previous !== 'suspect' && previous !== 'connected') enqueue(interfaceName);
      }
    } else if (event.type === 'devices_described' && event.source !== 'CACHE') {
      enqueue(event.interfaceName, new Set(event.devices.map(({ ADDRESS }) => ADDRESS)));
    }
  }

  const off = ccu.on(heard);
  return {
    want(wanted) {
      const before = isWanted;
      isWanted = wanted;
      if (!wanted) queue.clear();
      else if (!before) for (const interfaceName of connected) enqueue(interfaceName);
    },
    stop() {
      stopped = true;
      off();
      cancel?.();
      queue.clear();
    },
  };
}
