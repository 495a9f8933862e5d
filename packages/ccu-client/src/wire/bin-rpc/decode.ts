import type { WireValue } from '../../model/model.js';
import { WireError } from '../encoding/errors.js';
import { asBuffer, decodeLatin1 } from '../encoding/text.js';
import { faultFrom, type RpcAnswer, type RpcCall, setMember } from '../encoding/value.js';
import { BIN_RPC } from './encode.js';

/** A BIN-RPC message: a call, an answer, or a fault. */
export type BinRpcMessage = ({ readonly kind: 'call' } & RpcCall) | RpcAnswer;

const MAX_DEPTH = 64;
/** Bits of a message type that announce HTTP-like headers before the body. */
const WITH_HEADERS = 0x40;

/**
 * Reads one whole message, header included. Texts are Latin-1; doubles below 2^31 are rounded to six decimals, because
 * their 30 bits of mantissa hold no more.
 *
 * @throws WireError `not_rpc`, `truncated`, `malformed` or `too_deep`
 *
 * @example
 * const message = decodeBinRpc(encodeBinRpcCall('ping', ['me']));
 * if (message.kind === 'call') console.log(message.method, message.params); // ping [ 'me' ]
 */
export function decodeBinRpc(message: Uint8Array): BinRpcMessage {
  const buffer = asBuffer(message);
  if (buffer.length < 8) throw new WireError('truncated', 'the message is shorter than its header');
  if (buffer.toString('latin1', 0, 3) !== 'Bin') throw new WireError('not_rpc', 'the message is not BIN-RPC');
  const type = buffer.readUInt8(3);
  const cursor = createCursor(buffer.subarray(8, 8 + buffer.readUInt32BE(4)));
  if (type !== BIN_RPC.fault && (type & WITH_HEADERS) !== 0) cursor.skip(cursor.u32());
  if (type === BIN_RPC.fault) return faultFrom(cursor.value(0));
  if ((type & ~WITH_HEADERS) === BIN_RPC.response) {
    return { kind: 'value', value: cursor.left() === 0 ? '' : cursor.value(0) };
  }
  if ((type & ~WITH_HEADERS) !== BIN_RPC.call) throw new WireError('malformed', 'the message type is unknown');
  const method = cursor.text();
  const params: WireValue[] = [];
  for (let left = cursor.count(); left > 0; left -= 1) params.push(cursor.value(0));
  return { kind: 'call', method, params };
}

interface Cursor {
  u32(): number;
  skip(bytes: number): void;
  text(): string;
  /** A number of items; refused when the bytes that are left cannot hold so many. */
  count(): number;
  value(depth: number): WireValue;
  left(): number;
}

function createCursor(body: Buffer): Cursor {
  let at = 0;

  function take(bytes: number): number {
    if (bytes > body.length - at) throw new WireError('truncated', 'a value is longer than its message');
    const start = at;
    at += bytes;
    return start;
  }

  const cursor: Cursor = {
    u32: () => body.readUInt32BE(take(4)),
    skip: (bytes) => {
      take(bytes);
    },
    text: () => {
      const length = cursor.u32();
      const start = take(length);
      return decodeLatin1(body.subarray(start, start + length));
    },
    count: () => {
      const count = cursor.u32();
      if (count * 4 > body.length - at) throw new WireError('truncated', 'a list is longer than its message');
      return count;
    },
    left: () => body.length - at,
    value: (depth) => {
      if (depth > MAX_DEPTH) throw new WireError('too_deep', 'the value is nested too deeply');
      const type = cursor.u32();
      switch (type) {
        case BIN_RPC.int:
        case BIN_RPC.datetime:
          return body.readInt32BE(take(4));
        case BIN_RPC.bool:
          return body.readUInt8(take(1)) !== 0;
        case BIN_RPC.string:
        case BIN_RPC.binary:
        case BIN_RPC.base64:
          return cursor.text();
        case BIN_RPC.double: {
          const start = take(8);
          return joinDouble(body.readInt32BE(start), body.readInt32BE(start + 4));
        }
        case BIN_RPC.int64:
          return Number(body.readBigInt64BE(take(8)));
        case BIN_RPC.array: {
          const items: WireValue[] = [];
          for (let left = cursor.count(); left > 0; left -= 1) items.push(cursor.value(depth + 1));
          return items;
        }
        case BIN_RPC.struct: {
          const members: Record<string, WireValue> = {};
          for (let left = cursor.count(); left > 0; left -= 1) {
            const key = cursor.text();
            setMember(members, key, cursor.value(depth + 1));
          }
          return members;
        }
        default:
          throw new WireError('malformed', 'a value has an unknown type');
      }
    },
  };
  return cursor;
}

/** 30 bits of mantissa make 0.1 read as 0.0999999999767: the sender meant six decimals. */
function joinDouble(mantissa: number, exponent: number): number {
  const value = (mantissa / 2 ** 30) * 2 ** Math.min(1100, Math.max(-1100, exponent));
  if (!Number.isFinite(value)) return Math.sign(mantissa) * Number.MAX_VALUE;
  return Math.abs(value) < 2 ** 31 ? Math.round(value * 1e6) / 1e6 + 0 : value;
}
