import type { WireValue } from '../../model/model.js';

const NUMBER_TYPE = Symbol.for('ccu-gateway.wire-number');

/** Number with an explicit type for the protocol, because JavaScript cannot distinguish 21.0 from 21. */
export interface TypedNumber {
  readonly [NUMBER_TYPE]: 'int' | 'double';
  readonly value: number;
}

/** Input of encoders: a `WireValue` in which numbers may carry an explicit type. */
export type OutgoingValue =
  | WireValue
  | TypedNumber
  | readonly OutgoingValue[]
  | { readonly [key: string]: OutgoingValue };

/**
 * Number that is sent as `<double>`, also when it is an integer.
 *
 * @example
 * encodeXmlRpcCall('setValue', ['000A1B2C3D4E5F:1', 'SET_POINT_TEMPERATURE', double(21)]);
 */
export function double(value: number): TypedNumber {
  return { [NUMBER_TYPE]: 'double', value };
}

/**
 * A number that travels as a 32-bit integer; rounded and clamped to that range.
 *
 * @example
 * encodeXmlRpcCall('setInstallMode', [true, int(60)]);
 */
export function int(value: number): TypedNumber {
  return { [NUMBER_TYPE]: 'int', value };
}

export function isTypedNumber(value: unknown): value is TypedNumber {
  return typeof value === 'object' && value !== null && NUMBER_TYPE in value;
}

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;

/** `'int'` for integers of 32 bits, `'double'` for the rest; an explicit type takes precedence. */
export function numberType(value: number | TypedNumber): 'int' | 'double' {
  if (typeof value !== 'number') return value[NUMBER_TYPE];
  return Number.isInteger(value) && value >= INT_MIN && value <= INT_MAX ? 'int' : 'double';
}

/** The 32-bit integer nearest to `value`; 0 for a value that is not a number. */
export function toInt32(value: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.min(INT_MAX, Math.max(INT_MIN, Math.round(value))) + 0;
}

/** A finite replacement for numbers that no CCU understands: NaN becomes 0, infinities the largest double. */
export function toFinite(value: number): number {
  if (Number.isNaN(value)) return 0;
  if (value === Number.POSITIVE_INFINITY) return Number.MAX_VALUE;
  if (value === Number.NEGATIVE_INFINITY) return -Number.MAX_VALUE;
  return value;
}

/** Sets a struct member; a member called `__proto__` stays data and never becomes the prototype. */
export function setMember(target: Record<string, WireValue>, key: string, value: WireValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** A call as both RPC dialects carry it. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly WireValue[];
}

/** An answer as both RPC dialects carry it. */
export type RpcAnswer =
  | { readonly kind: 'value'; readonly value: WireValue }
  | { readonly kind: 'fault'; readonly code: number; readonly message: string };

/** Reads the struct of a fault; members of the wrong type become code -1 and an empty text. */
export function faultFrom(value: WireValue): RpcAnswer {
  const struct = typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, WireValue>) : {};
  const code = Number(struct.faultCode);
  return {
    kind: 'fault',
    code: Number.isInteger(code) ? code : -1,
    message: typeof struct.faultString === 'string' ? struct.faultString : '',
  };
}
