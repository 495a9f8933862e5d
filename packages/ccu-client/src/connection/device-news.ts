import type { CcuEvent, DeviceDescription, InterfaceName } from '../model/model.js';
import type { Now } from '../model/ports.js';
import { turn } from '../time/system.js';
import { describeInBatches } from './describe-devices.js';
import type { DeviceList } from './device-list.js';
import type { ParamsetCatalogue } from './paramsets.js';
import type { Refusals } from './refusals.js';

type Described = Extract<CcuEvent, { type: 'devices_described' }>;

/** Announces the devices of an interface. */
export interface DeviceNews {
  /**
   * Takes whole devices into the list, finds their descriptions and announces them. `isAgain`: they were paired once more, so
   * that they count as added although they are known.
   */
  describe(
    list: readonly DeviceDescription[],
    how: { readonly source: Described['source']; readonly isAgain?: boolean },
    signal: AbortSignal,
  ): Promise<void>;
  removed(addresses: readonly string[]): void;
  /** There was nothing to describe. Announced once at most: an interface without devices is known then too. */
  nothing(complete: boolean): void;
}

export interface DeviceNewsDeps {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly catalogue: Pick<ParamsetCatalogue, 'warm' | 'describe'>;
  readonly refusals: Refusals;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
  /** Devices or channels became known that were not remembered. */
  readonly onAdded: () => void;
}

export function createDeviceNews(deps: DeviceNewsDeps, known: DeviceList): DeviceNews {
  const { central, interfaceName, catalogue, refusals, now, emit } = deps;
  let isAnnounced = false;

  function announce(news: Pick<Described, 'source' | 'complete' | 'devices' | 'paramsets' | 'added'>): void {
    isAnnounced = true;
    emit({ type: 'devices_described', central, interfaceName, at: now(), ...news });
  }

  return {
    async describe(list, { source, isAgain = false }, signal) {
      const isAdded = isAgain ? () => true : isUnknownIn(known, list);
      known.put(list);
      try {
        for await (const described of describeInBatches(list, known, catalogue, signal)) {
          // What was remembered was known at the time.
          const added = source === 'CACHE' ? [] : described.devices.map(({ ADDRESS }) => ADDRESS).filter(isAdded);
          announce({ source, complete: false, ...described, ...(added.length === 0 ? {} : { added }) });
          if (added.length > 0) deps.onAdded();
          await turn();
        }
      } finally {
        refusals.tell();
      }
    },
    removed(addresses) {
      if (addresses.length > 0) emit({ type: 'devices_removed', central, interfaceName, at: now(), addresses });
    },
    nothing(complete) {
      if (!isAnnounced) announce({ source: 'REFRESH', complete, devices: [], paramsets: {} });
    },
  };
}

function isUnknownIn(known: Pick<DeviceList, 'get'>, list: readonly DeviceDescription[]): (address: string) => boolean {
  const unknown = new Set(list.map(({ ADDRESS }) => ADDRESS).filter((address) => known.get(address) === undefined));
  return (address) => unknown.has(address);
}
