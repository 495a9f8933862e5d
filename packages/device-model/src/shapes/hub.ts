export interface ProgramSummary {
  readonly id: string;
  readonly unique_id: string;
  readonly name: string;
  readonly central: string;
  readonly description?: string;
  readonly active?: boolean;
  readonly execute_available?: boolean;
  readonly last_executed?: string;
  readonly condition_summary?: string;
  readonly activity_summary?: string;
  readonly is_internal?: boolean;
  readonly enabled_default?: boolean;
  readonly channel?: string;
  readonly device_address?: string;
}

export type SysvarValueType = 'LOGIC' | 'ALARM' | 'FLOAT' | 'INTEGER' | 'LIST' | 'NUMBER' | 'STRING';

export interface SysvarSummary {
  readonly name: string;
  readonly unique_id: string;
  readonly value_type: SysvarValueType;
  readonly observed: boolean;
  readonly central: string;
  readonly description?: string;
  readonly unit?: string;
  readonly value?: unknown;
  readonly value_list?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly is_internal?: boolean;
  readonly is_visible?: boolean;
  readonly is_logged?: boolean;
  readonly value_name_0?: string;
  readonly value_name_1?: string;
  readonly is_extended?: boolean;
  readonly vid?: number;
  readonly enabled_default?: boolean;
  readonly channel?: string;
  readonly device_address?: string;
  /** When this process last read the value from the CCU; the CCU does not push variables. */
  readonly last_seen_at?: string;
  readonly modified_at?: string;
}

export interface InboxDevice {
  readonly address: string;
  readonly model: string;
  readonly central: string;
  readonly interface?: string;
  readonly serial?: string;
  readonly manufacturer?: string;
  readonly first_seen?: number;
  readonly pending_creation?: boolean;
}

export interface AlarmMessage {
  readonly id: string;
  readonly name: string;
  readonly counter: number;
  readonly central: string;
  readonly description?: string;
  readonly device_name?: string;
  readonly address?: string;
  readonly state_value?: string;
  readonly timestamp: string;
  readonly last_timestamp?: string;
  readonly last_trigger?: string;
  readonly display_name?: string;
  readonly rooms?: readonly string[];
}

export interface ServiceMessage {
  readonly id: string;
  readonly name: string;
  readonly counter: number;
  readonly quittable: boolean;
  readonly central: string;
  readonly address?: string;
  readonly device_name?: string;
  readonly type?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly timestamp: string;
  readonly last_timestamp?: string;
  readonly rooms?: readonly string[];
  readonly functions?: readonly string[];
  readonly display_name?: string;
}

export interface CountedEntry {
  readonly name: string;
  readonly device_count: number;
}

export interface HubDataPoints {
  readonly central: string;
  readonly alarm_messages: { readonly legacy_name: string; readonly value: number };
  readonly service_messages: { readonly legacy_name: string; readonly value: number };
  readonly inbox: { readonly legacy_name: string; readonly value: number };
  readonly update: {
    readonly legacy_name: string;
    readonly update_available: boolean;
    readonly in_progress: boolean;
  };
  readonly daemon_connection: { readonly legacy_name: string; readonly connected: true };
  readonly metrics?: readonly { readonly legacy_name: string; readonly value: number; readonly unit?: string }[];
  readonly connectivity?: readonly { readonly interface_id: string; readonly reachable: boolean }[];
  readonly install_mode?: readonly {
    readonly interface_id: string;
    readonly enabled: boolean;
    readonly remaining_s: number;
    readonly observed: boolean;
  }[];
}

export interface HubMetricsEntry {
  readonly central: string;
  readonly system_health?: number;
  readonly connection_latency_ms?: number;
  readonly last_event_age_seconds?: number;
}

export interface SystemUpdateEntry {
  readonly central: string;
  readonly current_firmware?: string;
  readonly available_firmware?: string;
  readonly update_available: boolean;
  readonly in_progress: boolean;
  readonly observed: boolean;
}

export interface InstallModeInterfaceEntry {
  readonly central: string;
  readonly interface: string;
  readonly active: boolean;
  readonly seconds: number;
  readonly observed: boolean;
}
