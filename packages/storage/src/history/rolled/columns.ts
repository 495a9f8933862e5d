import type { Period, RollUp } from '@ccu-gateway/gateway-core/use-cases';
import { type ByteReader, type ByteWriter, createByteWriter } from '../bytes.js';

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

/** Small numbers take few bytes: integers of a scale, each as the difference to the one that it is near. */
export function encodeColumns(columns: Columns, periods: readonly Period[]): Uint8Array {
  const writer = createByteWriter();
  const layout = layoutOf(columns.filter((figures) => figures !== undefined));
  writer.unsigned(layout);
  const kinds = columns.map((figures, index) => kindOf(figures, periods[index]));
  for (const kind of kinds) writer.unsigned(kind);
  const { last, others } = layout === RAW ? rawWriter(writer) : scaledWriter(writer, layout);
  columns.forEach((figures, index) => {
    const kind = kinds[index] ?? 0;
    if (figures === undefined) return;
    last(figures.last);
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
    const last = read.last();
    const count = (kind & EMPTY) === 0 ? reader.unsigned() : 0;
    const { from, to } = periods[index] ?? { from: 0, to: 0 };
    const covered = (kind & FULL) === 0 ? reader.unsigned() : to - from;
    const others = read.others(last, count, kind);
    const resets = (kind & COUNTS) === 0 ? 0 : reader.unsigned();
    return { count, covered, last, ...others, resets };
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

interface FiguresWriter {
  readonly last: (value: number) => void;
  readonly others: (figures: Figures, kind: number) => void;
}

/** The figures that the kind and the last value do not determine. */
type Others = Omit<Figures, 'last' | 'count' | 'covered' | 'resets'>;

interface FiguresReader {
  readonly last: () => number;
  readonly others: (last: number, count: number, kind: number) => Others;
}

function scaledWriter(writer: ByteWriter, layout: number): FiguresWriter {
  const { scale, unit } = LAYOUTS[layout] ?? LAYOUTS[STATES];
  const scaled = (value: number) => Math.round(value * scale);
  let before = 0;
  return {
    last(value) {
      writer.unsigned(fold(scaled(value) - before));
      before = scaled(value);
    },
    others({ first, last, min, max, mean, sum, increments, count }, kind) {
      if ((kind & CONSTANT) === 0) {
        writer.unsigned(fold(scaled(first) - scaled(last)));
        writer.unsigned(scaled(Math.min(first, last)) - scaled(min));
        writer.unsigned(scaled(max) - scaled(Math.max(first, last)));
        writer.unsigned(fold(scaled(sum) - middleOf(scaled(min), scaled(max)) * count));
      }
      if ((kind & STEADY) === 0) writer.unsigned(fold(Math.round((mean - last) * unit)));
      if ((kind & COUNTS) !== 0) writer.unsigned(scaled(increments));
    },
  };
}

function scaledReader(reader: ByteReader, layout: number): FiguresReader {
  const { scale, unit } = LAYOUTS[layout] ?? LAYOUTS[STATES];
  let before = 0;
  return {
    last() {
      before += unfold(reader.unsigned());
      return before / scale;
    },
    others(last, count, kind) {
      let figures = { first: last, min: last, max: last, sum: productOf(before, count) / scale };
      if ((kind & CONSTANT) === 0) {
        const first = before + unfold(reader.unsigned());
        const min = Math.min(first, before) - reader.unsigned();
        const max = Math.max(first, before) + reader.unsigned();
        const sum = unfold(reader.unsigned()) + middleOf(min, max) * count;
        figures = { first: first / scale, min: min / scale, max: max / scale, sum: sum / scale };
      }
      const mean = (kind & STEADY) === 0 ? last + unfold(reader.unsigned()) / unit : last;
      const increments = (kind & COUNTS) === 0 ? 0 : reader.unsigned() / scale;
      return { ...figures, mean: Math.round(mean * unit) / unit, increments };
    },
  };
}

function rawWriter(writer: ByteWriter): FiguresWriter {
  return {
    last: (value) => writer.float(value),
    others({ first, min, max, mean, sum, increments }, kind) {
      if ((kind & CONSTANT) === 0) for (const value of [first, min, max, sum]) writer.float(value);
      if ((kind & STEADY) === 0) writer.float(mean);
      if ((kind & COUNTS) !== 0) writer.float(increments);
    },
  };
}

function rawReader(reader: ByteReader): FiguresReader {
  return {
    last: () => reader.float(),
    others(last, count, kind) {
      const [first, min, max, sum] =
        (kind & CONSTANT) === 0
          ? [reader.float(), reader.float(), reader.float(), reader.float()]
          : [last, last, last, productOf(last, count)];
      const mean = (kind & STEADY) === 0 ? reader.float() : last;
      const increments = (kind & COUNTS) === 0 ? 0 : reader.float();
      return { first, min, max, sum, mean, increments };
    },
  };
}

/** Never a negative zero. */
const productOf = (value: number, count: number) => value * count + 0;
const middleOf = (min: number, max: number) => Math.round((min + max) / 2);

/** The sign goes to the lowest bit, so that small numbers stay short. */
const fold = (value: number) => (value < 0 ? -value * 2 - 1 : value * 2);
const unfold = (folded: number) => (folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2);
