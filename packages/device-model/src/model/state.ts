import type {
  DeviceDescription,
  InterfaceFacts,
  InterfaceName,
  InterfaceStatus,
  ParamsetDescription,
  ParamsetKey,
  WireValue,
} from '@ccu-gateway/ccu-client';
import type { ChannelFlags, Confirmation, DataPointSummary, ReadinessPhase } from '@ccu-gateway/contract/types';
import type { Locale } from '../requests/requests.js';
import type { Descriptor } from '../values/descriptor.js';
import type { CalculatedDataPoint } from './calculated.js';
import type { CustomDataPoint } from './custom.js';
import type { ModelFace } from './device-models.js';
import type { CentralBehaviour, CentralInformation, Succession, WaitingDevice } from './house-model.js';
import type { Hub } from './hub.js';
import type { KeptLists } from './kept-lists.js';
import type { KeptTexts } from './kept-texts.js';
import type { UnIgnores } from './pattern.js';
import type { PendingMark } from './replica.js';
import type { LocalTime } from './time.js';
import type { UniqueIds } from './unique-id.js';
import type { UnknownThing } from './unknown.js';

/** The records behind `HouseModel`. They are changed in place and never handed out. */
export interface HouseRecords {
  readonly prefix: string;
  locale: Locale;
  readonly now: () => number;
  readonly centrals: Map<string, CentralRecord>;
  /** Counts up with every possible change of shown data. */
  revision: number;
  /** Descriptions that many devices share are read once. */
  readonly descriptors: WeakMap<object, Descriptor>;
  readonly faces: FaceCache;
  /** Dropped before what they show changes. */
  readonly texts: KeptTexts;
  /** Of devices that stand for others, whose values they show: any change drops them. */
  readonly standInTexts: KeptTexts;
  /** Dropped before anything changes. */
  readonly lists: KeptLists;
  /** Targets that a live value ended a moment ago: the movement there may still be reported. */
  readonly leftTargets: WeakMap<
    DataPoint,
    { readonly pending: NonNullable<DataPoint['pending']>; readonly at: number }
  >;
  /** Items that CCUs reported and never described. */
  readonly unknown: Map<string, UnknownThing>;
}

export interface FaceCache {
  /** By the name of the parameter, for each language. */
  readonly byDescriptor: WeakMap<Descriptor, Readonly<Record<Locale, Map<string, Face>>>>;
  /** Each distinct face once, by all of its contents: some hundred, for any size of the installation. */
  readonly distinct: Map<string, Face>;
  /** The common members of each as JSON, without the closing brace. */
  readonly texts: WeakMap<Face, string>;
}

/** Common members of every data point with this description, with room for the others and for its location. */
export interface Face extends DataPointSummary {
  readonly central: string | undefined;
  readonly device_address: string | undefined;
  readonly channel: number | undefined;
}

export interface CentralRecord {
  readonly name: string;
  host: string;
  readonly interfaces: Map<InterfaceName, InterfaceRecord>;
  readonly devices: Map<string, Device>;
  /** Those of them that stand for others. */
  standIns: Set<Device>;
  /** Possible members of heating groups, found when they are asked for; undefined after a change of the devices. */
  heating: readonly Device[] | undefined;
  /** By thermostat, the links of which it is the sender, as far as they were read. */
  readonly links: Map<string, readonly LinkEnds[]>;
  /** The same by the device at the other end. */
  heatedBy: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ids: UniqueIds;
  /** Time on the clocks of its devices, so many milliseconds from now. */
  readonly localTime: (inMs: number) => LocalTime;
  readonly hub: Hub;
  /** Metrics last published. */
  readonly metrics: Map<string, number>;
  information: CentralInformation;
  namesLoaded: boolean;
  /** Latched: once ready, a central stays ready until it is removed. */
  ready: boolean;
  /** State of ids: with the serial number, waiting for it, or made of the name for good. */
  idsOf: 'serial' | 'awaited' | 'name';
  /**
   * The logic layer of the CCU does not run: nothing of its hub is fresh, and readiness reports it until it is back.
   */
  hubAway: boolean;
  /** The CCU has no logic layer by design. */
  hubAbsent: boolean;
  phase: ReadinessPhase;
  loaded: number;
  state: CentralState;
  directory: Directory;
  unignore: UnIgnores;
  behaviour: CentralBehaviour;
  /** Set by operators, by channel address. */
  readonly flags: Map<string, ChannelFlags>;
  /** By device address of a heating group, the addresses of its members, as the CCU reports them; undefined until then. */
  groups: ReadonlyMap<string, readonly string[]> | undefined;
  /** Of swapped devices, by their addresses. */
  successions: ReadonlyMap<string, Succession>;
  /** New devices that wait to be released, and are none of `devices`. */
  waiting: readonly WaitingDevice[];
}

/** Channel addresses. */
export interface LinkEnds {
  readonly sender: string;
  readonly receiver: string;
}

/** Names, rooms and functions by device or channel address, as last read; devices that come later find theirs here. */
export interface Directory {
  readonly names: ReadonlyMap<string, { readonly name: string; readonly iseId: number | undefined }>;
  readonly rooms: ReadonlyMap<string, readonly string[]>;
  readonly functions: ReadonlyMap<string, readonly string[]>;
  readonly allRooms: readonly string[];
  readonly allFunctions: readonly string[];
}

export type CentralState = 'starting' | 'initializing' | 'running' | 'degraded' | 'recovering' | 'failed' | 'stopped';

/** Events that may be lost since a moment, in milliseconds since the Unix epoch, and whether states were read again. */
export interface Unproved {
  readonly since: number;
  readonly statesRead: boolean;
}

export interface InterfaceRecord {
  readonly name: InterfaceName;
  readonly facts: InterfaceFacts;
  readonly id: string;
  status: InterfaceStatus;
  /** The CCU answers on this interface, whether or not its events arrive here. */
  reachable: boolean;
  /** The CCU itself (not our cache) has reported devices. */
  described: boolean;
  /** Latched: devices and values have been loaded once. */
  loaded: boolean;
  /** Latched: the values have been read in bulk once; late when the logic layer of the CCU comes up after its interfaces. */
  bulkLoaded: boolean;
  /** Time of the last value, milliseconds since the Unix epoch. */
  heardAt?: number;
  /** To be reported when the link counts as connected again. */
  unproved?: Unproved | undefined;
}

export interface Device {
  readonly central: CentralRecord;
  readonly iface: InterfaceRecord;
  readonly address: string;
  /** Common names of its type. */
  readonly face: ModelFace | undefined;
  description: DeviceDescription;
  name: string | undefined;
  iseId: number | undefined;
  rooms: readonly string[];
  functions: readonly string[];
  readonly channels: Map<number, Channel>;
  customs: readonly CustomDataPoint[];
  calculated: readonly CalculatedDataPoint[];
  readonly paramsets: Map<ParamsetKey, ParamsetDescription>;
  /** Those of them that have no parameter: counting a thousand of them for each answer would be most of its work. */
  readonly emptyParamsets: Set<ParamsetKey>;
  /** MASTER values as far as they have been read. */
  readonly master: Map<string, WireValue>;
  /** False while the CCU reports UNREACH. */
  reachable: boolean;
  /** The availability last published. */
  available: boolean;
  /** Of a device that stands for others: addresses of those that could not be reached when it was last published. */
  missing: string;
  updatedAt: number | undefined;
}

export interface Channel {
  readonly device: Device;
  readonly number: number;
  readonly address: string;
  description: DeviceDescription;
  name: string | undefined;
  rooms: readonly string[];
  functions: readonly string[];
  readonly paramsets: Map<ParamsetKey, ParamsetDescription>;
  /** Those of them that have no parameter: counting a thousand of them for each answer would be most of its work. */
  readonly emptyParamsets: Set<ParamsetKey>;
  readonly master: Map<string, WireValue>;
  readonly points: Map<string, DataPoint>;
  /** The last level above zero, of channels that have one. */
  lastLevel: number | undefined;
  /** The setpoint last chosen by hand, of channels that have one, and the one before it. */
  manual: ManualSetpoint | undefined;
  /** Number of the channel that stands for the group this channel belongs to. */
  group: ChannelGroup | undefined;
}

export interface ManualSetpoint {
  readonly setpoint: number | undefined;
  /** Time of the report, milliseconds since the Unix epoch. */
  readonly at: number;
  readonly before: number | undefined;
}

export interface ChannelGroup {
  readonly master: number;
  readonly members: readonly number[];
}

export interface DataPoint {
  readonly channel: Channel;
  readonly parameter: string;
  /** Configuration is shown as a data point only where people ask for it; it is written as a paramset. */
  readonly paramsetKey: 'VALUES' | 'MASTER';
  descriptor: Descriptor;
  /** Confirmation before a write; undefined if none is needed. */
  confirm: Confirmation | undefined;
  /** Confirmed by the CCU; `undefined` until observed, and while the CCU does not know it. Impulses have no value. */
  value: WireValue | undefined;
  /** The value that the CCU reported with a status that makes it unknown; it counts again when that status ends. */
  withheld: WireValue | undefined;
  changedAt: number | undefined;
  seenAt: number | undefined;
  /** The value was restored at start and not heard of since. */
  cached: boolean;
  /** The value changed since the last writing to disk. */
  unsaved: boolean;
  /** The CCU answered with the default of the description when it was asked, and nothing was heard of it: not worth keeping. */
  onlyDefault: boolean;
  /**
   * The request that is not confirmed; the object distinguishes one request from the next. `tacit`: requested through
   * another parameter, which nothing confirms, so that it is known here and not shown.
   */
  pending: PendingMark | undefined;
  /** The custom data points with a state that depends on this. */
  customs: readonly CustomDataPoint[];
  calculated: readonly CalculatedDataPoint[];
  /** The last impulse, for event groups. */
  lastTrigger: { readonly at: number; readonly value: WireValue } | undefined;
}
