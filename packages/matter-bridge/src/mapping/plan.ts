/** A data point whose value counts for an endpoint. */
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

/** What may change an endpoint. */
export type Input = DataPointRef | CustomDataPointRef;

/** The values known now. Everything that comes out of it is what a CCU sent, whatever that is. */
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
      /** Attributes of the cluster that hold once the house has taken it, where no value tells them. */
      readonly shows?: Readonly<Record<string, unknown>>;
    }
  /** What was asked for holds already, or means nothing for the house. */
  | { readonly kind: 'nothing' };

/** Why a command is not carried out, in the words of Matter's statuses. */
export interface Refused {
  readonly kind: 'refused';
  readonly status: 'constraint_error' | 'invalid_in_state' | 'unsupported' | 'busy' | 'failure';
  readonly reason: string;
}

/**
 * What a command or a write of a controller means for the house. Never throws for any input. `shown` are the attributes of the cluster
 * as controllers read them now, for what no value tells.
 */
export type Meaning<Input> = (
  input: Input,
  values: ValueReader,
  shown?: Readonly<Record<string, unknown>>,
) => WriteIntent | Refused;

/** What happened at a button. */
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
  /** What attributes say until a value says more, where Matter wants them to say something from the beginning. */
  readonly initial: Readonly<Record<string, unknown>>;
  /** Every attribute that the values say; what is left out stays as it is. Never throws for any input. */
  attributes(values: ValueReader): Readonly<Record<string, unknown>>;
  /** Commands by name in lower camel case; those that are not here are answered by what Matter prescribes for them. */
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
  /** Matter's device types of the endpoint, the one that says most first. */
  readonly deviceTypes: readonly [string, ...string[]];
  readonly clusters: readonly ClusterPlan[];
}

/** One thing of the house as one bridged endpoint. Pure data and pure functions. */
export interface EndpointPlan {
  /** Stable for ever: `<central>/<address>:<channel or group>`. */
  readonly key: string;
  /** At most 32 characters, as the label of a node may have. */
  readonly name: string;
  readonly room: string | undefined;
  readonly central: string;
  readonly address: string;
  readonly vendor: string;
  readonly product: string;
  readonly serial: string;
  readonly firmware: string | undefined;
  /**
   * Matter's device types of the endpoint, the one that says most first: `DimmableLight`, `WindowCovering`, … `BridgedNode` of a thing
   * with several functions, which are its parts. After the first, `PowerSource` and `ElectricalSensor` say what else is in it.
   */
  readonly deviceTypes: readonly [string, ...string[]];
  readonly clusters: readonly ClusterPlan[];
  /** Functions of a thing that has several; empty where the endpoint itself is the only one. */
  readonly parts: readonly PartPlan[];
  /** What may change an attribute of it. */
  readonly inputs: readonly Input[];
}

/** Something of the house that the bridge could show, or the reason why it cannot. */
export interface Exposable {
  readonly key: string;
  readonly name: string;
  readonly room: string | undefined;
  readonly central: string;
  readonly address: string;
  readonly channel: number;
  /** What it is made of: `custom` for lights, covers, thermostats and the like, `generic` for channels. */
  readonly source: 'custom' | 'generic' | 'calculated';
  /** Name of the custom data point, or of the parameter that says what the channel is. */
  readonly sourceName: string;
  /** The kind it is shown as, where that can be chosen. */
  readonly kind: 'plug' | 'light' | undefined;
  /** Absent where it cannot be shown. */
  readonly plan: EndpointPlan | undefined;
  /** Why it cannot be shown or what of it is left out: a word that never changes, and a sentence for people. */
  readonly reasonCode: string | undefined;
  readonly reason: string | undefined;
  /** What went wrong while it was made out, for people who mend it; undefined where nothing did. */
  readonly failure: string | undefined;
  /** What it can do that is not shown, in the words of its capabilities, parameters and functions. */
  readonly leftOut: readonly string[];
  /** Whether everything that it can do is shown. */
  readonly isComplete: boolean;
  /** Whether it is shown unless it was chosen otherwise. */
  readonly shownByDefault: boolean;
  /** Why it is not shown unless it is chosen, as a word that never changes: `security`, `loud`, `hidden`, … */
  readonly heldBack: string | undefined;
  /** The systems with a profile of their own that would show it: `alexa`, `apple`, `google`, `homeassistant`. */
  readonly ecosystems: readonly string[];
  /** What it is, such as `dimmable_light`. */
  readonly type: string;
}
