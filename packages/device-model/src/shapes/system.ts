import type { ChannelSummary, DataPointSummary, DeviceSummary } from './devices.js';
import type { CountedEntry, ProgramSummary, SysvarSummary } from './hub.js';

export interface InterfaceState {
  /** `<central>-<interface>`. */
  readonly id: string;
  readonly name: string;
  /** True only while an event has made the whole round trip. */
  readonly connected: boolean;
  readonly interface: string;
  readonly central_id: string;
  readonly host?: string;
  readonly note?: string;
  readonly duty_cycle?: number;
  readonly carrier_sense?: number;
  /** Where the link stands, finer than `connected`. */
  readonly state: string;
}

export type ReadinessPhase = 'unknown' | 'waiting_for_ccu' | 'loading_hub' | 'loading_devices' | 'ready';

export interface Readiness {
  readonly phase: ReadinessPhase;
  readonly ready: boolean;
  readonly interfaces_loaded: number;
  readonly interfaces_total: number;
}

export interface SystemCCUEntry {
  readonly name: string;
  readonly host: string;
  readonly available: boolean;
  readonly is_ha_app: boolean;
  readonly configured_interfaces: readonly string[];
  readonly readiness: Readiness;
  readonly model?: string;
  readonly version?: string;
  readonly hostname?: string;
  readonly serial?: string;
  readonly url?: string;
  readonly auth_enabled?: boolean;
  readonly https_redirect_enabled?: boolean;
}

export interface SnapshotChannel extends ChannelSummary {
  readonly data_points?: readonly DataPointSummary[];
}

export interface SnapshotDeviceChannels {
  readonly device_address: string;
  readonly central: string;
  readonly channels: readonly SnapshotChannel[];
}

export interface Snapshot {
  readonly generated_at: string;
  readonly devices: readonly DeviceSummary[];
  readonly programs: readonly ProgramSummary[];
  readonly sysvars: readonly SysvarSummary[];
  readonly rooms: readonly CountedEntry[];
  readonly functions: readonly CountedEntry[];
  readonly interfaces: readonly InterfaceState[];
  readonly device_channels?: readonly SnapshotDeviceChannels[];
}
