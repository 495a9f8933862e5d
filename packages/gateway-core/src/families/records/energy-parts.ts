import { rollUp } from '../../history/rolled/roll-up.js';
import type { HistoryView } from '../../ports/history.js';
import type { Carry, Period, RollUp } from '../../ports/roll-ups.js';
import { localDay } from '../../use-case/local-day.js';
import { planTiers } from './history-tiers.js';

/** Length of the parts of an answer; days, months and years are local ones. */
export type EnergyGroup = 'hour' | 'day' | 'month' | 'year';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Hours, or hours and days, of a range: stored ones, or those made of its samples. An hour at the end of the range may be
 * a part of one.
 *
 * @example
 * for await (const part of rolledParts(history, [series], { from, to }, 'hour')) sum += part.increments;
 */
export async function* rolledParts(
  history: HistoryView,
  names: readonly string[],
  range: Period,
  unit: 'hour' | 'day',
): AsyncGenerator<RollUp, void, void> {
  if (names.length === 0) return;
  const plan = await planTiers(history, range, unit === 'hour' ? HOUR_MS : DAY_MS);
  let carries = new Map<string, Carry | undefined>(names.map((name) => [name, undefined]));
  for (const { tier, from, to } of plan.reads) {
    if (tier !== 'sample') {
      for await (const parts of history.rollUps.read({ series: names, from, to }, tier)) {
        for (const part of parts) {
          carries.set(part.series, { at: part.to - 1, value: part.last, stands: true });
          if (part.from >= range.from) yield part;
        }
      }
      continue;
    }
    // The time before the range has the readings from which counters rise; an hour is one of the clock.
    const first = Math.max(from, range.from);
    const cuts = [from, first, Math.min(to, nextHour(first)), to];
    for (const [index, start] of cuts.slice(0, -1).entries()) {
      const step = { from: start, to: cuts[index + 1] ?? to, part: 0, series: carries };
      if (step.from >= step.to) continue;
      const rolled = await rollUp(history, step);
      carries = new Map([...carries, ...rolled.map(({ series, carry }) => [series, carry] as const)]);
      if (start >= range.from) for (const { hours } of rolled) yield* hours;
    }
  }
}

function nextHour(at: number): number {
  const { from } = localDay(at);
  return from + Math.ceil((at - from) / HOUR_MS) * HOUR_MS;
}

/**
 * Local begin of the hour, day, month or year of a time.
 *
 * @example
 * const month = beginOf(Date.now(), 'month');
 */
export function beginOf(at: number, group: EnergyGroup): number {
  const day = localDay(at).from;
  if (group === 'hour') return day + Math.floor((at - day) / HOUR_MS) * HOUR_MS;
  if (group === 'day') return day;
  const date = new Date(at);
  return new Date(date.getFullYear(), group === 'month' ? date.getMonth() : 0, 1).getTime();
}

/**
 * End of the hour, day, month or year with this begin.
 *
 * @example
 * const next = endOf(beginOf(Date.now(), 'month'), 'month');
 */
export function endOf(begin: number, group: EnergyGroup): number {
  if (group === 'hour') return begin + HOUR_MS;
  if (group === 'day') return localDay(begin).to;
  const date = new Date(begin);
  const [year, month] = [date.getFullYear(), date.getMonth()];
  return (group === 'month' ? new Date(year, month + 1, 1) : new Date(year + 1, 0, 1)).getTime();
}
