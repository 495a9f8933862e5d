import type { Carry } from '@ccu-gateway/gateway-core/use-cases';
import { createByteReader, createByteWriter } from '../packing/bytes.js';

const STANDS = 1;
const BEFORE = 2;

/** The last values of some series, by their numbers, at the end of a day. */
export function encodeCarries(carries: ReadonlyMap<number, Carry>): Uint8Array {
  const writer = createByteWriter();
  writer.unsigned(carries.size);
  for (const [id, { at, value, stands, before }] of carries) {
    writer.unsigned(id);
    writer.unsigned(at);
    writer.unsigned((stands ? STANDS : 0) + (before === undefined ? 0 : BEFORE));
    writer.float(value);
    if (before !== undefined) writer.float(before);
  }
  return writer.finish();
}

/** Throws a `RangeError` for bytes that are damaged. */
export function decodeCarries(data: Uint8Array): ReadonlyMap<number, Carry> {
  const reader = createByteReader(data);
  const carries = new Map<number, Carry>();
  for (let left = reader.unsigned(); left > 0; left -= 1) {
    const id = reader.unsigned();
    const at = reader.unsigned();
    const kind = reader.unsigned();
    const value = reader.float();
    const before = (kind & BEFORE) === 0 ? {} : { before: reader.float() };
    carries.set(id, { at, value, stands: (kind & STANDS) !== 0, ...before });
  }
  return carries;
}
