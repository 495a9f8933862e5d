import type { HubIntervals, HubSyncSettings } from '@ccu-gateway/gateway-core/parts';
import { type CentralConfig, durationMs } from '../config/index.js';

/** Settings of reading a hub, from the configuration of its CCU. */
export function hubSettingsOf({ behavior }: Pick<CentralConfig, 'behavior'>): HubSyncSettings {
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
