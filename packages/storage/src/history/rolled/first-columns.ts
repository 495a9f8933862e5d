import type { Period } from '@ccu-gateway/gateway-core/use-cases';
import type { ByteReader } from '../packing/bytes.js';
import type { Columns } from './columns.js';

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
const RAW = LAYOUTS.length;
/** A mean is as fine as this part of the distance between the extremes. */
const MEAN_STEPS = 250;

/**
 * Columns of one series as frames had them first: each followed by those of the next series. They are read and not written any
 * more. Throws a `RangeError` for bytes that are damaged.
 */
export function decodeFirstColumns(reader: ByteReader, periods: readonly Period[]): Columns {
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

type FiguresReader = (count: number, kind: number) => Omit<Figures, 'count' | 'covered' | 'resets'>;

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
    return { last, min, max, mean, sum: sum / scale, increments };
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
    return { last, min, max, mean, sum, increments };
  };
}

/** Never a negative zero. */
const productOf = (value: number, count: number) => value * count + 0;
/** A mean is not far from this. */
const guessOf = (first: number, last: number, min: number, max: number) => (first + last + min + max) / 4;
/** Fineness of a mean. */
const stepOf = (min: number, max: number, unit: number) => Math.max(1 / unit, (max - min) / MEAN_STEPS);

/** The sign goes to the lowest bit, so that small numbers stay short. */
const unfold = (folded: number) => (folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2);
