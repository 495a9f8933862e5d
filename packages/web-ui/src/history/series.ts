import type { CallAnswer } from '@ccu-gateway/client';
import type { Sheet } from '../files/sheet.js';
import { type Hole, holesOf } from './holes.js';

export type ValueHistory = CallAnswer<'readHistory'>;
export type Series = ValueHistory['series'][number];

/** One curve on the times of its chart. */
export interface Curve {
  readonly label: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
}

/** Curves over the same times, in seconds since 1970, as a chart draws them. */
export interface CurveSet {
  readonly times: readonly number[];
  readonly curves: readonly Curve[];
}

/** Displayed number: the value times the multiplier of the data point. */
function scaled({ multiplier = 1 }: Pick<Series, 'multiplier'>, value: number): number {
  return Math.round(value * multiplier * 1e6) / 1e6;
}

/**
 * Aligns series on one time axis. Each value holds until the next one, up to the end of the range; where nothing was
 * recorded there is a hole.
 */
export function curvesOf(
  { from, to, gaps, series }: Pick<ValueHistory, 'from' | 'to' | 'gaps' | 'series'>,
  label: (series: Series) => string,
): CurveSet {
  const begin = Date.parse(from);
  const end = Date.parse(to);
  const holes = series.map((each) => holesOf({ gaps }, each));
  const moments = new Set([begin, end]);
  const drawn = series.map((each) => pointsOf(each, begin));
  for (const { at } of drawn) for (const each of at) moments.add(each);
  for (const hole of holes.flat()) {
    if (hole.from >= begin) moments.add(hole.from);
    if (hole.to <= end) moments.add(hole.to);
  }
  const times = [...moments].sort((a, b) => a - b);
  const isIn = (spans: readonly Hole[], moment: number) =>
    spans.some(({ from: start, to: stop }) => moment >= start && moment < stop);
  return {
    times: times.map((moment) => moment / 1000),
    curves: series.map((each, place) => ({
      label: label(each),
      unit: unitOf(each),
      values: standing(each, drawn[place]!, times).map((value, index) =>
        isIn(holes[place]!, times[index]!) ? null : value,
      ),
    })),
  };
}

interface Points {
  readonly at: readonly number[];
  readonly values: readonly number[];
}

/** Means of hours or days begin with their part of the time; single values and last ones stand until the next. */
function pointsOf({ at, values, mean, resolution_ms: length }: Series, begin: number): Points {
  if (mean === undefined) return { at, values };
  return { at: at.map((each) => Math.max(begin, each + 1 - length)), values: mean };
}

function standing(series: Series, { at, values }: Points, times: readonly number[]): (number | null)[] {
  let next = 0;
  let current: number | null = series.before === undefined ? null : scaled(series, series.before.value);
  return times.map((moment) => {
    while (next < at.length && at[next]! <= moment) {
      current = scaled(series, values[next]!);
      next += 1;
    }
    return current;
  });
}

export function unitOf({ unit = '' }: Pick<Series, 'unit'>): string {
  return unit === '100%' ? '%' : unit.replaceAll('"', '');
}

export interface Extremes {
  readonly min: number;
  readonly max: number;
  readonly last: number;
}

/** Lowest, highest and newest value; undefined where there is none. */
export function extremesOf(series: Series): Extremes | undefined {
  const { before, values, min = values, max = values } = series;
  const start = before === undefined ? [] : [before.value];
  const last = values.at(-1) ?? before?.value;
  if (last === undefined) return undefined;
  return {
    min: scaled(series, Math.min(...start, ...min)),
    max: scaled(series, Math.max(...start, ...max)),
    last: scaled(series, last),
  };
}

/** One line for each recorded value, times in UTC. */
export function sheetOf(series: readonly Series[], label: (series: Series) => string): Sheet {
  return {
    columns: ['time', 'data point', 'value', 'unit'],
    rows: series.flatMap((each) =>
      each.at.map((at, index) => [
        new Date(at).toISOString(),
        label(each),
        scaled(each, each.values[index]!),
        unitOf(each),
      ]),
    ),
  };
}
