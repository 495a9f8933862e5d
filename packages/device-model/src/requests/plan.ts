import type { InterfaceName, ParamsetKey, WireValue } from '@ccu-gateway/ccu-client';
import type { Invalid, Locked, LookupFailure, Unsupported } from './result.js';

/** Type of a value on the wire: chosen by the parameter's description, never by JavaScript's view of the number. */
export type WireType = 'boolean' | 'i4' | 'double' | 'string';

/** A value with the type it has on the wire. */
export interface TypedValue {
  readonly type: WireType;
  readonly value: boolean | number | string;
}

interface Target {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly deviceAddress: string;
}

/** One `setValue`. */
export interface ValueWrite extends Target {
  readonly kind: 'value';
  readonly channelAddress: string;
  readonly channel: number;
  readonly parameter: string;
  readonly value: TypedValue;
  /** True for key presses and other impulses: never merged, never skipped, never expected back as a state. */
  readonly momentary: boolean;
  /** The value last confirmed by the CCU. */
  readonly current?: WireValue;
}

/** Values of one paramset, in order: one call where the interface takes them together (VALUES of BidCos go one by one). */
export interface ParamsetWrite extends Target {
  readonly kind: 'paramset';
  /** Channel or device address. */
  readonly address: string;
  readonly paramsetKey: ParamsetKey;
  /** Only with `LINK`: the channel at the other end. */
  readonly peer?: string;
  readonly values: Readonly<Record<string, TypedValue>>;
}

/** A checked write: one value, or values of one paramset. */
export type PlannedWrite = ValueWrite | ParamsetWrite;

/** A write that has passed all checks and may be sent, or why it may not. */
export type Planned<T extends PlannedWrite = PlannedWrite> =
  | { readonly ok: true; readonly write: T }
  | LookupFailure
  | Invalid
  | Locked
  | Unsupported;
