import type { HouseModel, PlannedWrite } from '@ccu-gateway/device-model';

/**
 * Needs of the server, port by port. Route families declare the few they use; the composition of the server implements
 * them. A port that cannot do a request rejects with a `GatewayError` (for example `upstream_unavailable` when the CCU
 * refused or is gone); anything else becomes an internal error.
 */

/** One door to time. Milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
}

/** Version of this build and its configured capabilities. */
export interface BuildInfo {
  /** Semver of the daemon. */
  readonly version: string;
  readonly commit: string;
  readonly buildDate: string;
  readonly addonBuild: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Address of the web UI from outside, if configured. */
  readonly publicUrl?: string;
  /** Name people gave this gateway; shown on the pages. */
  readonly instanceName?: string;
  /** Certificate of its own HTTPS; absent with plain HTTP. */
  readonly certificate?: {
    /** SHA-256, lower-case hex. */
    readonly fingerprint: string;
    readonly selfSigned: boolean;
    /** Milliseconds since the Unix epoch. */
    readonly notAfter: number;
  };
  /** Capabilities beyond those every build has, such as `auth.oidc.v1`. */
  readonly capabilities: readonly string[];
}

/** Reports facts about the running gateway. */
export interface InfoSource {
  info(): BuildInfo;
}

/** A verdict on the gateway or on one of its parts; `degraded` works in part. */
export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy' | 'unknown';

/** One part of the gateway with its verdict. */
export interface HealthComponent {
  readonly name: string;
  readonly status: HealthStatus;
  /** One sentence for people: the fault and a hint. */
  readonly note?: string;
  /** The stable word for a fault, if there is one: for programs, which must not read the note. */
  readonly reason?: string;
  /** True when it keeps accounts from signing in: the sign-in page then shows the note. */
  readonly affectsSignIn?: boolean;
  /** Milliseconds since the Unix epoch at which this verdict was reached. */
  readonly recordedAt: number;
}

/** Reports the state of the gateway and its parts. */
export interface HealthSource {
  health(): { readonly status: HealthStatus; readonly components: readonly HealthComponent[] };
}

/** The present model of the installation, read side. `createHouseModel` of device-model is one. */
export type House = Pick<
  HouseModel,
  | 'centralNames'
  | 'devices'
  | 'deviceCount'
  | 'device'
  | 'channels'
  | 'channel'
  | 'dataPoints'
  | 'dataPoint'
  | 'teamCandidates'
  | 'reading'
  | 'interfaces'
  | 'interface'
  | 'problems'
  | 'resolve'
  | 'validateWrite'
  | 'revision'
  | 'snapshot'
  | 'snapshotLines'
  | 'texts'
>;

/** Place of a write in the queue of its interface: a higher one is sent first. */
export type WritePriority = 'critical' | 'high' | 'default' | 'low';

/** Options of a write. */
export interface WriteOptions {
  readonly priority: WritePriority;
  /** Aborted before the write is sent, it takes the write back; later it only ends the waiting. */
  readonly signal: AbortSignal;
}

/** The way of a validated write to its CCU. */
export interface CcuWriter {
  /**
   * Resolves when the CCU has taken it; the new value, or that it did not come true, arrives as an event. Rejects with a
   * `GatewayError`: `upstream_unavailable` when the CCU refused or is gone, the same with the reason `not_taken_yet` when
   * it has not answered for some time, but may still take it, `service_unready` before it was ever there, `rate_limited`
   * when the queue is full.
   */
  write(write: PlannedWrite, options: WriteOptions): Promise<void>;
}

/** The interface connections, as far as an operator may touch them. */
export interface InterfaceControl {
  /** Drops the link to an interface (`<central>-<interface>`) and registers anew. Resolves when that has begun. */
  reconnect(interfaceId: string): Promise<void>;
}

/** Receives the choices of first-run setup beside the administrator. */
export interface SetupSink {
  afterSetup(choices: {
    readonly locale?: { readonly locale?: 'de' | 'en' | undefined; readonly theme?: string | undefined } | undefined;
    readonly ccu?:
      | {
          readonly name: string;
          readonly host: string;
          readonly interfaces: readonly string[];
          readonly username?: string | undefined;
          readonly password?: string | undefined;
        }
      | undefined;
    /** A URL without user and password. */
    readonly mqtt?:
      | { readonly url: string; readonly username?: string | undefined; readonly password?: string | undefined }
      | undefined;
  }): Promise<void>;
}

/** One entry of the history of changes. Times are milliseconds since the Unix epoch. */
export interface AuditEntry {
  readonly id?: number;
  readonly at: number;
  /** Stable tag such as `data_point_write`. */
  readonly action: string;
  readonly central?: string;
  readonly user?: string;
  readonly scheme?: string;
  readonly outcome?: string;
  readonly peer?: string;
  /** The caller's address where a trusted proxy reported another one than the peer's. */
  readonly client?: string;
  /** First 12 digits of the fingerprint of the API token that was used. */
  readonly tokenFingerprint?: string;
  /** Id and name of the user that a trusted ingress proxy forwarded; `user` is `ha-ingress` then. */
  readonly viaUser?: string;
  readonly viaUserName?: string;
  readonly requestId?: string;
  readonly deviceAddress?: string;
  readonly channelNo?: number;
  readonly paramset?: string;
  readonly peerAddress?: string;
  readonly parameter?: string;
  readonly note?: string;
  readonly changes?: readonly { readonly parameter: string; readonly before?: unknown; readonly after?: unknown }[];
}

/** Selection of entries of the audit log. */
export interface AuditQuery {
  /** Prefix of the device address, any case. */
  readonly device?: string;
  /** Part of the action, any case. */
  readonly op?: string;
  /** Inclusive, milliseconds since the Unix epoch. */
  readonly since?: number;
  /** Exclusive, milliseconds since the Unix epoch. */
  readonly until?: number;
  readonly limit: number;
  readonly offset: number;
}

/** The record of changes and their callers. */
export interface AuditLog {
  /** Never throws and never waits: a full or broken log must not stop the installation. */
  record(entry: AuditEntry): void;
  /** Newest first. Rejects with code `service_unready` when there is no store. */
  query(query: AuditQuery): Promise<readonly AuditEntry[]>;
}

/** Contents of the CCUs' logic layers, as last read. A scope without a CCU means all of them. */
export type HubView = Pick<
  HouseModel,
  | 'readiness'
  | 'hubUnread'
  | 'hubAbsent'
  | 'programs'
  | 'program'
  | 'sysvars'
  | 'sysvar'
  | 'validateSysvar'
  | 'inbox'
  | 'alarmMessages'
  | 'serviceMessages'
  | 'hubDataPoints'
  | 'hubMetrics'
  | 'systemUpdates'
  | 'installModes'
  | 'rooms'
  | 'functions'
>;

/** Functions of devices beyond single values. `createHouseModel` of device-model is one. */
export type DeviceModel = Pick<
  HouseModel,
  | 'customDataPoints'
  | 'customDataPoint'
  | 'planOperation'
  | 'calculatedDataPoints'
  | 'calculatedDataPoint'
  | 'eventGroups'
  | 'channelFlags'
  | 'setChannelFlags'
  | 'describeParamset'
  | 'exportConfiguration'
  | 'planImport'
  | 'readBatch'
  | 'validateParamset'
  | 'schedules'
  | 'links'
  | 'centralLinks'
>;
