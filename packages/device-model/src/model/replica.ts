import type {
  DeviceDescription,
  InterfaceName,
  ParamsetDescription,
  ParamsetKey,
  WireValue,
} from '@ccu-gateway/ccu-client';
import type { ChannelFlags, ReadinessPhase } from '@ccu-gateway/contract/types';
import type { PendingValue } from '../requests/requests.js';
import type { CentralBehaviour, CentralInformation, CentralOptions, Succession, WaitingDevice } from './house-model.js';
import type { Hub } from './hub.js';
import type { CentralState, Directory, InterfaceRecord, LinkEnds, ManualSetpoint } from './state.js';

/** A map as JSON: nothing of it can be mistaken for a member of every object. */
export type Entries<Value> = readonly (readonly [key: string, value: Value])[];

type Listed<From> = { readonly [Member in keyof From]: ListedMember<From[Member]> };
type ListedMember<From> = From extends ReadonlyMap<string, infer Value> ? Entries<Value> : From;

/** The part of one CCU's state without its devices. */
export interface CentralPart {
  readonly part: 'central';
  readonly information: CentralInformation;
  readonly idsOf: 'serial' | 'awaited' | 'name';
  readonly namesLoaded: boolean;
  readonly ready: boolean;
  readonly hubAway: boolean;
  readonly hubAbsent: boolean;
  readonly phase: ReadinessPhase;
  readonly loaded: number;
  readonly state: CentralState;
  readonly behaviour: CentralBehaviour;
  readonly flags: Entries<ChannelFlags>;
  /** Undefined until the CCU has reported its heating groups. */
  readonly groups: Entries<readonly string[]> | undefined;
  readonly successions: Entries<Succession>;
  readonly waiting: readonly WaitingDevice[];
  readonly metrics: Entries<number>;
  readonly links: Entries<readonly LinkEnds[]>;
  readonly unignore: readonly { readonly text: string; readonly updatedAt: number; readonly updatedBy?: string }[];
  readonly interfaces: Entries<
    Pick<InterfaceRecord, 'status' | 'reachable' | 'described' | 'loaded' | 'bulkLoaded' | 'heardAt'>
  >;
}

/** Paramset descriptions, each once; devices refer to them by their index among all that came so far. */
export interface DescriptionsPart {
  readonly part: 'descriptions';
  readonly descriptions: readonly ParamsetDescription[];
}

/** A data point that differs from a new one: missing members are unknown, no or never. */
export interface PointPart {
  readonly v?: WireValue;
  readonly withheld?: WireValue;
  readonly changedAt?: number;
  readonly seenAt?: number;
  readonly cached?: true;
  readonly onlyDefault?: true;
  readonly pending?: PendingMark;
  readonly left?: { readonly pending: PendingMark; readonly at: number };
  readonly lastTrigger?: { readonly at: number; readonly value: WireValue };
}

/** A requested value. `mark` is the same in all copies of the model. */
export interface PendingMark {
  readonly value: WireValue;
  readonly tacit?: true;
  readonly mark?: number;
}

/** Common members of devices and channels. */
interface HolderPart {
  readonly description: DeviceDescription;
  readonly paramsets: readonly (readonly [key: ParamsetKey, place: number])[];
  readonly master: Entries<WireValue>;
}

/** A channel with the state of its data points. */
export interface ChannelPart extends HolderPart {
  readonly points: Entries<PointPart>;
  /** Names of all data points, where they are not in the order of the description. */
  readonly order?: readonly string[];
  readonly lastLevel?: number;
  readonly manual?: ManualSetpoint;
}

/** A device with its channels. */
export interface DevicePart extends HolderPart {
  readonly interfaceName: InterfaceName;
  readonly reachable: boolean;
  readonly available: boolean;
  readonly updatedAt?: number;
  readonly channels: readonly ChannelPart[];
  readonly calculated: readonly (readonly [
    channel: number,
    name: string,
    value: number | boolean | null,
    at?: number,
  ])[];
}

/** A piece of the state of one CCU, as it travels to a copy of the model. */
export type StatePart =
  | CentralPart
  | ({ readonly part: 'names' } & Listed<Directory>)
  | ({ readonly part: 'hub' } & Listed<Hub>)
  | DescriptionsPart
  | { readonly part: 'devices'; readonly devices: readonly DevicePart[] };

/** The state of one CCU, to be carried into a copy of the model. */
export interface HouseState {
  /** All that is known of the CCU in pieces of some hundred kilobytes at most, and never its history. */
  parts(central: string): readonly StatePart[];
  /** Takes over such a piece, in the order of `parts`, into a CCU that was just added with the same options. */
  take(central: string, part: StatePart): void;
  /** The options by which the CCU was added. */
  optionsOf(central: string): CentralOptions | undefined;
  /** Ends a pending value of `markPending` by its number, like the function that `markPending` returned. */
  endPending(write: PendingValue & { readonly mark: number }): void;
}
