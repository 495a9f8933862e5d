import { encodeLatin1 } from '../encoding/text.js';
import { isTypedNumber, numberType, type OutgoingValue, toFinite, toInt32 } from '../encoding/value.js';

/** Types of a message and of a value, as the CCU's own library numbers them. */
export const BIN_RPC = {
  call: 0x00,
  response: 0x01,
  fault: 0xff,
  int: 1,
  bool: 2,
  string: 3,
  double: 4,
  datetime: 5,
  binary: 6,
  base64: 0x11,
  int64: 0xd1,
  array: 0x100,
  struct: 0x101,
} as const;

/**
 * A whole BIN-RPC message: header and call.
 *
 * @example
 * socket.write(encodeBinRpcCall('init', ['xmlrpc_bin://192.0.2.7:8129', 'gateway-CUxD']));
 */
export function encodeBinRpcCall(method: string, params: readonly OutgoingValue[]): Buffer {
  return message(BIN_RPC.call, [...text(method), u32(params.length), ...params.flatMap(encodeValue)]);
}

/**
 * A whole BIN-RPC message: header and answer.
 *
 * @example
 * socket.write(encodeBinRpcResponse(''));
 */
export function encodeBinRpcResponse(value: OutgoingValue): Buffer {
  return message(BIN_RPC.response, encodeValue(value));
}

/**
 * A whole BIN-RPC message: header and fault.
 *
 * @example
 * socket.write(encodeBinRpcFault(-1, 'unknown method'));
 */
export function encodeBinRpcFault(code: number, fault: string): Buffer {
  return message(BIN_RPC.fault, encodeValue({ faultCode: toInt32(code), faultString: fault }));
}

function message(type: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(8);
  header.write('Bin', 'latin1');
  header.writeUInt8(type, 3);
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

function encodeValue(value: OutgoingValue): Buffer[] {
  switch (typeof value) {
    case 'string':
      return [u32(BIN_RPC.string), ...text(value)];
    case 'boolean':
      return [u32(BIN_RPC.bool), Buffer.of(value ? 1 : 0)];
    case 'number':
      return encodeNumber(value, numberType(value));
    default:
      return isTypedNumber(value) ? encodeNumber(value.value, numberType(value)) : encodeContainer(value);
  }
}

function encodeNumber(value: number, type: 'int' | 'double'): Buffer[] {
  const buffer = Buffer.alloc(type === 'int' ? 8 : 12);
  if (type === 'int') {
    buffer.writeUInt32BE(BIN_RPC.int);
    buffer.writeInt32BE(toInt32(value), 4);
  } else {
    const { mantissa, exponent } = splitDouble(toFinite(value));
    buffer.writeUInt32BE(BIN_RPC.double);
    buffer.writeInt32BE(mantissa, 4);
    buffer.writeInt32BE(exponent, 8);
  }
  return [buffer];
}

function encodeContainer(value: readonly OutgoingValue[] | { readonly [key: string]: OutgoingValue }): Buffer[] {
  if (Array.isArray(value)) {
    const items = value as readonly OutgoingValue[];
    return [u32(BIN_RPC.array), u32(items.length), ...items.flatMap(encodeValue)];
  }
  const members = Object.entries(value as { readonly [key: string]: OutgoingValue | undefined }).filter(
    (entry): entry is [string, OutgoingValue] => entry[1] !== undefined,
  );
  const parts: Buffer[] = [u32(BIN_RPC.struct), u32(members.length)];
  for (const [key, member] of members) parts.push(...text(key), ...encodeValue(member));
  return parts;
}

/** value = mantissa / 2^30 * 2^exponent with 0.5 <= |mantissa / 2^30| < 1. */
function splitDouble(value: number): { readonly mantissa: number; readonly exponent: number } {
  if (value === 0) return { mantissa: 0, exponent: 0 };
  let fraction = Math.abs(value);
  let exponent = 0;
  while (fraction >= 1) {
    fraction /= 2;
    exponent += 1;
  }
  while (fraction < 0.5) {
    fraction *= 2;
    exponent -= 1;
  }
  return { mantissa: Math.sign(value) * Math.trunc(fraction * 2 ** 30), exponent };
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

/** The length counts bytes, not characters. */
function text(value: string): Buffer[] {
  const bytes = encodeLatin1(value);
  return [u32(bytes.length), bytes];
}
