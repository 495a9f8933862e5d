import type { InterfaceName, ParamsetKey, WireValue } from '@ccu-gateway/ccu-client';

import type { PlannedWrite } from './plan.js';
import type { Invalid, Locked, LookupFailure, Unsupported } from './result.js';

export type Locale = 'de' | 'en';

export interface Scope {
  /** Needed only where the same address exists on several CCUs. */
  readonly central?: string;
  readonly locale?: Locale;
}

export interface DeviceListScope extends Scope {
  /** Devices to pass over. */
  readonly offset?: number;
  readonly limit?: number;
}

export interface ChannelScope extends Scope {
  readonly address: string;
  readonly channel: number;
}

export interface SnapshotOptions extends Scope {
  readonly include?: readonly ('channels' | 'data_points')[];
  /** Replaces addresses, names and hosts by pseudonyms that are the same within one snapshot. */
  readonly anonymize?: boolean;
  /** False: lines of channels and data points do not repeat where they belong; they follow their device and channel. */
  readonly placed?: boolean;
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
  /** What can be read and written there, as the CCU lists it; absent where it lists nothing. */
  readonly paramsets?: readonly string[];
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

export interface ConfigurationScope extends Scope {
  readonly interfaceName?: InterfaceName;
  readonly device?: string;
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

export interface ValueQuery {
  readonly address: string;
  readonly channel: number;
  readonly parameter: string;
  readonly central?: string;
}
