import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Period } from '@ccu-gateway/gateway-core/use-cases';
import { createByteReader, createByteWriter } from '../packing/bytes.js';
import { type Columns, decodeColumns, encodeColumns } from './columns.js';

/** Roll-ups of some series, by their numbers, in the same periods. */
export interface Frame {
  readonly periods: readonly Period[];
  readonly columns: ReadonlyMap<number, Columns>;
}

const LEVEL = 6;
/** A damaged frame must not become a large one. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The periods, a directory of the series with the length of each, then their columns; compressed. */
export function encodeFrame({ periods, columns }: Frame): Uint8Array {
  const head = createByteWriter();
  head.unsigned(periods.length);
  let before = 0;
  for (const { from, to } of periods) {
    head.unsigned(from - before);
    head.unsigned(to - from);
    before = to;
  }
  head.unsigned(columns.size);
  const parts: Uint8Array[] = [];
  let lastId = 0;
  for (const [id, each] of [...columns].sort(([one], [other]) => one - other)) {
    const part = encodeColumns(each, periods);
    head.unsigned(id - lastId);
    head.unsigned(part.length);
    lastId = id;
    parts.push(part);
  }
  return deflateRawSync(Buffer.concat([head.finish(), ...parts]), { level: LEVEL });
}

/** Only the wanted series, or all. Throws for a frame that is damaged. */
export function decodeFrame(data: Uint8Array, wanted?: ReadonlySet<number>): Frame {
  const bytes = inflateRawSync(data, { maxOutputLength: MAX_BYTES });
  const head = createByteReader(bytes);
  const periods: Period[] = [];
  let before = 0;
  for (let left = head.unsigned(); left > 0; left -= 1) {
    const from = before + head.unsigned();
    const to = from + head.unsigned();
    periods.push({ from, to });
    before = to;
  }
  const directory: (readonly [id: number, length: number])[] = [];
  let id = 0;
  for (let left = head.unsigned(); left > 0; left -= 1) {
    id += head.unsigned();
    directory.push([id, head.unsigned()]);
  }
  const columns = new Map<number, Columns>();
  let position = head.position;
  for (const [each, length] of directory) {
    const part = bytes.subarray(position, position + length);
    position += length;
    if (wanted?.has(each) ?? true) columns.set(each, decodeColumns(createByteReader(part), periods));
  }
  return { periods, columns };
}
