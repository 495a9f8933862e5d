import type { Ccu } from '@ccu-gateway/ccu-client';
import type { Logger } from '../ports/log.js';
import { createHubSync, type HubSync, type HubSyncOptions } from './hub-sync.js';
import type { HubFailure } from './part-failures.js';
import type { HubPart } from './parts.js';
import type { HubSyncSettings } from './settings.js';

/** The hub readers of all CCUs that are connected. */
export interface HubSyncs {
  attach(ccu: Ccu, settings: HubSyncSettings): AttachedSync;
  /** Reads now; nothing happens for a CCU that is not connected. @throws CcuError */
  refresh(central: string, ...parts: readonly HubPart[]): Promise<void>;
  /** The CCU installs its firmware, or does so no more; nothing happens for one that is not connected. */
  installing(central: string, on: boolean): void;
  /** The parts of a CCU that could not be read last. */
  failures(central: string): ReadonlyMap<HubPart, HubFailure>;
  /** The logic layer of that CCU does not run. */
  isAway(central: string): boolean;
}

/** The reader of one CCU, until it is stopped. */
export interface AttachedSync {
  adjust(settings: HubSyncSettings): void;
  stop(): void;
}

/**
 * Reads the hubs of all CCUs that are connected.
 *
 * @example
 * const syncs = createHubSyncs({ house, publish, time, logOf: (central) => log.child(central) });
 * const sync = syncs.attach(ccu, { selection });
 */
export function createHubSyncs(
  deps: Pick<
    HubSyncOptions,
    'house' | 'publish' | 'keepIdentity' | 'settleMs' | 'retryMs' | 'identityWaitMs' | 'time'
  > & {
    /** The log of one CCU. */
    readonly logOf: (central: string) => Logger;
  },
): HubSyncs {
  const syncs = new Map<string, HubSync>();
  return {
    attach(ccu, settings) {
      const { name } = ccu;
      const sync = createHubSync({ ...deps, ccu, log: deps.logOf(name), ...settings });
      syncs.set(name, sync);
      return {
        adjust: (changed) => sync.configure(changed),
        stop() {
          if (syncs.get(name) === sync) syncs.delete(name);
          sync.stop();
        },
      };
    },
    installing: (central, on) => syncs.get(central)?.installing(on),
    failures: (central) => syncs.get(central)?.failures() ?? new Map(),
    isAway: (central) => syncs.get(central)?.isAway() ?? false,
    async refresh(central, ...parts) {
      const sync = syncs.get(central);
      if (sync === undefined) return;
      // One after the other: a CCU runs one script at a time anyway.
      for (const part of parts) await sync.refresh(part);
    },
  };
}
