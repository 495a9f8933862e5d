import type { InterfaceName, ParamsetKey, WireValue } from '@ccu-gateway/ccu-client';

import type { PlannedWrite } from './plan.js';
import type { Invalid, Locked, LookupFailure, Unsupported } from './result.js';

/** Language of labels and built-in names. */
export type Locale = 'de' | 'en';

/** CCU of a request, and the language for the labels of the answer. */
export interface Scope {
  /** Needed only where the same address exists on several CCUs. */
  readonly central?: string;
  /** The language of the installation when absent. */
  readonly locale?: Locale;
}

/** CCU whose problems are listed. */
export interface ProblemScope extends Scope {
  /** Time since when an interface has no connection, as an ISO text; the model does not note it. */
  readonly downSince?: (interfaceId: string) => string | undefined;
}

/** A part of the list of devices. */
export interface DeviceListScope extends Scope {
  /** Devices to pass over. */
  readonly offset?: number;
  /** All that follow when absent. */
  readonly limit?: number;
}

/** The value of a data point without its description. Times are milliseconds since the Unix epoch. */
export interface PointReading {
  /** Undefined before the first report. */
  readonly value: unknown;
  readonly unit: string | undefined;
  readonly changedAt: number | undefined;
  readonly seenAt: number | undefined;
}

/** One channel, by the address of its device and its number. */
export interface ChannelScope extends Scope {
  /** Device address. */
  readonly address: string;
  readonly channel: number;
}

/** A member of a data point that a snapshot may leave out. */
export type OmittableMember =
  | 'additional_information'
  | 'data_point_type'
  | 'default'
  | 'last_changed_at'
  | 'last_seen_at'
  | 'translated_name'
  | 'ui_hint'
  | 'value_age_seconds';

/** Contents and form of a snapshot. Without `include` it has neither channels nor data points. */
export interface SnapshotOptions extends Scope {
  readonly include?: readonly ('channels' | 'data_points')[];
  /** Replaces addresses, names and hosts by pseudonyms that are the same within one snapshot. */
  readonly anonymize?: boolean;
  /** Optional members of data points that are left out. */
  readonly omit?: readonly OmittableMember[];
  /** Data points are `values`, and their common members appear once, in `descriptions`. */
  readonly shared?: boolean;
  /** Only the devices with these addresses. */
  readonly devices?: readonly string[];
  /** False: lines of channels and data points do not repeat where they belong; they follow their device and channel. */
  readonly placed?: boolean;
}

/** One line of a snapshot that is sent piece by piece; `kind` determines the body in `data`. */
export interface SnapshotLine {
  readonly kind:
    | 'meta'
    | 'interface'
    | 'device'
    | 'channel'
    | 'data_point'
    | 'description'
    | 'value'
    | 'room'
    | 'function'
    | 'program'
    | 'sysvar';
  readonly data: unknown;
}

/** Location of an address. */
export interface Resolved {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly interfaceId: string;
  readonly deviceAddress: string;
  /** Absent when the address is that of a device. */
  readonly channel?: number;
  readonly model: string;
  /** Its paramsets, as the CCU lists them; absent if it lists none. */
  readonly paramsets?: readonly string[];
}

/** A value for one data point, as a client sent it: nothing of it is checked yet. */
export interface WriteRequest extends ChannelScope {
  readonly parameter: string;
  readonly value: unknown;
}

/** Values for one paramset, as a client sent them: nothing of it is checked yet. */
export interface ParamsetRequest extends Scope {
  /** Channel address `DEVICE:n`, or the device's for its own MASTER. */
  readonly address: string;
  readonly key: ParamsetKey;
  readonly values: unknown;
  /** Only with `LINK`: the channel at the other end. */
  readonly peer?: string;
  /** Needed for `LINK`, because those descriptions are not kept; otherwise the known one is used. */
  readonly description?: Readonly<Record<string, unknown>>;
}

/** An operation of a custom data point, as a client sent it: nothing of it is checked yet. */
export interface OperationRequest extends Scope {
  /** Device address. */
  readonly address: string;
  /** Name of the custom data point. */
  readonly name: string;
  readonly operation: string;
  /** Parameters of the operation by name. */
  readonly params?: unknown;
}

/** The writes that an operation consists of, or why it cannot be done. */
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

/** Selection of devices: those of one interface, some by address, or all. */
export interface ConfigurationScope extends Scope {
  readonly interfaceName?: InterfaceName;
  /** Device addresses. */
  readonly devices?: ReadonlySet<string>;
}

/** A MASTER paramset that is worth reading. */
export interface ConfigurationPlace {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  /** Channel address, or the device's for its own. */
  readonly address: string;
  /** It was read before, and nothing is missing. */
  readonly isKnown: boolean;
}

/** A value that is on its way to a CCU and not confirmed yet. */
export interface PendingValue {
  readonly central: string;
  readonly channelAddress: string;
  readonly parameter: string;
  readonly value: WireValue;
  /** Distinguishes this write from others in every copy of the model. */
  readonly mark?: number;
}

/** Result of a program run, and its cause. */
export interface ProgramRun {
  readonly success: boolean;
  readonly trigger?: 'api' | 'automation' | 'scheduler' | 'user';
}

/** A checked value for a system variable, or why it cannot be written. */
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

/** One data point of a batch that is read. */
export interface ValueQuery {
  /** Device address. */
  readonly address: string;
  readonly channel: number;
  readonly parameter: string;
  readonly central?: string;
}
