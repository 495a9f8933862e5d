import type { HistorySample, HistoryStore } from '../../ports/history.js';
import type { Period, RolledDay, RollUp, RollUpStep } from '../../ports/roll-ups.js';
import { isByDay, RECORDING_SERIES, unknownSeries } from '../../use-case/series.js';
import { countingOf } from './counter.js';
import { createSeriesRollUp, type Moment, mergeRollUps } from './fold.js';

const HOUR_MS = 3_600_000;

/**
 * Rolls up the series of a step. The samples of one hour are in memory at a time.
 *
 * @example
 * const step = await store.rollUps.next(now, localDay);
 * if (step !== undefined) await store.rollUps.put(step, await rollUp(store, step), bounds);
 */
export async function rollUp(store: Pick<HistoryStore, 'read'>, step: RollUpStep): Promise<readonly RolledDay[]> {
  const names = [...step.series.keys()].filter((name) => !name.startsWith(unknownSeries('')));
  const folds = new Map(
    names.map((name) => [name, createSeriesRollUp(name, countingOf(name), step.series.get(name))] as const),
  );
  const hours = new Map<string, RollUp[]>(names.map((name) => [name, []]));
  for (const period of hoursOf(step)) {
    const moments = await momentsOf(store, names, period);
    for (const [name, fold] of folds) {
      const rolled = fold.hour(period, moments(name));
      if (rolled !== undefined) hours.get(name)?.push(rolled);
    }
  }
  return names.flatMap((series) => {
    const carry = folds.get(series)?.carry();
    const found = hours.get(series) ?? [];
    const day = mergeRollUps(found, { from: step.from, to: step.to });
    if (carry === undefined) return [];
    return [{ series, hours: isByDay(series) ? [] : found, carry, ...(day !== undefined && { day }) }];
  });
}

function* hoursOf({ from, to }: Period): Generator<Period, void, void> {
  for (let start = from; start < to; start += HOUR_MS) yield { from: start, to: Math.min(to, start + HOUR_MS) };
}

/** The samples of each series in an hour, and when its value became unknown. */
async function momentsOf(
  store: Pick<HistoryStore, 'read'>,
  names: readonly string[],
  period: Period,
): Promise<(name: string) => readonly Moment[]> {
  const moments = new Map<string, Moment[]>(names.map((name) => [name, []]));
  const unknown = new Map(names.map((name) => [unknownSeries(name), name]));
  const stops: Moment[] = [];
  const take = ({ series, at, value }: HistorySample) => {
    if (series === RECORDING_SERIES && value === 0) stops.push({ at });
    else if (unknown.has(series)) moments.get(unknown.get(series) ?? '')?.push({ at });
    else moments.get(series)?.push({ at, value });
  };
  const series = [...names, ...unknown.keys(), RECORDING_SERIES];
  for await (const slice of store.read({ series, ...period })) slice.forEach(take);
  return (name) => [...stops, ...(moments.get(name) ?? [])].sort(byTime);
}

/** At the same time a value comes after its absence. */
const byTime = (one: Moment, other: Moment) =>
  one.at - other.at || Number(one.value !== undefined) - Number(other.value !== undefined);
