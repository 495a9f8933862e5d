/** Payloads of the event types that a gateway is known to publish. Others may come: a client ignores what it does not know. */
export interface EventCatalogue {
  'datapoint.value_changed': DataPointValueChanged;
  'datapoint.optimistic_rolled_back': DataPointRolledBack;
  'custom_data_point.state_changed': CustomDataPointStateChanged;
  'device.trigger': DeviceTrigger;
  'device.created': DeviceRef & { readonly model: string; readonly source?: string };
  'device.removed': DeviceRef;
  'device.availability_changed': DeviceRef & { readonly available: boolean };
  'device.metadata_changed': DeviceRef;
  'schedules.changed': DeviceRef & { readonly channel: number };
  'central.state_changed': OfCentral & { readonly old_state: string; readonly new_state: string };
  'central.readiness_changed': CentralReadinessChanged;
  'system.status_changed': SystemStatusChanged;
  'daemon_status.changed': {
    readonly status: 'online' | 'offline';
    readonly event_at: string;
    readonly reason?: string;
  };
  'hub.sysvar_changed': SysvarChanged;
  'hub.program_executed': ProgramRef & { readonly success: boolean; readonly trigger?: string };
  'hub.program_changed': ProgramRef & { readonly active: boolean; readonly execute_available: boolean };
  'hub.install_mode_changed': OfCentral & { readonly enabled: boolean; readonly remaining_s: number };
  'hub.alarm_message': Counted;
  'hub.service_message': Counted;
  'hub.inbox_changed': Counted;
  'hub.metrics_changed': OfCentral & { readonly metric: string; readonly value: number; readonly unit?: string };
  'hub.system_update_changed': SystemUpdateChanged;
  'connectivity.changed': Connectivity;
}

interface OfCentral {
  readonly central: string;
}

interface DeviceRef extends OfCentral {
  readonly interface_id: string;
  readonly device_address: string;
}

interface ParameterRef extends OfCentral {
  readonly device_address: string;
  readonly channel: number;
  readonly parameter: string;
  readonly unique_id: string;
}

interface DataPointValueChanged extends ParameterRef {
  readonly paramset_key: string;
  readonly value: unknown;
  readonly available: boolean;
  readonly modified_at: string;
  readonly interface?: string;
  readonly display_value?: number;
  readonly previous?: unknown;
}

interface DataPointRolledBack extends ParameterRef {
  readonly paramset_key: string;
  readonly reason: 'timeout' | 'mismatch' | 'send_error';
  readonly sent?: unknown;
  readonly present?: unknown;
}

interface CustomDataPointStateChanged extends OfCentral {
  readonly device_address: string;
  readonly channel: number;
  readonly name: string;
  readonly unique_id: string;
  readonly state: Readonly<Record<string, unknown>>;
  readonly kind?: string;
}

interface DeviceTrigger extends ParameterRef {
  readonly interface_id: string;
  readonly event_type: string;
  readonly value?: unknown;
}

interface CentralReadinessChanged extends OfCentral {
  readonly phase: string;
  readonly ready: boolean;
  readonly interfaces_loaded: number;
  readonly interfaces_total: number;
}

interface SystemStatusChanged extends OfCentral {
  readonly component: string;
  readonly healthy: boolean;
  readonly event_at: string;
  readonly reason?: string;
  readonly interface_id?: string;
}

interface SysvarChanged extends OfCentral {
  readonly name: string;
  readonly unique_id: string;
  readonly value: unknown;
  readonly value_type?: string;
  readonly previous?: unknown;
}

interface ProgramRef extends OfCentral {
  readonly program_id: string;
  readonly unique_id?: string;
}

interface Counted extends OfCentral {
  readonly count: number;
}

interface SystemUpdateChanged extends OfCentral {
  readonly update_available: boolean;
  readonly in_progress: boolean;
  readonly current_firmware?: string;
  readonly available_firmware?: string;
}

interface Connectivity extends OfCentral {
  readonly interface_id: string;
  readonly reachable: boolean;
  readonly latency_ms?: number;
}
