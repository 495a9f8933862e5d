import type { IncidentCode, LogLevel, SystemCCUEntry } from '@ccu-gateway/contract/types';

export type { LogLevel };

/** One line of the log. Secrets were replaced before it came here. */
export interface LogLine {
  /** Counts up from 1 since the gateway started. */
  readonly seq: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly level: LogLevel;
  readonly logger: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The newest lines of the gateway's log, in memory. */
export interface LogView {
  /** Number of the newest line; 0 before the first. */
  readonly lastSeq: number;
  /** Oldest first; the newest `limit` of those that match. */
  lines(query: { readonly limit: number; readonly minLevel: LogLevel; readonly since?: number }): readonly LogLine[];
  /** Called for each new line; the answer stops it. */
  subscribe(listener: (line: LogLine) => void): () => void;
}

/** A log level for one part of the gateway. */
export interface LogOverride {
  /** Name of the logger; those below it are meant too. */
  readonly path: string;
  readonly level: LogLevel;
  /** Milliseconds since the Unix epoch; absent for permanent ones. */
  readonly expiresAt?: number;
}

/** The levels from which lines are logged. Changes count at once and end with the process. */
export interface LogLevelControl {
  defaultLevel(): LogLevel;
  setDefaultLevel(level: LogLevel): void;
  overrides(): readonly LogOverride[];
  /** `expiresAt` is in milliseconds since the Unix epoch; without it the override holds until it is reset. */
  override(path: string, level: LogLevel, expiresAt?: number): void;
  resetOverride(path: string): void;
}

/** Figures of the link to one interface. */
export interface LinkReliability {
  readonly central: string;
  readonly interface: string;
  /** State of the link, such as `connected`. */
  readonly state: string;
  /** Absent where the client does not say. */
  readonly circuit?: 'closed' | 'open' | 'half_open';
  readonly totalRequests?: number;
  readonly executedRequests?: number;
  readonly pendingRequests?: number;
  /** Milliseconds since the Unix epoch. */
  readonly lastFailureAt?: number;
  readonly lastCallbackAt?: number;
  /** Gateway to CCU and back, in milliseconds. */
  readonly pingMs?: number;
  /** Callback address that was sent to the CCU. */
  readonly callbackUrl?: string;
  /** Number of repeated registrations at the CCU. */
  readonly reconnects?: number;
  /** Code of the error that keeps it from being connected. */
  readonly cause?: string;
}

/** Radio reception of a device, and its battery. */
export interface SignalReading {
  readonly central: string;
  readonly interfaceId: string;
  readonly address: string;
  readonly name: string;
  /** dBm; null where the device does not say. */
  readonly rssiDevice: number | null;
  readonly rssiPeer: number | null;
  /** Percent. */
  readonly batteryLevel: number | null;
  readonly lowBattery: boolean | null;
  readonly reachable: boolean;
}

/** Figures on the interface connections and the devices. Without a central those of all. */
export interface DiagnosticsView {
  reliability(central?: string): readonly LinkReliability[] | Promise<readonly LinkReliability[]>;
  signals(central?: string): readonly SignalReading[];
  /** Figures in the Prometheus text format. */
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Number of writes of one subject to a device, or of reports of one device, hour by hour, the oldest first. */
export interface RadioTrafficRow {
  readonly central: string;
  /** Of the device. */
  readonly address: string;
  readonly interfaceId: string;
  /** Only of writes, as are the other members about the writer. */
  readonly subject?: string;
  /** Scheme of the writer, such as `bearer`, `mqtt` or `matter`. */
  readonly scheme?: string;
  /** First digits of the fingerprint of an API token. */
  readonly token?: string;
  /** Name of a Matter home. */
  readonly home?: string;
  /** Name that an MQTT client gave itself. */
  readonly client?: string;
  readonly hours: readonly number[];
}

/** The radio traffic of the last 24 hours, that which runs among them. Only devices reached over the air. */
export interface RadioTrafficCount {
  /** Beginning of the count, milliseconds since the Unix epoch. */
  readonly since: number;
  /** Beginning of the first hour. */
  readonly from: number;
  /** By subject and device. */
  readonly writes: readonly RadioTrafficRow[];
  /** By device. Values that came together count as one report. */
  readonly reports: readonly RadioTrafficRow[];
  /** Traffic without a row, because there are too many. */
  readonly unlisted: { readonly writes: number; readonly reports: number };
}

/** Source of the counted radio traffic. */
export interface RadioTraffic {
  /** Rejects with a GatewayError `service_unready` where one of several gateways with counts does not answer. */
  traffic(): Promise<RadioTrafficCount>;
}

/** Sending time of a radio module, and the writes that wait for it, in percent of an hour. */
export interface InterfaceRadioLoad {
  readonly interfaceName: string;
  readonly usedPercent: number;
  /** With everything that waits; may be above 100. */
  readonly forecastPercent: number;
  readonly waiting: number;
  /** Those of `waiting` with the priority `low`. */
  readonly waitingInBackground: number;
  readonly mode: 'free' | 'spread' | 'critical_only';
}

/** Sending time of the radio modules of CCUs. */
export interface RadioBudgets {
  /** Of the interfaces with a radio. Rejects with a GatewayError `service_unready` where the CCU is not connected. */
  loads(central: string): Promise<readonly InterfaceRadioLoad[]>;
}

/** A fault in the installation or on the way to it, as it is recorded. */
export interface IncidentRecord {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Null or empty for a fault without a CCU. */
  readonly central: string | null;
  /** A CCU, `<central>/<interface>`, or a part of the gateway. */
  readonly component: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly summary: string;
  readonly detail: string | null;
}

/** A recorded fault, with the meaning of its summary. */
export interface Incident extends Omit<IncidentRecord, 'central' | 'detail'> {
  readonly id: string;
  readonly detail?: string;
  /** Change of the connection to an interface; absent for other incidents. */
  readonly kind?: 'connection_lost' | 'connection_restored';
  /** Code of the summary, and its inserted values; absent if there is no code for it. */
  readonly code?: IncidentCode;
  readonly facts?: Readonly<Record<string, string>>;
}

/** Since when the history of changes counts. */
export interface ChangeHistory {
  /** Milliseconds since the Unix epoch; undefined when it was never cleared. */
  clearedAt(): Promise<number | undefined>;
  /** Changes before this moment are no part of it any more. Rejects with `service_unready` when there is no storage. */
  clear(before: number): Promise<void>;
}

/** The incidents of the gateway. Rejects with `service_unready` when there is no storage. */
export interface IncidentLog {
  /** Newest first. */
  incidents(query: {
    readonly central?: string;
    /** Inclusive, milliseconds since the Unix epoch. */
    readonly since?: number;
    /** Exclusive, milliseconds since the Unix epoch. */
    readonly until?: number;
    readonly limit: number;
  }): Promise<readonly Incident[]>;
  clearIncidents(): Promise<void>;
}

/** One notice of `system.status_changed`, as published. */
export interface SystemStatusEvent {
  readonly central: string;
  readonly component: string;
  readonly healthy: boolean;
  /** RFC 3339. */
  readonly event_at: string;
  readonly reason?: string;
  readonly interface_id?: string;
  readonly error_code?: number;
  readonly central_state?: string;
  readonly connection_state?: string;
  readonly degraded_interfaces?: readonly string[];
  readonly issues?: readonly string[];
}

/** The CCUs and their last known health. */
export interface SystemView {
  centrals(): readonly SystemCCUEntry[];
  /** The newest notices, oldest first; bounded. */
  statusEvents(): readonly SystemStatusEvent[];
}
