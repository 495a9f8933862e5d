import type { Ccu } from '@ccu-gateway/ccu-client';
import { type CentralConfig, durationMs } from '../config/index.js';
import { createHubSync, type HubIntervals, type HubSync, type HubSyncOptions } from './hub-sync.js';
import type { HubPart } from './parts.js';

/** The hub readers of all CCUs that are connected. */
export interface HubSyncs {
  /** Begins for a CCU; the answer ends it. */
  attach(ccu: Ccu, central: CentralConfig): () => void;
  /** Reads now; nothing happens for a CCU that is not connected. @throws CcuError */
  refresh(central: string, ...parts: readonly HubPart[]): Promise<void>;
}

export function createHubSyncs(deps: Pick<HubSyncOptions, 'home' | 'publish' | 'time' | 'log'>): HubSyncs {
  const syncs = new Map<string, HubSync>();
  return {
    attach(ccu, central) {
      const { behavior } = central;
      const sync = createHubSync({
        ...deps,
        ccu,
        log: deps.log.child(central.name),
        intervals: intervalsOf(behavior),
        selection: {
          internalVariables: behavior.include_internal_sysvars,
          variableMarkers: behavior.sysvar_markers,
          programMarkers: behavior.program_markers,
        },
      });
      syncs.set(central.name, sync);
      return () => {
        if (syncs.get(central.name) === sync) syncs.delete(central.name);
        sync.stop();
      };
    },
    async refresh(central, ...parts) {
      const sync = syncs.get(central);
      if (sync === undefined) return;
      // One after the other: a CCU runs one script at a time anyway.
      for (const part of parts) await sync.refresh(part);
    },
  };
}

function intervalsOf(behavior: CentralConfig['behavior']): Partial<HubIntervals> {
  const scan = durationMs(behavior.sysvar_scan_interval);
  return {
    variables: behavior.enable_sysvar_scan ? scan : 0,
    programs: behavior.enable_program_scan ? scan : 0,
  };
}
