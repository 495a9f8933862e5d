import type { Period, RollUp } from '@ccu-gateway/gateway-core/use-cases';
import { type ByteReader, type ByteWriter, createByteWriter } from '../packing/bytes.js';

/** The roll-up of a series in each period of a list. */
export type Columns = readonly (Omit<RollUp, keyof Period | 'series'> | undefined)[];

type Figures = NonNullable<Columns[number]>;

const PRESENT = 1;
/** A value was known all the time. */
const FULL = 2;
/** No sample, or only those of one value. */
const CONSTANT = 4;
const EMPTY = 8;
const COUNTS = 16;
const STEADY = 32;

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

/** Small numbers take few bytes: integers of a scale, each as the difference to the one that it is near. */
export function encodeColumns(columns: Columns, periods: readonly Period[]): Uint8Array {
  const writer = createByteWriter();
  const layout = layoutOf(columns.filter((figures) => figures !== undefined));
  writer.unsigned(layout);
  const kinds = columns.map((figures, index) => kindOf(figures, periods[index]));
  for (const kind of kinds) writer.unsigned(kind);
  const others = layout === RAW ? rawWriter(writer) : scaledWriter(writer, layout);
  columns.forEach((figures, index) => {
    const kind = kinds[index] ?? 0;
    if (figures === undefined) return;
    if ((kind & EMPTY) === 0) writer.unsigned(figures.count);
    if ((kind & FULL) === 0) writer.unsigned(figures.covered);
    others(figures, kind);
    if ((kind & COUNTS) !== 0) writer.unsigned(figures.resets);
  });
  return writer.finish();
}

/** Throws a `RangeError` for bytes that are damaged. */
export function decodeColumns(reader: ByteReader, periods: readonly Period[]): Columns {
  const layout = reader.unsigned();
  if (layout > RAW) throw new RangeError(`there is no layout ${layout}`);
  const kinds = periods.map(() => reader.unsigned());
  const read = layout === RAW ? rawReader(reader) : scaledReader(reader, layout);
  return kinds.map((kind, index): Columns[number] => {
    if ((kind & PRESENT) === 0) return undefined;
    const count = (kind & EMPTY) === 0 ? reader.unsigned() : 0;
    const { from, to } = periods[index] ?? { from: 0, to: 0 };
    const covered = (kind & FULL) === 0 ? reader.unsigned() : to - from;
    const others = read(count, kind);
    const resets = (kind & COUNTS) === 0 ? 0 : reader.unsigned();
    return { count, covered, ...others, resets };
  });
}

function kindOf(figures: Figures | undefined, period: Period | undefined): number {
  if (figures === undefined) return 0;
  const { count, covered, first, last, min, max, mean, sum, increments, resets } = figures;
  const isOne = min === max && first === last && min === last && (count === 0 || sum / count === last);
  return (
    PRESENT +
    (covered === (period?.to ?? 0) - (period?.from ?? 0) ? FULL : 0) +
    (isOne && count <= MAX_CONSTANT && sum === count * last ? CONSTANT : 0) +
    (count === 0 ? EMPTY : 0) +
    (increments === 0 && resets === 0 ? 0 : COUNTS) +
    (mean === last ? STEADY : 0)
  );
}

/** The sum of so many equal values is their product. */
const MAX_CONSTANT = 2 ** 20;

function layoutOf(all: readonly Figures[]): number {
  const fits = ({ scale }: (typeof LAYOUTS)[number]) =>
    all.every(
      ({ first, last, min, max, sum, increments, count }) =>
        [first, last, min, max, sum, increments].every((value) => isScaled(value, scale)) &&
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

/** Writes the figures of a period that its kind, count and time do not determine. */
type FiguresWriter = (figures: Figures, kind: number) => void;

type FiguresReader = (count: number, kind: number) => Omit<Figures, 'count' | 'covered' | 'resets'>;

function scaledWriter(writer: ByteWriter, layout: number): FiguresWriter {
  const { scale, unit } = LAYOUTS[layout] ?? LAYOUTS[STATES];
  const scaled = (value: number) => Math.round(value * scale);
  let before = 0;
  return ({ first, last, min, max, mean, sum, increments, count }, kind) => {
    // The first value is near the last one before, the others are near it.
    writer.unsigned(fold(scaled(first) - before));
    before = scaled(last);
    if ((kind & CONSTANT) === 0) {
      writer.unsigned(fold(scaled(last) - scaled(first)));
      writer.unsigned(scaled(Math.min(first, last)) - scaled(min));
      writer.unsigned(scaled(max) - scaled(Math.max(first, last)));
    }
    let shown = last;
    if ((kind & STEADY) === 0) {
      const step = stepOf(min, max, unit);
      const steps = Math.round((mean - guessOf(first, last, min, max)) / step);
      writer.unsigned(fold(steps));
      shown = guessOf(first, last, min, max) + steps * step;
    }
    if ((kind & CONSTANT) === 0) writer.unsigned(fold(scaled(sum) - Math.round(shown * count * scale)));
    if ((kind & COUNTS) !== 0) writer.unsigned(scaled(increments));
  };
}

function scaledReader(reader: ByteReader, layout: number): FiguresReader {
  const { scale, unit } = LAYOUTS[layout] ?? LAYOUTS[STATES];
  let before = 0;
  return (count, kind) => {
    const begin = before + unfold(reader.unsigned());
    let [end, low, high] = [begin, begin, begin];
    if ((kind & CONSTANT) === 0) {
      end += unfold(reader.unsigned());
      low = Math.min(begin, end) - reader.unsigned();
      high = Math.max(begin, end) + reader.unsigned();
    }
    before = end;
    const [first, last, min, max] = [begin / scale, end / scale, low / scale, high / scale];
    const mean =
      (kind & STEADY) === 0
        ? guessOf(first, last, min, max) + unfold(reader.unsigned()) * stepOf(min, max, unit)
        : last;
    const rest = (kind & CONSTANT) === 0 ? unfold(reader.unsigned()) : undefined;
    const sum = rest === undefined ? productOf(end, count) : rest + Math.round(mean * count * scale);
    const increments = (kind & COUNTS) === 0 ? 0 : reader.unsigned() / scale;
    return { first, last, min, max, mean, sum: sum / scale, increments };
  };
}

function rawWriter(writer: ByteWriter): FiguresWriter {
  return ({ first, last, min, max, mean, sum, increments }, kind) => {
    writer.float(first);
    if ((kind & CONSTANT) === 0) for (const value of [last, min, max, sum]) writer.float(value);
    if ((kind & STEADY) === 0) writer.float(mean);
    if ((kind & COUNTS) !== 0) writer.float(increments);
  };
}

function rawReader(reader: ByteReader): FiguresReader {
  return (count, kind) => {
    const first = reader.float();
    const [last, min, max, sum] =
      (kind & CONSTANT) === 0
        ? [reader.float(), reader.float(), reader.float(), reader.float()]
        : [first, first, first, productOf(first, count)];
    const mean = (kind & STEADY) === 0 ? reader.float() : last;
    const increments = (kind & COUNTS) === 0 ? 0 : reader.float();
    return { first, last, min, max, mean, sum, increments };
  };
}

/** Never a negative zero. */
const productOf = (value: number, count: number) => value * count + 0;
/** A mean is not far from this. */
const guessOf = (first: number, last: number, min: number, max: number) => (first + last + min + max) / 4;
/** Fineness of a mean. */
const stepOf = (min: number, max: number, unit: number) => Math.max(1 / unit, (max - min) / MEAN_STEPS);

/** The sign goes to the lowest bit, so that small numbers stay short. */
const fold = (value: number) => (value < 0 ? -value * 2 - 1 : value * 2);
const unfold = (folded: number) => (folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2);
