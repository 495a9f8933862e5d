import type { CcuEvent, InterfaceName, ParamsetKey, WireValue } from '@ccu-gateway/ccu-client';
import type { HomeEvent } from './events.js';
import type { HubFacts } from './hub/store.js';
import type { ParamsetWrite, Planned, PlannedWrite, ValueWrite } from './plan.js';
import type { Found, Invalid, Locked, LookupFailure, Unsupported } from './result.js';
import type { CalculatedDPDetail, CalculatedDPSummary, CustomDPSummary } from './shapes/custom.js';
import type {
  ChannelFlags,
  ChannelSummary,
  DataPointSummary,
  DeviceDetail,
  DeviceSummary,
  EventGroupSummary,
} from './shapes/devices.js';
import type {
  AlarmMessage,
  CountedEntry,
  HubDataPoints,
  HubMetricsEntry,
  InboxDevice,
  InstallModeInterfaceEntry,
  ProgramSummary,
  ServiceMessage,
  SystemUpdateEntry,
  SysvarSummary,
} from './shapes/hub.js';
import type { Link, LinkableChannel } from './shapes/links.js';
import type {
  Schedule,
  ScheduleChannelRef,
  ScheduleCorrection,
  ScheduleListItem,
  WeekProfileResponse,
} from './shapes/schedules.js';
import type { InterfaceState, Readiness, Snapshot, SystemCCUEntry } from './shapes/system.js';

export type Locale = 'de' | 'en';

export interface HomeOptions {
  /** First part of every `unique_id`; `ccu` when absent. */
  readonly uniqueIdPrefix?: string;
  /** Language of labels where a request does not say; `en` when absent. */
  readonly locale?: Locale;
  /** Milliseconds since the Unix epoch; the system clock when absent. */
  readonly now?: () => number;
}

export interface CentralOptions {
  /** As shown in `/interfaces` and `/system/ccu`. */
  readonly host: string;
  readonly interfaces: readonly InterfaceName[];
  /** Serial of the CCU; its last ten characters are part of some unique ids. */
  readonly serial?: string;
}

/** What a CCU says about itself, as far as it is known. */
export interface CentralInformation {
  readonly serial?: string;
  readonly model?: string;
  readonly version?: string;
  readonly hostname?: string;
  readonly url?: string;
  readonly authEnabled?: boolean;
  readonly httpsRedirectEnabled?: boolean;
}

export interface Scope {
  /** Needed only where the same address exists on several CCUs. */
  readonly central?: string;
  readonly locale?: Locale;
}

export interface ChannelScope extends Scope {
  readonly address: string;
  readonly channel: number;
}

export interface SnapshotOptions extends Scope {
  readonly include?: readonly ('channels' | 'data_points')[];
  /** Replaces addresses, names and hosts by pseudonyms that are the same within one snapshot. */
  readonly anonymize?: boolean;
}

export interface SnapshotLine {
  readonly kind:
    | 'meta'
    | 'interface'
    | 'device'
    | 'channel'
    | 'data_point'
    | 'room'
    | 'function'
    | 'program'
    | 'sysvar';
  readonly data: unknown;
}

/** Where an address lives. */
export interface Resolved {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly interfaceId: string;
  readonly deviceAddress: string;
  /** Absent when the address is that of a device. */
  readonly channel?: number;
  readonly model: string;
}

export interface WriteRequest extends ChannelScope {
  readonly parameter: string;
  readonly value: unknown;
}

export interface ParamsetRequest extends Scope {
  /** Channel address `DEVICE:n`, or the device's for its own MASTER. */
  readonly address: string;
  readonly key: ParamsetKey;
  readonly values: unknown;
  /** Only with `LINK`: the channel at the other end. */
  readonly peer?: string;
  /** Needed for `LINK`, whose descriptions are not kept; otherwise the known one is used. */
  readonly description?: Readonly<Record<string, unknown>>;
}

export interface OperationRequest extends Scope {
  readonly address: string;
  /** Name of the custom data point. */
  readonly name: string;
  readonly operation: string;
  /** Parameters of the operation by name. */
  readonly params?: unknown;
}

export type PlannedOperation =
  | {
      readonly ok: true;
      /** In order; nearly always one. */
      readonly writes: readonly PlannedWrite[];
      /** Locks, sirens and stops: must not wait behind anything. */
      readonly urgent: boolean;
    }
  | LookupFailure
  | Invalid
  | Locked
  | Unsupported;

/** A MASTER paramset as it was read from the CCU. */
export interface ConfigurationRead extends Scope {
  /** Channel address, or the device's for its own. */
  readonly address: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

export interface PendingValue {
  readonly central: string;
  readonly channelAddress: string;
  readonly parameter: string;
  readonly value: WireValue;
}

export interface ProgramRun {
  readonly success: boolean;
  readonly trigger?: 'api' | 'automation' | 'scheduler' | 'user';
}

export type SysvarWrite =
  | {
      readonly ok: true;
      readonly write: {
        readonly central: string;
        readonly name: string;
        readonly id: number;
        /** `LIST`: the index. */
        readonly value: boolean | number | string;
      };
    }
  | LookupFailure
  | Invalid;

/** A link as an interface reports it. */
export interface LinkFacts {
  readonly sender: string;
  readonly receiver: string;
  readonly name?: string;
  readonly description?: string;
  readonly flags?: number;
}

export interface LinkRequest extends Scope {
  /** Channel addresses `DEVICE:n`. */
  readonly sender: string;
  readonly receiver: string;
  readonly name?: string;
  readonly description?: string;
}

export type PlannedLink =
  | {
      readonly ok: true;
      readonly link: {
        readonly central: string;
        readonly interfaceName: InterfaceName;
        readonly sender: string;
        readonly receiver: string;
        readonly name: string;
        readonly description: string;
      };
    }
  | LookupFailure
  | Invalid
  | Unsupported;

/** Direct links between channels. The links themselves are read from the interfaces and handed in. */
export interface Links {
  /** With `device` the links are told as seen from it; with `interfaceName` as an entry of the overview of all. */
  describe(
    facts: readonly LinkFacts[],
    options: Scope & { readonly device?: string; readonly interfaceName?: InterfaceName },
  ): Found<readonly Link[]>;
  /** What the channel can be linked with when it is itself the `role`. */
  linkable(at: ChannelScope, role: 'sender' | 'receiver'): Found<readonly LinkableChannel[]>;
  /** Checks a link to be made. */
  plan(request: LinkRequest): PlannedLink;
  /** Finds where a link lives that is to be renamed, tested or removed. */
  locate(request: LinkRequest): PlannedLink;
}

export interface UnIgnoreEntry {
  readonly pattern: string;
  readonly updated_at: string;
  readonly updated_by?: string;
}

export interface UnIgnoreResult {
  readonly applied_count: number;
  readonly parse_errors?: readonly string[];
  readonly affected_devices: number;
  readonly patterns: readonly UnIgnoreEntry[];
}

export interface UnIgnoreCandidateGroup {
  readonly parameter: string;
  readonly paramset: 'VALUES' | 'MASTER';
  readonly reason: string;
  readonly reasons: readonly string[];
  readonly label: string;
  readonly simple_pattern?: string;
  readonly models: readonly {
    readonly model: string;
    readonly device_count: number;
    readonly channels: readonly { readonly channel: number; readonly pattern: string }[];
    readonly wildcard_pattern: string;
  }[];
  readonly device_count: number;
  readonly channel_count: number;
}

export interface UnIgnoreCandidates {
  readonly candidates: readonly string[];
  readonly include_master: boolean;
  readonly groups: readonly UnIgnoreCandidateGroup[];
  readonly reasons: readonly string[];
}

/** Which parameters are offered to clients although they are hidden by default. */
export interface Visibility {
  list(scope?: Scope): readonly { readonly central_name: string; readonly patterns: readonly UnIgnoreEntry[] }[];
  /** Replaces the patterns of one CCU; effective at once. Patterns that cannot be read are reported, the others apply. */
  set(
    central: string,
    patterns: readonly string[],
    change: { readonly at: number; readonly by?: string },
  ): Found<{ readonly result: UnIgnoreResult; readonly events: readonly HomeEvent[] }>;
  candidates(options?: Scope & { readonly includeMaster?: boolean }): UnIgnoreCandidates;
}

export interface ScheduleAddress extends Scope {
  readonly address: string;
  /** Without it: the device's schedule, where it has just one. */
  readonly channel?: number;
}

/** The paramset to read before a schedule can be shown or changed. */
export interface ScheduleLocation {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  /** Channel address, or the device's. */
  readonly address: string;
  readonly paramsetKey: 'MASTER';
  readonly channel: ScheduleChannelRef;
  readonly kind: 'climate' | 'simple';
}

export type PlannedSchedule =
  | {
      readonly ok: true;
      /** Only what differs, as one call; absent when the schedule is already the wanted one. */
      readonly write?: ParamsetWrite;
      /** Times that could not be stored as asked for. Say them; never apply them silently. */
      readonly corrections: readonly ScheduleCorrection[];
    }
  | LookupFailure
  | Invalid
  | Unsupported;

type ParamsetValues = Readonly<Record<string, unknown>>;

/** Weekly programmes. Their values are configuration, so the paramset is read first (`locate`) and handed in. */
export interface Schedules {
  list(scope?: Scope): readonly ScheduleListItem[];
  locate(at: ScheduleAddress): Found<ScheduleLocation>;
  describe(at: ScheduleAddress, values: ParamsetValues): Found<Schedule>;
  plan(at: ScheduleAddress, current: ParamsetValues, wanted: unknown): PlannedSchedule;
  /** `P1` … `P6`. */
  planActiveProfile(at: ScheduleAddress, profile: unknown): Planned;
  planCopy(from: ScheduleCopyEnd, to: ScheduleCopyEnd): PlannedSchedule;
  /** Profiles count from 1. */
  planProfileCopy(
    from: ScheduleCopyEnd & { readonly profile: number },
    to: ScheduleCopyEnd & { readonly profile: number },
  ): PlannedSchedule;
  weekProfile(at: ScheduleAddress, values?: ParamsetValues): Found<WeekProfileResponse>;
  /** `key` is `<actor>_<receiver>`, both from 1. */
  planChannelLock(at: ScheduleAddress, key: string, enabled: unknown): Planned;
}

export interface ScheduleCopyEnd {
  readonly at: ScheduleAddress;
  readonly values: ParamsetValues;
}

/**
 * The house as it is known now. Everything that is returned is a plain object ready for JSON; nothing here does I/O, waits,
 * or throws for what a CCU or a client sent.
 */
export interface Home {
  addCentral(name: string, options: CentralOptions): readonly HomeEvent[];
  /** Everything of that CCU is gone afterwards; its devices are announced as removed. */
  removeCentral(name: string): readonly HomeEvent[];
  setCentralInformation(name: string, information: CentralInformation): void;

  /** Takes over what a CCU told and returns what is to be published, in order. */
  apply(event: CcuEvent): readonly HomeEvent[];

  centralNames(): readonly string[];
  centrals(): readonly SystemCCUEntry[];
  readiness(central: string): Readiness | undefined;
  interfaces(scope?: Scope): readonly InterfaceState[];
  interface(id: string): Found<InterfaceState>;

  devices(scope?: Scope): readonly DeviceSummary[];
  device(address: string, scope?: Scope): Found<DeviceDetail>;
  channels(address: string, scope?: Scope): Found<readonly ChannelSummary[]>;
  channel(at: ChannelScope): Found<ChannelSummary>;
  dataPoints(at: ChannelScope): Found<readonly DataPointSummary[]>;
  dataPoint(at: ChannelScope & { readonly parameter: string }): Found<DataPointSummary>;
  eventGroups(at: ChannelScope): Found<readonly EventGroupSummary[]>;
  channelFlags(at: ChannelScope): Found<ChannelFlags>;
  setChannelFlags(at: ChannelScope, flags: Partial<ChannelFlags>): Found<ChannelFlags>;
  rooms(scope?: Scope): readonly CountedEntry[];
  functions(scope?: Scope): readonly CountedEntry[];

  /** Takes over what was read from a CCU's logic layer; lists that are absent stay as they are. */
  applyHub(central: string, facts: HubFacts): readonly HomeEvent[];
  /** A program was run on our behalf. */
  programExecuted(central: string, id: string, run: ProgramRun): readonly HomeEvent[];
  programs(scope?: Scope): readonly ProgramSummary[];
  program(id: string, scope?: Scope): Found<ProgramSummary>;
  sysvars(scope?: Scope): readonly SysvarSummary[];
  sysvar(name: string, scope?: Scope): Found<SysvarSummary>;
  /** Checks a value against the type, range and list of a system variable. */
  validateSysvar(name: string, value: unknown, scope?: Scope): SysvarWrite;
  inbox(scope?: Scope): readonly InboxDevice[];
  alarmMessages(scope?: Scope): readonly AlarmMessage[];
  serviceMessages(scope?: Scope): readonly ServiceMessage[];
  hubDataPoints(scope?: Scope): readonly HubDataPoints[];
  hubMetrics(scope?: Scope): readonly HubMetricsEntry[];
  systemUpdates(scope?: Scope): readonly SystemUpdateEntry[];
  installModes(scope?: Scope): readonly InstallModeInterfaceEntry[];

  /** Takes a device or channel address. */
  resolve(address: string, scope?: Scope): Found<Resolved>;
  validateWrite(request: WriteRequest): Planned<ValueWrite>;
  validateParamset(request: ParamsetRequest): Planned<ParamsetWrite>;
  /** Shows `pending` on a data point until a value or a rollback arrives. The value shown stays the confirmed one. */
  markPending(write: PendingValue): void;

  /** Lights, covers, thermostats, locks …: what people operate. */
  customDataPoints(address: string, scope?: Scope): Found<readonly CustomDPSummary[]>;
  customDataPoint(address: string, name: string, scope?: Scope): Found<CustomDPSummary>;
  planOperation(request: OperationRequest): PlannedOperation;

  /** What follows from the data points of a channel by calculation. */
  calculatedDataPoints(at: ChannelScope): Found<readonly CalculatedDPSummary[]>;
  calculatedDataPoint(at: ChannelScope & { readonly name: string }): Found<CalculatedDPDetail>;
  /** Takes over configuration that was read; what depends on it (schedules, button locks, light modes) follows. */
  applyConfiguration(read: ConfigurationRead): readonly HomeEvent[];

  readonly schedules: Schedules;
  readonly links: Links;
  readonly visibility: Visibility;

  snapshot(options?: SnapshotOptions): Snapshot;
  /** The same piece by piece, so that a large house can be sent without holding up everything else. */
  snapshotLines(options?: SnapshotOptions): Generator<SnapshotLine, void, void>;

  /** Addresses that spoke without being known, since the last call; at most 256. */
  takeUnknownAddresses(): readonly {
    readonly central: string;
    readonly interfaceName: InterfaceName;
    readonly address: string;
  }[];
}
