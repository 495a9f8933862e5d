/** Bodies as the REST API shows them. Every member is plain JSON; times are RFC 3339 in UTC. */

export interface FirmwareSummary {
  readonly Current?: string;
  readonly Available?: string;
  readonly Updatable?: boolean;
  readonly UpdateState?: string;
}

export interface AvailabilitySummary {
  readonly IsReachable?: boolean;
  readonly LastUpdated?: string;
  /** Percent, only where the device says so itself. */
  readonly BatteryLevel?: number | null;
  readonly LowBattery?: boolean | null;
  /** dBm, negative; absent when unknown. */
  readonly SignalStrength?: number | null;
}

export interface RxMode {
  readonly always?: true;
  readonly burst?: true;
  readonly config?: true;
  readonly wakeup?: true;
  readonly lazy_config?: true;
}

export interface DeviceSummary {
  readonly address: string;
  readonly central: string;
  readonly interface: string;
  /** `<central>-<interface>`. */
  readonly interface_id: string;
  readonly ise_id?: number;
  readonly model: string;
  readonly model_label?: string;
  readonly model_icon?: string;
  readonly sub_model?: string;
  readonly name: string;
  readonly manufacturer?: string;
  readonly product_group?: string;
  readonly available: boolean;
  readonly channels_count: number;
  readonly updatable: boolean;
  readonly update_available: boolean;
  readonly update_status?: 'up_to_date' | 'update_available' | 'installing';
  readonly rooms?: readonly string[];
  readonly functions?: readonly string[];
  readonly master_pushes_config_pending: boolean;
  readonly config_restore_supported: boolean;
  readonly communication_test_supported: boolean;
  readonly team_supported: boolean;
  readonly has_sub_devices: boolean;
  readonly rx_mode?: RxMode;
  readonly firmware: FirmwareSummary;
  readonly availability: AvailabilitySummary;
}

export interface DeviceDetail extends DeviceSummary {
  readonly channels: readonly ChannelSummary[];
}

export interface ChannelSummary {
  readonly address: string;
  readonly number: number;
  readonly name?: string;
  readonly category?: string;
  readonly type?: string;
  readonly type_label?: string;
  readonly paramset_key: string;
  readonly paramset_keys?: readonly string[];
  readonly data_points_count: number;
  readonly custom_dp_name?: string;
  readonly group_no?: number;
  readonly is_group_master?: boolean;
  readonly is_in_multi_group?: true;
  readonly sub_device_name?: string;
  readonly room?: string;
  readonly rooms?: readonly string[];
  readonly functions?: readonly string[];
  readonly is_custom_dp_primary?: true;
  readonly hidden?: true;
  readonly locked?: true;
  readonly link_source_roles?: readonly string[];
  readonly link_target_roles?: readonly string[];
}

/** Where a value comes from: never seen, restored at start, confirmed while connected, or last known while not. */
export type ValueSource = 'unobserved' | 'cache' | 'live' | 'stale';

export interface Operations {
  readonly read: boolean;
  readonly write: boolean;
  readonly event: boolean;
}

export interface UiHint {
  readonly icon: string;
  readonly semantic: string;
}

export interface DataPointSummary {
  readonly parameter: string;
  readonly parameter_label: string;
  readonly unique_id: string;
  readonly observed: boolean;
  /** As the CCU reports it: an ENUM is its ordinal. Absent until observed. */
  readonly value?: unknown;
  /** `value` times `multiplier`, only where the unit asks for it. */
  readonly display_value?: number;
  readonly multiplier?: number;
  readonly modified_at?: string;
  readonly last_changed_at?: string;
  readonly last_seen_at?: string;
  readonly value_age_seconds?: number;
  readonly source: ValueSource;
  readonly operations: Operations;
  readonly category?: string;
  readonly data_point_type?: string;
  readonly usage: DataPointUsage;
  readonly translated_name?: string;
  readonly control?: string;
  readonly type?: string;
  readonly value_list?: readonly string[];
  readonly value_translations?: Readonly<Record<string, string>>;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly default?: unknown;
  readonly ui_hint?: UiHint;
  /** Present and true while a write of ours waits for its confirmation. */
  readonly pending?: true;
  readonly additional_information?: Readonly<Record<string, unknown>>;
}

export type DataPointUsage =
  | 'data_point'
  | 'no_create'
  | 'ignored'
  | 'ce_primary'
  | 'ce_secondary'
  | 'ce_visible'
  | 'event';

export interface EventGroupSummary {
  readonly channel_address: string;
  readonly unique_id: string;
  readonly kind: 'keypress' | 'impulse' | 'device_error';
  readonly event_types: readonly string[];
  readonly parameters: readonly string[];
  readonly available: boolean;
  readonly last_triggered_event?: {
    readonly parameter: string;
    readonly value?: unknown;
    readonly triggered_at?: string;
  };
}

export interface ChannelFlags {
  readonly hidden: boolean;
  readonly locked: boolean;
}
