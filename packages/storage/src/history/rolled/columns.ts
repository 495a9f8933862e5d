import type { Period, RollUp } from '@ccu-gateway/gateway-core/use-cases';
import { type ByteReader, type ByteWriter, createByteReader, createByteWriter } from '../packing/bytes.js';

/** The roll-up of a series in each period of a list. */
export type Columns = readonly (Omit<RollUp, keyof Period | 'series'> | undefined)[];

type Figures = NonNullable<Columns[number]>;

const PRESENT = 1;
/** A value was known all the time. */
const FULL = 2;
/** No sample, or only those of one value. */
const CONSTANT = 4;
const EMPTY = 8;
/** The rise of a counter is written, and how often it began anew. */
const COUNTS = 16;
const STEADY = 32;
/** The last value is the one before. */
const SAME = 64;
/** The rise of a counter is the difference to the value before. */
const RISES = 128;

/** Values times `scale` are integers, and means are kept as integers of `unit` per 1. */
const LAYOUTS = [
  // States: the share of the time in which one was on.
  { scale: 1, unit: 1_000 },
  { scale: 1, unit: 10 },
  { scale: 10, unit: 100 },
  { scale: 100, unit: 1_000 },
  { scale: 1_000, unit: 10_000 },
] as const;
const STATES = 0;
const MAX_STATE = 16;
const RAW = LAYOUTS.length;
const MAX_SCALED = 2 ** 47;
/** A mean is as fine as this part of the distance between the extremes. */
const MEAN_STEPS = 250;

/** Each figure has bytes of its own: equal figures of all series and periods follow each other, which compresses best. */
const FIGURES = ['kinds', 'counts', 'covered', 'lasts', 'lows', 'highs', 'means', 'sums', 'rises', 'raw'] as const;
type Streams<Stream> = Readonly<Record<(typeof FIGURES)[number], Stream>>;

/** Small numbers take few bytes: integers of a scale, each as the difference to the one that it is near. */
export function encodeColumns(all: readonly Columns[], periods: readonly Period[]): Uint8Array {
  const head = createByteWriter();
  const streams = streamsOf(createByteWriter);
  for (const columns of all) {
    const layout = layoutOf(columns.filter((figures) => figures !== undefined));
    head.unsigned(layout);
    const write = layout === RAW ? rawWriter(streams) : scaledWriter(streams, layout);
    columns.forEach((figures, index) => {
      if (figures === undefined) streams.kinds.unsigned(0);
      else write(figures, lengthOf(periods[index]));
    });
  }
  const parts = FIGURES.map((name) => streams[name].finish());
  for (const part of parts) head.unsigned(part.length);
  return Buffer.concat([head.finish(), ...parts]);
}

/** As many series as were written, in their order. Throws a `RangeError` for bytes that are damaged. */
export function decodeColumns(bytes: Uint8Array, count: number, periods: readonly Period[]): readonly Columns[] {
  const head = createByteReader(bytes);
  const layouts = Array.from({ length: count }, () => head.unsigned());
  const lengths = FIGURES.map(() => head.unsigned());
  let position = head.position;
  const readers = lengths.map((length) => {
    position += length;
    return createByteReader(bytes.subarray(position - length, position));
  });
  const streams = streamsOf((index) => readers[index] ?? createByteReader(new Uint8Array()));
  return layouts.map((layout) => {
    if (layout > RAW) throw new RangeError(`there is no layout ${layout}`);
    const read = layout === RAW ? rawReader(streams) : scaledReader(streams, layout);
    return periods.map((period) => read(lengthOf(period)));
  });
}

function streamsOf<Stream>(make: (index: number) => Stream): Streams<Stream> {
  return Object.fromEntries(FIGURES.map((name, index) => [name, make(index)])) as unknown as Streams<Stream>;
}

const lengthOf = (period: Period | undefined) => (period === undefined ? 0 : period.to - period.from);

function layoutOf(all: readonly Figures[]): number {
  const fits = ({ scale }: (typeof LAYOUTS)[number]) =>
    all.every(
      ({ last, min, max, sum, increments, count }) =>
        [last, min, max, sum, increments].every((value) => isScaled(value, scale)) &&
        Math.max(Math.abs(min), Math.abs(max)) * scale * count < MAX_SCALED,
    );
  if (!LAYOUTS.some(fits)) return RAW;
  const isState = fits(LAYOUTS[STATES]) && all.every(({ min, max }) => min >= 0 && max <= MAX_STATE);
  if (isState) return STATES;
  return LAYOUTS.findIndex((layout, index) => index !== STATES && fits(layout));
}

function isScaled(value: number, scale: number): boolean {
  const scaled = Math.round(value * scale);
  return Math.abs(scaled) < MAX_SCALED && scaled / scale === value;
}

type FiguresWriter = (figures: Figures, length: number) => void;

type FiguresReader = (length: number) => Figures | undefined;

function writeHead({ kinds, counts, covered }: Streams<ByteWriter>, kind: number, figures: Figures): void {
  kinds.unsigned(kind);
  if ((kind & EMPTY) === 0) counts.unsigned(figures.count);
  if ((kind & FULL) === 0) covered.unsigned(figures.covered);
}

function readHead({ kinds, counts, covered }: Streams<ByteReader>, length: number) {
  const kind = kinds.unsigned();
  if ((kind & PRESENT) === 0) return undefined;
  const count = (kind & EMPTY) === 0 ? counts.unsigned() : 0;
  return { kind, count, covered: (kind & FULL) === 0 ? covered.unsigned() : length };
}

function kindOf({ count, covered, mean, last }: Figures, length: number): number {
  return PRESENT + (covered === length ? FULL : 0) + (count === 0 ? EMPTY : 0) + (mean === last ? STEADY : 0);
}

function scaledWriter(streams: Streams<ByteWriter>, layout: number): FiguresWriter {
  const { scale, unit } = LAYOUTS[layout] ?? LAYOUTS[STATES];
  const scaled = (value: number) => Math.round(value * scale);
  let before = 0;
  return (figures, length) => {
    const { count, last, min, max, mean, sum, increments, resets } = figures;
    const [end, low, high] = [scaled(last), scaled(min), scaled(max)];
    const isConstant = low === high && low === end && scaled(sum) === end * count;
    const isDerived = resets === 0 && increments === (end - before) / scale;
    const kind =
      kindOf(figures, length) +
      (isConstant ? CONSTANT : 0) +
      (end === before ? SAME : 0) +
      (increments === 0 && resets === 0 ? 0 : isDerived ? RISES : COUNTS);
    writeHead(streams, kind, figures);
    if (end !== before) streams.lasts.unsigned(fold(end - before));
    const guess = guessOf(last, min, max, before / scale);
    before = end;
    if (!isConstant) {
      streams.lows.unsigned(end - low);
      streams.highs.unsigned(high - end);
    }
    let shown = last;
    if ((kind & STEADY) === 0) {
      const step = stepOf(min, max, unit);
      const steps = Math.round((mean - guess) / step);
      streams.means.unsigned(fold(steps));
      shown = guess + steps * step;
    }
    if (!isConstant) streams.sums.unsigned(fold(scaled(sum) - Math.round(shown * count * scale)));
    if ((kind & COUNTS) === 0) return;
    streams.rises.unsigned(scaled(increments));
    streams.rises.unsigned(resets);
  };
}

function scaledReader(streams: Streams<ByteReader>, layout: number): FiguresReader {
  const { scale, unit } = LAYOUTS[layout] ?? LAYOUTS[STATES];
  let before = 0;
  return (length) => {
    const head = readHead(streams, length);
    if (head === undefined) return undefined;
    const { kind, count, covered } = head;
    const isConstant = (kind & CONSTANT) !== 0;
    const end = before + ((kind & SAME) === 0 ? unfold(streams.lasts.unsigned()) : 0);
    const low = isConstant ? end : end - streams.lows.unsigned();
    const high = isConstant ? end : end + streams.highs.unsigned();
    const [last, min, max] = [end / scale, low / scale, high / scale];
    const mean =
      (kind & STEADY) === 0
        ? guessOf(last, min, max, before / scale) + unfold(streams.means.unsigned()) * stepOf(min, max, unit)
        : last;
    const sum = isConstant ? end * count + 0 : unfold(streams.sums.unsigned()) + Math.round(mean * count * scale);
    const risen = (kind & RISES) !== 0 ? end - before : (kind & COUNTS) !== 0 ? streams.rises.unsigned() : 0;
    const resets = (kind & COUNTS) === 0 ? 0 : streams.rises.unsigned();
    before = end;
    return { count, covered, last, min, max, mean, sum: sum / scale, increments: risen / scale, resets };
  };
}

function rawWriter(streams: Streams<ByteWriter>): FiguresWriter {
  return (figures, length) => {
    const { count, last, min, max, mean, sum, increments, resets } = figures;
    const isConstant = min === max && min === last && sum === last * count + 0;
    const counts = increments === 0 && resets === 0 ? 0 : COUNTS;
    const kind = kindOf(figures, length) + (isConstant ? CONSTANT : 0) + counts;
    writeHead(streams, kind, figures);
    for (const value of isConstant ? [last] : [last, min, max, sum]) streams.raw.float(value);
    if ((kind & STEADY) === 0) streams.raw.float(mean);
    if (counts === 0) return;
    streams.raw.float(increments);
    streams.rises.unsigned(resets);
  };
}

function rawReader(streams: Streams<ByteReader>): FiguresReader {
  return (length) => {
    const head = readHead(streams, length);
    if (head === undefined) return undefined;
    const { kind, count, covered } = head;
    const float = () => streams.raw.float();
    const last = float();
    const [min, max, sum] = (kind & CONSTANT) === 0 ? [float(), float(), float()] : [last, last, last * count + 0];
    const mean = (kind & STEADY) === 0 ? float() : last;
    const increments = (kind & COUNTS) === 0 ? 0 : float();
    const resets = (kind & COUNTS) === 0 ? 0 : streams.rises.unsigned();
    return { count, covered, last, min, max, mean, sum, increments, resets };
  };
}

/** A mean is not far from this; `before` is the value that may have stood at the beginning. */
const guessOf = (last: number, min: number, max: number, before: number) =>
  (last + min + max + Math.min(max, Math.max(min, before))) / 4;
/** Fineness of a mean. */
const stepOf = (min: number, max: number, unit: number) => Math.max(1 / unit, (max - min) / MEAN_STEPS);

/** The sign goes to the lowest bit, so that small numbers stay short. */
const fold = (value: number) => (value < 0 ? -value * 2 - 1 : value * 2);
const unfold = (folded: number) => (folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2);
