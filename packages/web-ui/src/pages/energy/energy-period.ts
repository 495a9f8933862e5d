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
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** As much time of the period before, for a comparison. */
  readonly before: { readonly from: number; readonly to: number };
}

/** The day, week from Monday, month or year of a moment in the zone of the browser, up to that moment. */
export function energyPeriod(range: string | undefined, nowMs: number): EnergyPeriod {
  const [name, group] = PERIODS.find(([each]) => each === range) ?? PERIODS[0];
  const from = beginOf(name, nowMs, 0);
  const before = beginOf(name, nowMs, -1);
  return { name, group, from, to: nowMs, before: { from: before, to: Math.min(before + nowMs - from, from) } };
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
