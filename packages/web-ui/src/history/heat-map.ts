import { dayOf } from './period.js';

/** A local day with a number for each of its hours; undefined where nothing was known. */
export interface HeatDay {
  /** `2026-11-28`, in the zone of the browser. */
  readonly day: string;
  readonly hours: readonly (number | undefined)[];
}

/** Part of the time with a number. Milliseconds since 1970. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

const HOUR_MS = 3_600_000;

/**
 * Means of values by day and hour, each value for as long as it stood. The hour that a clock change repeats is one, the one
 * that it skips has no number.
 */
export function heatOfValues(times: readonly number[], values: readonly (number | null)[]): readonly HeatDay[] {
  const stretches = times.slice(0, -1).flatMap((at, index): readonly Stretch[] => {
    const value = values[index];
    const end = times[index + 1];
    return value === null || value === undefined || end === undefined
      ? []
      : [{ from: at * 1_000, to: end * 1_000, value }];
  });
  return heatOf(
    (times[0] ?? 0) * 1_000,
    (times.at(-1) ?? 0) * 1_000,
    stretches.flatMap(byHour),
    (sum, time) => sum / time,
  );
}

/** Sums by day and hour. */
export function heatOfSums(
  from: number,
  to: number,
  parts: readonly { readonly at: number; readonly value: number }[],
): readonly HeatDay[] {
  const stretches = parts.map(({ at, value }) => ({ from: at, to: at + HOUR_MS, value }));
  return heatOf(from, to, stretches, (sum) => sum / HOUR_MS);
}

function byHour({ from, to, value }: Stretch): readonly Stretch[] {
  const parts: Stretch[] = [];
  for (let start = from; start < to; ) {
    const next = new Date(start);
    next.setMinutes(60, 0, 0);
    const end = Math.min(to, next.getTime());
    parts.push({ from: start, to: end, value });
    start = end;
  }
  return parts;
}

function heatOf(
  from: number,
  to: number,
  stretches: readonly Stretch[],
  result: (sum: number, time: number) => number,
): readonly HeatDay[] {
  const cells = new Map<string, { sum: number; time: number }>();
  for (const { from: start, to: end, value } of stretches) {
    const key = `${dayOf(start)} ${new Date(start).getHours()}`;
    const cell = cells.get(key) ?? { sum: 0, time: 0 };
    cells.set(key, { sum: cell.sum + value * (end - start), time: cell.time + end - start });
  }
  const days: HeatDay[] = [];
  const at = new Date(from);
  at.setHours(0, 0, 0, 0);
  for (; at.getTime() < to; at.setDate(at.getDate() + 1)) {
    const day = dayOf(at.getTime());
    const hours = Array.from({ length: 24 }, (_, hour) => {
      const cell = cells.get(`${day} ${hour}`);
      return cell === undefined ? undefined : result(cell.sum, cell.time);
    });
    days.push({ day, hours });
  }
  return days;
}

/** Lowest and highest number; undefined where there is none. */
export function heatRange(days: readonly HeatDay[]): readonly [low: number, high: number] | undefined {
  const numbers = days.flatMap(({ hours }) => hours.filter((each) => each !== undefined));
  return numbers.length === 0 ? undefined : [Math.min(...numbers), Math.max(...numbers)];
}
