import type { IncidentCode, LogLevel } from '@ccu-gateway/contract/types';

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

/** How the link to one interface does. */
export interface LinkReliability {
  readonly central: string;
  readonly interface: string;
  /** Where the link stands, such as `connected`. */
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
  /** How often the CCU had to be registered at anew. */
  readonly reconnects?: number;
  /** Code of the error that keeps it from being connected. */
  readonly cause?: string;
}

/** How well the radio of a device is heard, and how its battery is. */
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

/** How often one subject wrote to a device, or one device reported, hour by hour, the oldest first. */
export interface RadioTrafficRow {
  readonly central: string;
  /** Of the device. */
  readonly address: string;
  readonly interfaceId: string;
  /** Only of writes. */
  readonly subject?: string;
  readonly hours: readonly number[];
}

/** The radio traffic of the last 24 hours, that which runs among them. Only devices reached over the air. */
export interface RadioTrafficCount {
  /** When counting began, milliseconds since the Unix epoch. */
  readonly since: number;
  /** When the first of the hours began. */
  readonly from: number;
  /** By subject and device. */
  readonly writes: readonly RadioTrafficRow[];
  /** By device. Values that came together count as one report. */
  readonly reports: readonly RadioTrafficRow[];
  /** What found no row, because there are too many. */
  readonly unlisted: { readonly writes: number; readonly reports: number };
}

/** Who caused the radio traffic. */
export interface RadioTraffic {
  /** Rejects with a GatewayError `service_unready` where one of several gateways with counts does not answer. */
  traffic(): Promise<RadioTrafficCount>;
}

/** Something that went wrong in the house or on the way to it, and was kept. */
export interface Incident {
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** A CCU, or `<central>/<interface>`. */
  readonly component: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly summary: string;
  readonly detail?: string;
  /** What it says of the connection to an interface; absent where it is about something else. */
  readonly kind?: 'connection_lost' | 'connection_restored';
  /** What the summary says, and what it inserts; absent where there is no word for it. */
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
