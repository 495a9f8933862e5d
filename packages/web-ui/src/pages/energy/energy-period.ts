/** Shown times, each divided into parts. */
export const PERIODS = [
  ['today', 'hour'],
  ['week', 'day'],
  ['month', 'day'],
  ['year', 'month'],
] as const;
export type PeriodName = (typeof PERIODS)[number][0];

export interface EnergyPeriod {
  readonly name: PeriodName;
  readonly group: (typeof PERIODS)[number][1];
  /** So many periods before the present one. */
  readonly back: number;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The period before until the same time of the same day, for a comparison. */
  readonly before: { readonly from: number; readonly to: number };
}

const MOST_BACK = 5_000;

/** The day, week from Monday, month or year of a moment in the zone of the browser, up to that moment, or an earlier one. */
export function energyPeriod(range: string | undefined, nowMs: number, earlier = '0'): EnergyPeriod {
  const [name, group] = PERIODS.find(([each]) => each === range) ?? PERIODS[0];
  const asked = Number(earlier);
  const back = Number.isInteger(asked) && asked > 0 ? Math.min(asked, MOST_BACK) : 0;
  const from = beginOf(name, nowMs, -back);
  const before = beginOf(name, nowMs, -back - 1);
  const to = back === 0 ? nowMs : beginOf(name, nowMs, 1 - back);
  const until = back === 0 ? Math.min(sameTimeBefore(name, nowMs), from) : from;
  return { name, group, back, from, to, before: { from: before, to: until } };
}

/** Begin of the period that is so many periods later. */
function beginOf(name: PeriodName, nowMs: number, steps: number): number {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  if (name === 'year') return new Date(year + steps, 0, 1).getTime();
  if (name === 'month') return new Date(year, month + steps, 1).getTime();
  if (name === 'week') return new Date(year, month, day - ((now.getDay() + 6) % 7) + 7 * steps).getTime();
  return new Date(year, month, day + steps).getTime();
}

/** The same time by the clock, one period earlier: also where a clock change lies between. */
function sameTimeBefore(name: PeriodName, nowMs: number): number {
  const then = new Date(nowMs);
  if (name === 'year') then.setFullYear(then.getFullYear() - 1);
  else if (name === 'month') then.setMonth(then.getMonth() - 1);
  else then.setDate(then.getDate() - (name === 'week' ? 7 : 1));
  return then.getTime();
}
