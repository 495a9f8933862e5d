import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Period } from '@ccu-gateway/gateway-core/use-cases';
import { type ByteReader, createByteReader, createByteWriter } from '../packing/bytes.js';
import { type Columns, decodeColumns, encodeColumns } from './columns.js';
import { decodeFirstColumns } from './first-columns.js';

/** Roll-ups of some series, by their numbers, in the same periods. */
export interface Frame {
  readonly periods: readonly Period[];
  readonly columns: ReadonlyMap<number, Columns>;
}

const LEVEL = 6;
/** A damaged frame must not become a large one. */
const MAX_BYTES = 4 * 1024 * 1024;
/** No compressed data begins like this, and so no frame of the first format. */
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
  const isFirst = data[0] !== FORMAT;
  const bytes = inflateRawSync(isFirst ? data : data.subarray(1), { maxOutputLength: MAX_BYTES });
  const head = createByteReader(bytes);
  const periods = readPeriods(head);
  const count = head.unsigned();
  return { periods, columns: isFirst ? readFirst(bytes, head, count) : readAll() };

  function readAll(): ReadonlyMap<number, Columns> {
    let id = 0;
    const ids = Array.from({ length: count }, () => {
      id += head.unsigned();
      return id;
    });
    const all = decodeColumns(bytes.subarray(head.position), count, periods);
    const found = ids.map((each, index) => [each, all[index] ?? []] as const);
    return new Map(found.filter(([each]) => wanted?.has(each) ?? true));
  }

  /** A directory of the series with the length of each, then their columns. */
  function readFirst(of: Uint8Array, directory: ByteReader, size: number): ReadonlyMap<number, Columns> {
    let id = 0;
    const entries = Array.from({ length: size }, () => {
      id += directory.unsigned();
      return [id, directory.unsigned()] as const;
    });
    const columns = new Map<number, Columns>();
    let position = directory.position;
    for (const [each, length] of entries) {
      const part = of.subarray(position, position + length);
      position += length;
      if (wanted?.has(each) ?? true) columns.set(each, decodeFirstColumns(createByteReader(part), periods));
    }
    return columns;
  }
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
