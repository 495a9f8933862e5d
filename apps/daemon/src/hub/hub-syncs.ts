import type { Ccu } from '@ccu-gateway/ccu-client';
import type { HubPart } from '@ccu-gateway/gateway-core/parts';
import {
  createHubSync,
  type HubFailure,
  type HubIntervals,
  type HubSync,
  type HubSyncOptions,
  type HubSyncSettings,
} from '@ccu-gateway/gateway-core/parts';
import { type CentralConfig, durationMs } from '../config/index.js';
import type { Log } from '../log/log.js';

/** The hub readers of all CCUs that are connected. */
export interface HubSyncs {
  attach(ccu: Ccu, central: CentralConfig): AttachedSync;
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
  adjust(central: CentralConfig): void;
  stop(): void;
}

export function createHubSyncs(
  deps: Pick<HubSyncOptions, 'house' | 'publish' | 'keepIdentity' | 'settleMs' | 'identityWaitMs' | 'time'> & {
    readonly log: Log;
  },
): HubSyncs {
  const syncs = new Map<string, HubSync>();
  return {
    attach(ccu, central) {
      const sync = createHubSync({ ...deps, ccu, log: deps.log.child(central.name), ...settingsOf(central) });
      syncs.set(central.name, sync);
      return {
        adjust: (changed) => sync.configure(settingsOf(changed)),
        stop() {
          if (syncs.get(central.name) === sync) syncs.delete(central.name);
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

function settingsOf({ behavior }: CentralConfig): HubSyncSettings {
  return {
    intervals: intervalsOf(behavior),
    selection: {
      internalVariables: behavior.include_internal_sysvars,
      variableMarkers: behavior.sysvar_markers,
      programMarkers: behavior.program_markers,
    },
  };
}

function intervalsOf(behavior: CentralConfig['behavior']): Partial<HubIntervals> {
  const scan = durationMs(behavior.sysvar_scan_interval);
  return {
    sysvars: behavior.enable_sysvar_scan ? scan : 0,
    programs: behavior.enable_program_scan ? scan : 0,
  };
}
