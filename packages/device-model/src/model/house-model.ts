import type { CcuEvent, InterfaceFacts } from '@ccu-gateway/ccu-client';
import type {
  AlarmMessage,
  BatchResult,
  CalculatedDPDetail,
  CalculatedDPSummary,
  ChannelFlags,
  ChannelSummary,
  CountedEntry,
  CustomDPSummary,
  DataPointSummary,
  DeviceDetail,
  DeviceSummary,
  EventGroupSummary,
  ExportedConfiguration,
  FormParameter,
  HouseSnapshot,
  HubDataPoints,
  HubMetricsEntry,
  InboxDevice,
  InstallationProblem,
  InstallModeInterfaceEntry,
  InterfaceState,
  ProgramSummary,
  Readiness,
  ServiceMessage,
  SystemCCUEntry,
  SystemUpdateEntry,
  SysvarSummary,
  TeamCandidate,
} from '@ccu-gateway/contract/types';
import type { ModelEvent } from '../requests/events.js';
import type {
  CentralLinks,
  ExportRequest,
  Links,
  Memory,
  ParamsetAddress,
  Schedules,
  Visibility,
} from '../requests/families.js';
import type { ParamsetWrite, Planned, ValueWrite } from '../requests/plan.js';
import type {
  ChannelScope,
  ConfigurationPlace,
  ConfigurationRead,
  ConfigurationScope,
  DeviceListScope,
  Locale,
  OperationRequest,
  ParamsetRequest,
  PendingValue,
  PlannedOperation,
  PointReading,
  ProblemScope,
  ProgramRun,
  Resolved,
  Scope,
  SnapshotLine,
  SnapshotOptions,
  SysvarWrite,
  ValueQuery,
  WriteRequest,
} from '../requests/requests.js';
import type { Found, Unsupported } from '../requests/result.js';
import type { HouseTexts } from '../requests/texts.js';
import type { HubFacts } from './hub.js';
import type { HouseState } from './replica.js';
import type { UnknownThing } from './unknown.js';
import type { HubList } from './unread.js';

/** Settings of the installation that do not depend on a CCU. */
export interface HouseModelOptions {
  /** First part of every `unique_id`; `ccu` when absent. */
  readonly uniqueIdPrefix?: string;
  /** Language of labels where a request does not say; `en` when absent. */
  readonly locale?: Locale;
  /** Milliseconds since the Unix epoch; the system clock when absent. */
  readonly now?: () => number;
}

/** Options of a new central. */
export interface CentralOptions {
  /** As shown in `/interfaces` and `/system/ccu`. */
  readonly host: string;
  /** With the capabilities of each: the model knows no interface by its name. */
  readonly interfaces: readonly InterfaceFacts[];
  /** Serial of the CCU; its last ten characters are part of some unique ids. */
  readonly serial?: string;
  /**
   * Base of unique ids if several CCUs could have the same address. `awaited`: the serial number, and the CCU is not
   * ready before it is known or `settleIdentity` gives it up. `name`: the name of the CCU, with any serial number. Left
   * out: the serial number as soon as it is known, the name until then.
   */
  readonly ids?: 'awaited' | 'name' | undefined;
}

/** Options for the operation and display of one central. */
export interface CentralBehaviour {
  /** Lights that are switched on without a brightness come back as they were, instead of fully on. */
  readonly resumesLights: boolean;
  /** Covers show the position of their group's channel, instead of their own channel's. */
  readonly groupCoverState: boolean;
  /** Lists of programs have those that the CCU made for itself. */
  readonly listsInternalPrograms: boolean;
  /** Devices show the updates of their firmware that the CCU offers. */
  readonly offersFirmware: boolean;
  /** New devices wait to be released. */
  readonly holdsNewDevices: boolean;
  /** The interface that counts as much for the health of the CCU as all others together; all count alike when absent. */
  readonly primaryInterface?: string;
  /** Zone of the clocks of its devices, by its IANA name; the one of this system when absent. */
  readonly timeZone?: string;
}

/** A new device that waits to be released: it is in the inbox and in no other list. */
export interface WaitingDevice {
  readonly address: string;
  readonly model: string;
  readonly interfaceName: string;
  /** Milliseconds since the Unix epoch at which it was reported. */
  readonly since: number;
}

/** An interface that a CCU lists. */
export interface ListedInterface {
  readonly name: string;
  readonly port: number;
  /** It is no interface that CCUs have by themselves, so that its name alone does not connect it. */
  readonly generic: boolean;
}

/** Facts that a CCU reports about itself; unknown members are absent. */
export interface CentralInformation {
  readonly serial?: string;
  readonly model?: string;
  readonly version?: string;
  readonly hostname?: string;
  readonly url?: string;
  readonly authEnabled?: boolean;
  readonly httpsRedirectEnabled?: boolean;
  /** Degrees; both or none. */
  readonly longitude?: number;
  readonly latitude?: number;
  /** It has a recovery system to start into. */
  readonly recoveryMode?: boolean;
  /** The interfaces that the CCU lists, whether or not they are configured here. */
  readonly listed?: readonly ListedInterface[];
}

/** Identity and past of a device that was swapped. */
export interface Succession {
  /** The address that its ids are made of. Two swapped devices have exchanged theirs, so that no two have one. */
  readonly identity: string;
  /** The devices that it took the place of, the oldest first. */
  readonly replaced: readonly ReplacedDevice[];
}

/** A device in whose place another one is. */
export interface ReplacedDevice {
  readonly address: string;
  /** Milliseconds since the Unix epoch at which it was replaced. */
  readonly at: number;
}

/**
 * The present model of the installation. Everything that is returned is a plain object ready for JSON; nothing here
 * does I/O, waits, or throws for data of a CCU or a client.
 */
export interface HouseModel {
  /** Of one that is there, only the host changes. */
  addCentral(name: string, options: CentralOptions): readonly ModelEvent[];
  /** Everything of that CCU is gone afterwards; its devices are announced as removed. */
  removeCentral(name: string): readonly ModelEvent[];
  /** Language of labels where a request does not say, from now on. */
  setLocale(locale: Locale): void;
  /** Takes effect from now on, also for known devices. */
  setBehaviour(central: string, behaviour: CentralBehaviour): void;
  setCentralInformation(name: string, information: CentralInformation): readonly ModelEvent[];
  /** The CCU does not tell its serial number: its ids are made of its name from now on. Undefined where none is awaited. */
  settleIdentity(name: string): readonly ModelEvent[] | undefined;
  /** The CCUs with a hub of which that list was never read. */
  hubUnread(list: HubList, scope?: Scope): readonly string[];
  /** The CCUs that can have no such list, because they have no logic layer. */
  hubAbsent(list: HubList, scope?: Scope): readonly string[];
  /** The CCU has no logic layer at all, or has one after all. */
  setHubAbsent(name: string, absent: boolean): void;
  /** By device address; devices need not be known yet. Replaces the former successions of that CCU. */
  setSuccessions(name: string, successions: ReadonlyMap<string, Succession>): readonly ModelEvent[];
  /** By device address of each heating group, the device addresses of its members, as the CCU reports them. */
  setGroups(name: string, groups: ReadonlyMap<string, readonly string[]>): readonly ModelEvent[];
  /** Replaces the devices of that CCU that wait to be released. */
  setWaiting(name: string, waiting: readonly WaitingDevice[]): readonly ModelEvent[];
  /** The logic layer of the CCU went away, or came back. */
  setHubAway(name: string, away: boolean): readonly ModelEvent[];

  /** Applies an event of a CCU and returns the events to publish, in order. */
  apply(event: CcuEvent): readonly ModelEvent[];

  centralNames(): readonly string[];
  centrals(): readonly SystemCCUEntry[];
  readiness(central: string): Readiness | undefined;
  interfaces(scope?: Scope): readonly InterfaceState[];
  interface(id: string): Found<InterfaceState>;

  /** All of them or a part; the others are not described, so that a page of a large installation costs a page. */
  devices(scope?: DeviceListScope): readonly DeviceSummary[];
  deviceCount(scope?: Scope): number;
  device(address: string, scope?: Scope): Found<DeviceDetail>;
  channels(address: string, scope?: Scope): Found<readonly ChannelSummary[]>;
  channel(at: ChannelScope): Found<ChannelSummary>;
  dataPoints(at: ChannelScope): Found<readonly DataPointSummary[]>;
  dataPoint(at: ChannelScope & { readonly parameter: string }): Found<DataPointSummary>;
  /** The value alone, at a small part of the cost of a summary, for readers of every event. */
  reading(at: ChannelScope & { readonly parameter: string }): Found<PointReading>;
  eventGroups(at: ChannelScope): Found<readonly EventGroupSummary[]>;
  /** The teams that a channel can be in; `unsupported` for a channel that can be in none. */
  teamCandidates(at: ChannelScope): Found<readonly TeamCandidate[]> | Unsupported;
  channelFlags(at: ChannelScope): Found<ChannelFlags>;
  setChannelFlags(at: ChannelScope, flags: Partial<ChannelFlags>): Found<ChannelFlags>;
  /** Many data points at once, each with its value or the fault of its query. */
  readBatch(queries: readonly ValueQuery[], scope?: Scope): readonly BatchResult[];
  rooms(scope?: Scope): readonly CountedEntry[];
  functions(scope?: Scope): readonly CountedEntry[];

  /** Takes over readings of a CCU's logic layer; absent lists stay as they are. */
  applyHub(central: string, facts: HubFacts): readonly ModelEvent[];
  /** A program was run on our behalf. */
  programExecuted(central: string, id: string, run: ProgramRun): readonly ModelEvent[];
  /** Those that the CCU made for itself come as the central is set, where the scope does not say. */
  programs(scope?: Scope & { readonly includeInternal?: boolean | undefined }): readonly ProgramSummary[];
  program(id: string, scope?: Scope): Found<ProgramSummary>;
  sysvars(scope?: Scope): readonly SysvarSummary[];
  sysvar(name: string, scope?: Scope): Found<SysvarSummary>;
  /** Checks a value against the type, range and list of a system variable. */
  validateSysvar(name: string, value: unknown, scope?: Scope): SysvarWrite;
  inbox(scope?: Scope): readonly InboxDevice[];
  alarmMessages(scope?: Scope): readonly AlarmMessage[];
  serviceMessages(scope?: Scope): readonly ServiceMessage[];
  /** Problems by cause, the worst first; a lost connection is one problem with its consequences. */
  problems(scope?: ProblemScope): readonly InstallationProblem[];
  hubDataPoints(scope?: Scope): readonly HubDataPoints[];
  hubMetrics(scope?: Scope): readonly HubMetricsEntry[];
  systemUpdates(scope?: Scope): readonly SystemUpdateEntry[];
  installModes(scope?: Scope): readonly InstallModeInterfaceEntry[];

  /** Takes a device or channel address. */
  resolve(address: string, scope?: Scope): Found<Resolved>;
  validateWrite(request: WriteRequest): Planned<ValueWrite>;
  validateParamset(request: ParamsetRequest): Planned<ParamsetWrite>;
  /** Every parameter of a paramset as a form needs it. */
  describeParamset(at: ParamsetAddress): Found<readonly FormParameter[]>;
  exportConfiguration(request: ExportRequest): Found<ExportedConfiguration>;
  planImport(at: ChannelScope, file: unknown): Planned<ParamsetWrite>;
  /**
   * Shows `pending` on a data point until a value or a rollback arrives. The value shown stays the confirmed one. The
   * returned function is for a write that never reached the CCU: it ends `pending`, unless something else did, and
   * returns the events.
   */
  markPending(write: PendingValue): () => readonly ModelEvent[];

  /** Lights, covers, thermostats, locks …: devices in the form in which people operate them. */
  customDataPoints(address: string, scope?: Scope): Found<readonly CustomDPSummary[]>;
  customDataPoint(address: string, name: string, scope?: Scope): Found<CustomDPSummary>;
  /** Data points that the state of a custom data point comes from. */
  customSources(
    address: string,
    name: string,
    scope?: Scope,
  ): Found<readonly { readonly channelAddress: string; readonly parameter: string }[]>;
  planOperation(request: OperationRequest): PlannedOperation;

  /** Data points calculated from those of a channel. */
  calculatedDataPoints(at: ChannelScope): Found<readonly CalculatedDPSummary[]>;
  calculatedDataPoint(at: ChannelScope & { readonly name: string }): Found<CalculatedDPDetail>;
  /** Takes over configuration that was read; dependent items (schedules, button locks, light modes) follow. */
  applyConfiguration(read: ConfigurationRead): readonly ModelEvent[];
  /** Locations of configuration that shown items depend on, or that was read before: read it to keep it correct. */
  configurations(scope?: ConfigurationScope): readonly ConfigurationPlace[];

  readonly schedules: Schedules;
  readonly links: Links;
  readonly centralLinks: CentralLinks;
  readonly visibility: Visibility;
  readonly memory: Memory;
  readonly state: HouseState;

  /**
   * Opaque. As long as it is the same, all reads return the same, but for values of a clock (the age of a value, the
   * moment of a snapshot). It never comes again, not even after a restart.
   */
  revision(): string;
  readonly texts: HouseTexts;
  snapshot(options?: SnapshotOptions): HouseSnapshot;
  /** The same piece by piece, so that a large installation can be sent without holding up everything else. */
  snapshotLines(options?: SnapshotOptions): Generator<SnapshotLine, void, void>;

  /**
   * Items that CCUs reported and never described, the most frequent first; at most 256 names. An item that is described
   * later is removed.
   */
  unknownThings(scope?: Scope): readonly UnknownThing[];
}
