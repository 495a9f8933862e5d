import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Period } from '@ccu-gateway/gateway-core/use-cases';
import { type ByteReader, createByteReader, createByteWriter } from '../packing/bytes.js';
import { type Columns, decodeColumns, encodeColumns } from './columns.js';

/** Roll-ups of some series, by their numbers, in the same periods. */
export interface Frame {
  readonly periods: readonly Period[];
  readonly columns: ReadonlyMap<number, Columns>;
}

const LEVEL = 6;
/** A damaged frame must not become a large one. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Of the first byte. No compressed data begins like this. */
const FORMAT = 7;

/** The format, then compressed: the periods, the numbers of the series, and their columns. */
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
  const sorted = [...columns].sort(([one], [other]) => one - other);
  let lastId = 0;
  for (const [id] of sorted) {
    head.unsigned(id - lastId);
    lastId = id;
  }
  const all = encodeColumns(
    sorted.map(([, each]) => each),
    periods,
  );
  return Buffer.concat([Uint8Array.of(FORMAT), deflateRawSync(Buffer.concat([head.finish(), all]), { level: LEVEL })]);
}

/** Only the wanted series, or all. Throws for a frame that is damaged. */
export function decodeFrame(data: Uint8Array, wanted?: ReadonlySet<number>): Frame {
  if (data[0] !== FORMAT) throw new RangeError(`there is no format ${data[0]}`);
  const bytes = inflateRawSync(data.subarray(1), { maxOutputLength: MAX_BYTES });
  const head = createByteReader(bytes);
  const periods = readPeriods(head);
  const count = head.unsigned();
  let id = 0;
  const ids = Array.from({ length: count }, () => {
    id += head.unsigned();
    return id;
  });
  const all = decodeColumns(bytes.subarray(head.position), count, periods);
  const found = ids.map((each, index) => [each, all[index] ?? []] as const);
  return { periods, columns: new Map(found.filter(([each]) => wanted?.has(each) ?? true)) };
}

function readPeriods(head: ByteReader): readonly Period[] {
  const periods: Period[] = [];
  let before = 0;
  for (let left = head.unsigned(); left > 0; left -= 1) {
    const from = before + head.unsigned();
    const to = from + head.unsigned();
    periods.push({ from, to });
    before = to;
  }
  return periods;
}
