import { type ByteReader, type ByteWriter, createByteReader, createByteWriter } from './bytes.js';

/** A value of a series, the series by its number. */
export interface NumberedSample {
  readonly id: number;
  readonly at: number;
  readonly value: number;
}

/** The samples of some minutes. */
export interface Block {
  readonly fromAt: number;
  readonly toAt: number;
  readonly data: Uint8Array;
}

/** Readers look for blocks that begin no earlier than this before the time they want; blocks are at most half as long. */
export const MAX_SPAN_MS = 3_600_000;
/** About thirty kilobytes: written in a few milliseconds also where the disk is slow. */
const MAX_SAMPLES = 4_096;

/**
 * Samples of any order as blocks, none of which is longer or larger than a reader and a disk can take at once. `place`
 * returns the start of a block: its first sample, or a little earlier.
 */
export function* packSamples(
  samples: readonly NumberedSample[],
  place: (at: number) => number,
): Generator<Block, void, void> {
  const sorted = [...samples].sort((one, other) => one.at - other.at);
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const first = sorted[start]?.at ?? 0;
    const isInBlock = ({ at }: NumberedSample) => end - start < MAX_SAMPLES && at - first < MAX_SPAN_MS / 2;
    for (let sample = sorted[end]; sample !== undefined && isInBlock(sample); sample = sorted[end]) end += 1;
    yield encodeBlock(sorted.slice(start, end), place(first));
  }
}

/**
 * A directory of the series with the length of each, then its data: pairs of the time since the previous sample and the
 * value. So a reader of one series skips all others.
 */
function encodeBlock(samples: readonly NumberedSample[], fromAt: number): Block {
  const runs = new Map<number, { readonly writer: ByteWriter; at: number }>();
  for (const { id, at, value } of samples) {
    const run = runs.get(id) ?? { writer: createByteWriter(), at: fromAt };
    runs.set(id, run);
    run.writer.unsigned(at - run.at);
    run.at = at;
    writeValue(run.writer, value);
  }
  const directory = createByteWriter();
  directory.unsigned(runs.size);
  const parts: Uint8Array[] = [];
  let before = 0;
  for (const [id, { writer }] of [...runs].sort(([one], [other]) => one - other)) {
    const part = writer.finish();
    directory.unsigned(id - before);
    directory.unsigned(part.length);
    before = id;
    parts.push(part);
  }
  return { fromAt, toAt: samples.at(-1)?.at ?? fromAt, data: Buffer.concat([directory.finish(), ...parts]) };
}

/** Calls `visit` for each sample of a wanted series. Throws a `RangeError` for a block that is damaged. */
export function readBlock(
  { fromAt, data }: Pick<Block, 'fromAt' | 'data'>,
  wanted: ReadonlySet<number>,
  visit: (id: number, at: number, value: number) => void,
): void {
  const reader = createByteReader(data);
  // A reader of few series skips hundreds of others in each block, which is most of its work.
  const runs: { readonly id: number; readonly start: number; readonly end: number }[] = [];
  let id = 0;
  let start = 0;
  for (let left = reader.unsigned(); left > 0; left -= 1) {
    id += reader.unsigned();
    const end = start + reader.unsigned();
    if (wanted.has(id)) runs.push({ id, start, end });
    start = end;
  }
  const begin = reader.position;
  for (const run of runs) {
    reader.skip(begin + run.start - reader.position);
    for (let at = fromAt; reader.position < begin + run.end; ) {
      at += reader.unsigned();
      visit(run.id, at, readValue(reader));
    }
  }
}

const SCALES = [1, 10, 100, 1_000] as const;
const RAW = SCALES.length;
/** Scale and sign take four bits of the 53. */
const MAX_SCALED = 2 ** 48;

/** Most values have at most three decimals, and are an integer and a scale then. */
function writeValue(writer: ByteWriter, value: number): void {
  for (const [code, scale] of SCALES.entries()) {
    const scaled = Math.round(value * scale);
    if (Math.abs(scaled) < MAX_SCALED && scaled / scale === value) {
      // The sign goes to the lowest bit, so that small numbers stay short.
      writer.unsigned((scaled < 0 ? -scaled * 2 - 1 : scaled * 2) * 8 + code);
      return;
    }
  }
  writer.unsigned(RAW);
  writer.float(value);
}

function readValue(reader: ByteReader): number {
  const folded = reader.unsigned();
  const scale = SCALES[folded % 8];
  if (scale === undefined) return reader.float();
  const scaled = Math.floor(folded / 8);
  return (scaled % 2 === 1 ? -(scaled + 1) / 2 : scaled / 2) / scale;
}
