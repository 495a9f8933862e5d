import { decodeLatin1, encodeLatin1 } from '@ccu-gateway/ccu-client/wire';
import type { TypedValue } from './typed-value.js';
import type { DecodedAnswer, DecodedCall } from './xml-decode.js';

/** Thrown when bytes are not BIN-RPC. */
class BinRpcSyntaxError extends Error {
  override readonly name = 'BinRpcSyntaxError';
  readonly code = 'bad_bin';
}

const REQUEST = 0x00;
const RESPONSE = 0x01;
const FAULT = 0xff;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 64;

/** The length of the first message in the buffer with its head, or undefined while it is not complete. */
export function messageLength(buffer: Buffer): number | undefined {
  if (buffer.length < 8) return undefined;
  if (buffer.toString('latin1', 0, 3) !== 'Bin') throw new BinRpcSyntaxError('no BIN-RPC message');
  const length = buffer.readUInt32BE(4);
  if (length > MAX_BYTES) throw new BinRpcSyntaxError('message too long');
  return buffer.length < 8 + length ? undefined : 8 + length;
}

export function encodeCall(method: string, params: readonly TypedValue[]): Buffer {
  return message(REQUEST, [sized(method), u32(params.length), ...params.map(value)]);
}

export function encodeResponse(result: TypedValue): Buffer {
  return message(RESPONSE, [value(result)]);
}

export function encodeFault(code: number, text: string): Buffer {
  const fault: TypedValue = {
    type: 'struct',
    value: { faultCode: { type: 'int', value: code }, faultString: { type: 'string', value: text } },
  };
  return message(FAULT, [value(fault)]);
}

export function decodeCall(bytes: Buffer): DecodedCall {
  if (bytes[3] !== REQUEST) throw new BinRpcSyntaxError('a request was expected');
  const reader = createReader(bytes.subarray(8));
  const method = reader.sized();
  const params = Array.from({ length: reader.count(4) }, () => reader.value(0));
  return { method, params };
}

export function decodeAnswer(bytes: Buffer): DecodedAnswer {
  const result = createReader(bytes.subarray(8)).value(0);
  if (bytes[3] === RESPONSE) return { value: result };
  if (bytes[3] !== FAULT || result.type !== 'struct') throw new BinRpcSyntaxError('an answer was expected');
  return {
    faultCode: Number(result.value.faultCode?.value ?? -1),
    faultString: String(result.value.faultString?.value ?? ''),
  };
}

function message(type: number, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([0x42, 0x69, 0x6e, type]), u32(body.length), body]);
}

function u32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number >>> 0);
  return bytes;
}

function i32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number | 0);
  return bytes;
}

function sized(content: string): Buffer {
  const bytes = encodeLatin1(content);
  return Buffer.concat([u32(bytes.length), bytes]);
}

function value(typed: TypedValue): Buffer {
  switch (typed.type) {
    case 'int':
      return Buffer.concat([u32(1), i32(typed.value)]);
    case 'boolean':
      return Buffer.concat([u32(2), Buffer.from([typed.value ? 1 : 0])]);
    case 'double':
      return Buffer.concat([u32(4), ...mantissaAndExponent(typed.value)]);
    case 'dateTime':
      return Buffer.concat([u32(5), u32(Math.floor(typed.value / 1000))]);
    case 'base64': {
      const bytes = Buffer.from(typed.value, 'base64');
      return Buffer.concat([u32(6), u32(bytes.length), bytes]);
    }
    case 'array':
      return Buffer.concat([u32(0x100), u32(typed.value.length), ...typed.value.map(value)]);
    case 'struct': {
      const entries = Object.entries(typed.value);
      return Buffer.concat([
        u32(0x101),
        u32(entries.length),
        ...entries.flatMap(([name, member]) => [sized(name), value(member)]),
      ]);
    }
    default:
      return Buffer.concat([u32(3), sized(typed.value)]);
  }
}

/** Splits a number so that it is mantissa / 2^30 * 2^exponent with a mantissa of at least one half. */
function mantissaAndExponent(number: number): readonly [Buffer, Buffer] {
  if (number === 0 || !Number.isFinite(number)) return [i32(0), i32(0)];
  let exponent = Math.max(-1023, Math.floor(Math.log2(Math.abs(number))) + 1);
  let mantissa = number * 2 ** -exponent;
  while (Math.abs(mantissa) >= 1) {
    mantissa /= 2;
    exponent += 1;
  }
  while (Math.abs(mantissa) < 0.5) {
    mantissa *= 2;
    exponent -= 1;
  }
  return [i32(Math.trunc(mantissa * 2 ** 30)), i32(exponent)];
}

function createReader(bytes: Buffer) {
  let at = 0;

  function take(length: number): Buffer {
    if (at + length > bytes.length) throw new BinRpcSyntaxError('truncated');
    at += length;
    return bytes.subarray(at - length, at);
  }

  /** A number of items, each at least `itemBytes` long, so that a lie cannot make us allocate. */
  function count(itemBytes: number): number {
    const items = take(4).readUInt32BE();
    if (items * itemBytes > bytes.length - at) throw new BinRpcSyntaxError('truncated');
    return items;
  }

  const sizedText = () => decodeLatin1(take(take(4).readUInt32BE()));

  function readValue(depth: number): TypedValue {
    if (depth > MAX_DEPTH) throw new BinRpcSyntaxError('too deep');
    const type = take(4).readUInt32BE();
    switch (type) {
      case 1:
        return { type: 'int', value: take(4).readInt32BE() };
      case 2:
        return { type: 'boolean', value: take(1)[0] !== 0 };
      case 3:
        return { type: 'string', value: sizedText() };
      case 4: {
        const mantissa = take(4).readInt32BE();
        const number = (mantissa / 2 ** 30) * 2 ** take(4).readInt32BE();
        return { type: 'double', value: Math.round(number * 1e6) / 1e6 };
      }
      case 5:
        return { type: 'dateTime', value: take(4).readUInt32BE() * 1000 };
      case 6:
        return { type: 'base64', value: take(take(4).readUInt32BE()).toString('base64') };
      case 0x100:
        return { type: 'array', value: Array.from({ length: count(4) }, () => readValue(depth + 1)) };
      case 0x101:
        return {
          type: 'struct',
          value: Object.fromEntries(Array.from({ length: count(8) }, () => [sizedText(), readValue(depth + 1)])),
        };
      default:
        throw new BinRpcSyntaxError(`unknown type ${type}`);
    }
  }

  return { value: readValue, sized: sizedText, count };
}
