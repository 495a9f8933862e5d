import type { HistorySample, HistoryView } from '../../ports/history.js';
import type { Period, RollUp } from '../../ports/roll-ups.js';
import { localDay } from '../../use-case/local-day.js';
import { isByDay, KEYFRAME_MS } from '../../use-case/series.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A keyframe may wait for the next writing. */
const LOOK_BACK_MS = KEYFRAME_MS + 1_800_000;

/** One reading of stored values: of single samples, or of the hours or days made of them. */
export interface TierRead extends Period {
  readonly tier: 'sample' | 'hour' | 'day';
}

/** How a range is read. */
export interface TierPlan {
  /** Milliseconds of the longest roll-ups that are read; 0 where all are single samples. */
  readonly unit: number;
  /** In order of their times. The first one looks back before the range. */
  readonly reads: readonly TierRead[];
}

/**
 * Chooses what a range is read of: `width` is the length of one part of the answer. Days and hours are read where a part
 * is at least as long, or where the samples are gone; the rest of the range, where one ends within them, of the next
 * finer ones.
 *
 * @example
 * const { reads } = await planTiers(history, { from, to }, 86_400_000);
 */
export async function planTiers(
  history: Pick<HistoryView, 'extent' | 'rollUps'>,
  range: Period,
  width: number,
): Promise<TierPlan> {
  const [{ oldestAt: samplesFrom = range.to }, rolled] = await Promise.all([
    history.extent(),
    history.rollUps.extent(),
  ]);
  const until = Math.min(range.to, rolled.until ?? range.from);
  const areGone = samplesFrom > range.from && (rolled.oldestAt ?? range.to) < samplesFrom;
  const isRolled = rolled.oldestAt !== undefined && until > range.from;
  const unit = !isRolled ? 0 : width >= DAY_MS ? DAY_MS : width >= HOUR_MS || areGone ? HOUR_MS : 0;
  if (unit === 0) return { unit, reads: [{ tier: 'sample', from: range.from - LOOK_BACK_MS, to: range.to }] };
  const hours = { from: hourFrom(range.from), to: Math.max(hourFrom(range.from), hourUntil(until)) };
  const begin: TierRead = areGone
    ? { tier: 'hour', from: range.from - DAY_MS, to: hours.from }
    : { tier: 'sample', from: range.from - LOOK_BACK_MS, to: hours.from };
  const reads = [begin, ...rolledReads(hours, unit), { tier: 'sample', from: hours.to, to: range.to } as const];
  // A short range may end within the hour in which it begins.
  const inside = reads.map((read) => ({ ...read, to: Math.min(read.to, range.to) }));
  return { unit, reads: inside.filter(({ from, to }) => from < to) };
}

function rolledReads(hours: Period, unit: number): readonly TierRead[] {
  const first = localDay(hours.from);
  const days = { from: first.from === hours.from ? first.from : first.to, to: localDay(hours.to).from };
  if (unit < DAY_MS || days.from >= days.to) return [{ tier: 'hour', ...hours }];
  return [
    { tier: 'hour', from: hours.from, to: days.from },
    { tier: 'day', ...days },
    { tier: 'hour', from: days.to, to: hours.to },
  ];
}

/** Hours begin with their local day. */
function hourFrom(at: number): number {
  const { from } = localDay(at);
  return from + Math.ceil((at - from) / HOUR_MS) * HOUR_MS;
}

function hourUntil(at: number): number {
  const { from } = localDay(at);
  return from + Math.floor((at - from) / HOUR_MS) * HOUR_MS;
}

/** Samples or roll-ups, as they were read. */
export type TierSlice =
  | { readonly samples: readonly HistorySample[]; readonly parts?: undefined }
  /** `end`: begin of the single samples that follow. */
  | { readonly parts: readonly RollUp[]; readonly samples?: undefined; readonly end: number };

/**
 * Reads series as planned, slice by slice.
 *
 * @example
 * for await (const { samples, parts } of readTiers(history, series, plan)) take(samples ?? parts);
 */
export async function* readTiers(
  history: Pick<HistoryView, 'read' | 'rollUps'>,
  series: readonly string[],
  { reads }: TierPlan,
): AsyncGenerator<TierSlice, void, void> {
  const rolled = reads.filter(({ tier }) => tier !== 'sample');
  const end = rolled.at(-1)?.to ?? 0;
  const byHour = series.filter((each) => !isByDay(each));
  const byDay = series.filter(isByDay);
  for (const read of reads) {
    const { tier, from, to } = read;
    if (tier === 'sample') {
      for await (const samples of history.read({ series, from, to })) yield { samples };
      continue;
    }
    for await (const parts of history.rollUps.read({ series: byHour, from, to }, tier)) yield { parts, end };
    if (read !== rolled[0] || byDay.length === 0) continue;
    // Whole days, also the one in which the range begins.
    const days = { from: localDay(from).from, to: Math.max(localDay(from).to, localDay(end).from) };
    for await (const parts of history.rollUps.read({ series: byDay, ...days }, 'day')) yield { parts, end };
  }
}
