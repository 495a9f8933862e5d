import type { HistorySample } from '../ports/history.js';
import type { Carry, RolledDay, RollUp, RollUpStore } from '../ports/roll-ups.js';

/** The roll-ups of a history in memory, and its end of them. */
export interface MemoryRollUps extends RollUpStore {
  /** Appended samples may belong to a stored day. */
  appended(samples: readonly HistorySample[]): void;
  /** Samples before this have roll-ups. */
  rolledUntil(): number;
}

/** `kept` are the samples of the history, the oldest first. */
export function createMemoryRollUps(kept: () => readonly HistorySample[]): MemoryRollUps {
  let until: number | undefined;
  let days: readonly (RolledDay & { readonly from: number; readonly to: number })[] = [];

  /** Newest of each series at a time. The days lie in order. */
  const carriesAt = (at: number): ReadonlyMap<string, Carry> =>
    new Map(days.filter(({ to }) => to <= at).map(({ series, carry }) => [series, carry]));

  const all = (tier: 'hour' | 'day'): readonly RollUp[] =>
    days.flatMap(({ hours, day }) => (tier === 'hour' ? hours : (day ?? [])));

  return {
    appended(samples) {
      for (const { at } of samples) {
        if (until === undefined || at >= until) continue;
        until = days.find(({ from, to }) => at >= from && at < to)?.from ?? until;
      }
    },
    rolledUntil: () => until ?? Number.NEGATIVE_INFINITY,
    async next(end, dayOf) {
      const since = until ?? Number.NEGATIVE_INFINITY;
      const oldest = Math.min(kept().find(({ at }) => at >= since)?.at ?? end, end);
      until = Math.max(since, dayOf(oldest).from);
      const day = { from: until, to: dayOf(until).to };
      if (day.to > end) return undefined;
      const names = new Set<string>();
      for (const { series } of kept()) names.add(series);
      for (const { series } of days) names.add(series);
      const carries = carriesAt(day.from);
      const series = new Map([...names].map((name) => [name, carries.get(name)] as const));
      return { ...day, part: 0, series };
    },
    async put({ from, to }, rolled, { maxAgeMs }) {
      if (from !== until) return;
      days = [
        ...days.filter((each) => each.to <= from && each.from >= to - maxAgeMs),
        ...rolled.map((each) => ({ ...each, from, to })),
      ];
      until = to;
    },
    async *read({ series, from, to }, tier) {
      const found = all(tier).filter((each) => series.includes(each.series) && each.from >= from && each.to <= to);
      if (found.length > 0) yield found;
    },
    async openSince() {
      return until === undefined ? undefined : Math.min(until, days.find(({ carry }) => carry.stands)?.from ?? until);
    },
    async fill(filled, end, merge) {
      until ??= end;
      let [added, known] = [0, 0];
      for (const { series, from, to, hours } of filled) {
        const before = days
          .filter((each) => each.series === series && each.from === from)
          .flatMap((each) => each.hours);
        const news = hours.filter((hour) => !before.some((each) => each.from < hour.to && each.to > hour.from));
        added += news.length;
        known += hours.length - news.length;
        const all = [...before, ...news].sort((one, other) => one.from - other.from);
        const day = merge(all, { from, to });
        const carry = { at: from, value: 0, stands: false };
        const others = days.filter((each) => each.series !== series || each.from !== from);
        const next = { series, from, to, hours: all, carry, ...(day !== undefined && { day }) };
        days = [...others, next].sort((one, other) => one.from - other.from);
      }
      return { added, known };
    },
    async extent() {
      const oldestAt = days[0]?.from;
      return { bytes: 0, ...(oldestAt !== undefined && { oldestAt }), ...(until !== undefined && { until }) };
    },
  };
}
