import type { LogRecord } from '@ccu-gateway/event-stream';
import { packLater, unpack } from '../database/packed.js';

/** Some consecutive events as one row. */
export interface Block {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly count: number;
  /** Size of the texts, roughly: UTF-16 units, which is bytes for all but the rarest characters. */
  readonly bytes: number;
  /** JSON: per record its seq, length of its text, topic, and where present key and segments. */
  readonly head: string;
  /** All texts, one after the other. */
  readonly texts: string;
}

type HeadEntry = readonly [
  seq: number,
  length: number,
  topic: string,
  key?: string | null,
  segments?: readonly string[],
];

const MAX_RECORDS = 256;
const MAX_BYTES = 128 * 1024;

/** Whole blocks are dropped when a log is full, so a small log has small blocks. */
export function packBlocks(
  records: readonly LogRecord[],
  limits: { readonly maxEvents: number; readonly maxBytes: number },
): readonly Block[] {
  const maxRecords = Math.max(1, Math.min(MAX_RECORDS, Math.floor(limits.maxEvents / 16)));
  const maxBytes = Math.max(1, Math.min(MAX_BYTES, Math.floor(limits.maxBytes / 16)));
  const blocks: Block[] = [];
  let start = 0;
  let bytes = 0;
  for (let index = 0; index < records.length; index += 1) {
    const size = records[index]?.text.length ?? 0;
    if (index > start && (index - start >= maxRecords || bytes + size > maxBytes)) {
      blocks.push(pack(records.slice(start, index), bytes));
      start = index;
      bytes = 0;
    }
    bytes += size;
  }
  if (start < records.length) blocks.push(pack(records.slice(start), bytes));
  return blocks;
}

function pack(records: readonly LogRecord[], bytes: number): Block {
  const head = records.map((record): HeadEntry => {
    if (record.segments) return [record.seq, record.text.length, record.topic, record.key ?? null, record.segments];
    return record.key === undefined
      ? [record.seq, record.text.length, record.topic]
      : [record.seq, record.text.length, record.topic, record.key];
  });
  return {
    firstSeq: records[0]?.seq ?? 0,
    lastSeq: records.at(-1)?.seq ?? 0,
    count: records.length,
    bytes,
    head: JSON.stringify(head),
    texts: records.map((record) => record.text).join(''),
  };
}

/** A block as it is stored; before compression, head and texts were columns. */
export interface StoredBlock extends Block {
  readonly packed: Uint8Array | null;
}

/** Compressed away from this thread: a burst is some hundred kilobytes. */
export async function compressBlock({ head, texts, ...sums }: Block): Promise<StoredBlock> {
  return { ...sums, head: '', texts: '', packed: await packLater([head, texts]) };
}

export function unpackBlock({
  packed,
  ...block
}: Pick<StoredBlock, 'head' | 'texts' | 'packed'>): readonly LogRecord[] {
  const [head, texts] = packed === null ? [block.head, block.texts] : (unpack(packed) as [string, string]);
  let offset = 0;
  return (JSON.parse(head) as readonly HeadEntry[]).map(([seq, length, topic, key, segments]) => {
    const text = texts.slice(offset, offset + length);
    offset += length;
    return { seq, topic, text, ...(key != null && { key }), ...(segments && { segments }) };
  });
}
