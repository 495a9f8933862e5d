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
  /** Takes whole devices into the list, finds their descriptions and announces them. */
  describe(list: readonly DeviceDescription[], source: Described['source'], signal: AbortSignal): Promise<void>;
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
}

export function createDeviceNews(deps: DeviceNewsDeps, known: DeviceList): DeviceNews {
  const { central, interfaceName, catalogue, refusals, now, emit } = deps;
  let isAnnounced = false;

  function announce(news: Pick<Described, 'source' | 'complete' | 'devices' | 'paramsets'>): void {
    isAnnounced = true;
    emit({ type: 'devices_described', central, interfaceName, at: now(), ...news });
  }

  return {
    async describe(list, source, signal) {
      known.put(list);
      try {
        for await (const described of describeInBatches(list, known, catalogue, signal)) {
          announce({ source, complete: false, ...described });
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
