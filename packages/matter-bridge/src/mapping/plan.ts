import type { DeviceType } from './device-types.js';

/** Data point with a value for an endpoint. */
export interface DataPointRef {
  readonly kind: 'data_point';
  readonly central: string;
  readonly address: string;
  readonly channel: number;
  readonly parameter: string;
}

/** The state of a light, cover, thermostat or the like. */
export interface CustomDataPointRef {
  readonly kind: 'custom_data_point';
  readonly central: string;
  readonly address: string;
  readonly name: string;
}

/** Source of changes of an endpoint. */
export type Input = DataPointRef | CustomDataPointRef;

/** Current values. A CCU may send values of any type. */
export interface ValueReader {
  /**
   * The last known value as the CCU reports it, or a calculated one by its name (`OPERATING_VOLTAGE_LEVEL`); undefined where none was
   * ever seen.
   */
  value(of: DataPointRef): unknown;
  /** The members of the last known state; empty where none was ever seen. */
  state(of: CustomDataPointRef): Readonly<Record<string, unknown>>;
}

/** A write as the use cases of the gateway take it. */
export type WriteIntent =
  | {
      readonly kind: 'value';
      readonly of: DataPointRef;
      readonly value: unknown;
      /** Of writes that wait under the same word only the last is sent; for levels that are dragged. */
      readonly lastWins?: string;
    }
  | {
      readonly kind: 'operation';
      readonly of: CustomDataPointRef;
      readonly operation: string;
      readonly params: Readonly<Record<string, unknown>>;
      readonly lastWins?: string;
      /** Attributes of the cluster that hold once the CCU has accepted it, where no value reports them. */
      readonly shows?: Readonly<Record<string, unknown>>;
    }
  /** The result holds already, or the command has no meaning for the device. */
  | { readonly kind: 'nothing' };

/** Why a command is not carried out, in the words of Matter's statuses. */
export interface Refused {
  readonly kind: 'refused';
  readonly status: 'constraint_error' | 'invalid_in_state' | 'unsupported' | 'busy' | 'failure';
  readonly reason: string;
}

/**
 * Translates a command or a write of a controller. Never throws for any input. `shown` are the attributes of the
 * cluster as controllers read them now, for those that no value reports.
 */
export type Meaning<Input> = (
  input: Input,
  values: ValueReader,
  shown?: Readonly<Record<string, unknown>>,
) => WriteIntent | Refused;

/** Kind of press of a button. */
export type Press = 'short' | 'long_start' | 'long' | 'long_release' | 'double';

/** A momentary value of the CCU that becomes an event of the cluster `Switch`. */
export interface PressPlan {
  readonly of: DataPointRef;
  readonly press: Press;
}

/** A cluster of an endpoint, named as Matter names it. */
export interface ClusterPlan {
  /** `OnOff`, `LevelControl`, … */
  readonly name: string;
  /** Names of its features as Matter's data model has them: `Lighting`, `PositionAwareLift`, … */
  readonly features: readonly string[];
  /** Attributes that never change, such as limits; named in lower camel case like all attributes. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Initial attributes until values arrive, where Matter requires some. */
  readonly initial: Readonly<Record<string, unknown>>;
  /** Every attribute with a value; one that is left out keeps its value. Never throws for any input. */
  attributes(values: ValueReader): Readonly<Record<string, unknown>>;
  /** Commands by name in lower camel case; others get the answer that Matter prescribes. */
  readonly commands: Readonly<Record<string, Meaning<unknown>>>;
  /** Attributes that a controller may write. */
  readonly writable: Readonly<Record<string, Meaning<unknown>>>;
  /** Presses of a button; empty for every cluster but `Switch`. */
  readonly presses: readonly PressPlan[];
}

/** One function of a thing that has several: an endpoint of its own below the one of the thing. */
export interface PartPlan {
  /** Stable for ever, and unique in the thing: `temperature`, `humidity`, … */
  readonly id: string;
  /** Matter's device types of the endpoint, the most specific first. */
  readonly deviceTypes: readonly [DeviceType, ...DeviceType[]];
  readonly clusters: readonly ClusterPlan[];
}

/** One thing as one bridged endpoint. Pure data and pure functions. */
export interface EndpointPlan {
  /** Stable for ever: `<central>/<address>:<channel or group>`. */
  readonly key: string;
  /** At most 32 characters, as the label of a node may have. */
  readonly name: string;
  readonly room: string | undefined;
  /** The area of the room, such as a floor. */
  readonly area: string | undefined;
  readonly central: string;
  readonly address: string;
  readonly vendor: string;
  readonly product: string;
  readonly serial: string;
  readonly firmware: string | undefined;
  /**
   * Matter's device types of the endpoint, the most specific first: `DimmableLight`, `WindowCovering`, … `BridgedNode`
   * of a thing with several functions, which are its parts. After the first, `PowerSource` and `ElectricalSensor`
   * describe its further parts.
   */
  readonly deviceTypes: readonly [DeviceType, ...DeviceType[]];
  readonly clusters: readonly ClusterPlan[];
  /** Functions of a thing that has several; empty where the endpoint itself is the only one. */
  readonly parts: readonly PartPlan[];
  /** Sources of changes of its attributes. */
  readonly inputs: readonly Input[];
}

/** Thing that the bridge could expose, or the reason why it cannot. */
export interface Exposable {
  readonly key: string;
  readonly name: string;
  readonly room: string | undefined;
  readonly central: string;
  readonly address: string;
  readonly channel: number;
  /** Its source: `custom` for lights, covers, thermostats and the like, `generic` for channels. */
  readonly source: 'custom' | 'generic' | 'calculated';
  /** Name of the custom data point, or of the parameter that identifies the channel. */
  readonly sourceName: string;
  /** The kind it is shown as, where that can be chosen. */
  readonly kind: 'plug' | 'light' | undefined;
  /** Absent where it cannot be shown. */
  readonly plan: EndpointPlan | undefined;
  /** Reason why it cannot be exposed or which parts are left out: a stable code, and a sentence for people. */
  readonly reasonCode: string | undefined;
  readonly reason: string | undefined;
  /** Error during its mapping, for developers; undefined without one. */
  readonly failure: string | undefined;
  /** Features that are not exposed, in the words of its capabilities, parameters and functions. */
  readonly leftOut: readonly string[];
  /** True when all its features are exposed. */
  readonly isComplete: boolean;
  /** True when it is exposed without a choice. */
  readonly shownByDefault: boolean;
  /** Why it is not shown unless it is chosen, as a word that never changes: `security`, `loud`, `hidden`, … */
  readonly heldBack: string | undefined;
  /** The systems with a profile of their own that would show it: `alexa`, `apple`, `google`, `homeassistant`. */
  readonly ecosystems: readonly string[];
  /** Its type, such as `dimmable_light`. */
  readonly type: string;
}
