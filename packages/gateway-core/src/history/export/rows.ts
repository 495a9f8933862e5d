import type { HistoryView } from '../../ports/history.js';
import type { RollUp } from '../../ports/roll-ups.js';
import { unknownSeries } from '../../use-case/series.js';

/** The data point or radio module of a row, as files name it. */
export interface RowLabel {
  readonly central: string;
  /** Address of a device, or id of an interface. */
  readonly device: string;
  /** Absent for an interface. */
  readonly channel?: number;
  readonly parameter: string;
  /** Name that people gave the device. Empty where it has none, or is gone. */
  readonly name: string;
  readonly unit: string;
}

/** One line of an export. Milliseconds since the Unix epoch. */
export interface ExportRow {
  readonly label: RowLabel;
  readonly at: number;
  /** Of values. Absent where the value became unknown. */
  readonly value?: number;
  /** Of hours and days. */
  readonly part?: Omit<RollUp, 'series'>;
}

/** A stored series, with the time in which it counts for its label. */
export interface ExportSource {
  readonly series: string;
  readonly label: RowLabel;
  /** Inclusive. */
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
}

/** Detail of an export: each recorded value, or hours, or days. */
export type Resolution = 'values' | 'hours' | 'days';

/** Selection of rows. */
export interface RowSelection {
  readonly sources: readonly ExportSource[];
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly resolution: Resolution;
}

/** Rows that are made in one turn of the event loop: a few milliseconds' worth. */
const BATCH = 1_000;

/**
 * Reads rows in lots of at most a thousand, values in the order of their times, hours and days series after series.
 */
export async function* readRows(
  history: Pick<HistoryView, 'read' | 'rollUps'>,
  { sources, from, to, resolution }: RowSelection,
): AsyncGenerator<readonly ExportRow[], void, void> {
  const spans = grouped(sources);
  const marks = new Map([...spans].map(([series, all]) => [unknownSeries(series), all]));
  const inTime = (all: readonly ExportSource[] | undefined, at: number) =>
    (all ?? []).filter(({ since, until }) => at >= since && at < until);
  const range = { series: [...spans.keys()], from, to };
  if (resolution === 'values') {
    for await (const slice of history.read({ ...range, series: [...spans.keys(), ...marks.keys()] })) {
      yield* lotsOf(slice, ({ series, at, value }) => [
        ...inTime(spans.get(series), at).map(({ label }) => ({ label, at, value })),
        ...inTime(marks.get(series), at).map(({ label }) => ({ label, at })),
      ]);
    }
    return;
  }
  for await (const slice of history.rollUps.read(range, resolution === 'hours' ? 'hour' : 'day')) {
    yield* lotsOf(slice, ({ series, ...part }) =>
      inTime(spans.get(series), part.from).map(({ label }) => ({ label, at: part.from, part })),
    );
  }
}

function grouped(sources: readonly ExportSource[]): ReadonlyMap<string, readonly ExportSource[]> {
  const groups = new Map<string, ExportSource[]>();
  for (const source of sources) groups.set(source.series, [...(groups.get(source.series) ?? []), source]);
  return groups;
}

function* lotsOf<Stored>(
  slice: readonly Stored[],
  rowsOf: (stored: Stored) => readonly ExportRow[],
): Generator<readonly ExportRow[], void, void> {
  for (let start = 0; start < slice.length; start += BATCH) {
    const rows = slice.slice(start, start + BATCH).flatMap(rowsOf);
    if (rows.length > 0) yield rows;
  }
}
