import type { HistoryStore } from '../../ports/history.js';
import type { ImportReport } from '../../ports/history-import.js';
import type { HistorySpool, SpooledSeries } from '../../ports/history-spool.js';
import type { FilledDay, Period, RollUp } from '../../ports/roll-ups.js';
import type { NextTurn } from '../../ports/time.js';
import { localDay } from '../../use-case/local-day.js';
import { countingOf } from '../rolled/counter.js';
import { createSeriesRollUp, mergeRollUps, type SeriesRollUp } from '../rolled/fold.js';
import { ownHours } from './own-hours.js';
import { NOTHING_STORED } from './report.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A program that stores changes alone writes a value that stands for long only once. */
const STANDS_MS = DAY_MS;
/** Series that share rows of the store. */
const GROUP = 32;
/** Days of one transaction: some milliseconds. */
const DAYS_AT_ONCE = 4;
/** Samples of one transaction. */
const LOT = 2_000;

type Stored = ImportReport['stored'];

export interface StoreSpoolDeps {
  readonly spool: HistorySpool;
  readonly store: Pick<HistoryStore, 'append' | 'read' | 'rollUps' | 'extent'>;
  readonly now: () => number;
  /** Milliseconds for which hours are kept; 0 where they are not. */
  readonly keptMs: number;
  readonly nextTurn: NextTurn;
  /** True when nothing more is to be stored. */
  readonly isCancelled: () => boolean;
  readonly progress: (stored: Stored, percent: number) => void;
}

/**
 * Stores sorted samples where there is nothing yet: as samples where these are rolled up later, else as the hours and days made
 * of them. Reports what is stored after each transaction, so that it is known where one fails.
 */
export async function storeSpool(deps: StoreSpoolDeps): Promise<void> {
  const { spool, store, now } = deps;
  const all = await spool.series();
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const { oldestAt } = await store.extent();
  const since = (await store.rollUps.openSince()) ?? localDay(Math.min(oldestAt ?? now(), now())).from;
  const tally = createTally(deps.progress, total);
  for (let start = 0; start < all.length && !deps.isCancelled(); start += GROUP) {
    const group = all.slice(start, start + GROUP);
    await storeHours(deps, group, since, tally);
    await storeSamples(deps, group, since, tally);
    tally.seen(group.reduce((sum, { count }) => sum + count, 0));
  }
}

type Tally = ReturnType<typeof createTally>;

function createTally(progress: StoreSpoolDeps['progress'], total: number) {
  let stored = NOTHING_STORED;
  let done = 0;
  const tell = () => progress(stored, Math.floor((done * 100) / Math.max(1, total)));
  return {
    add(more: Partial<Stored>): void {
      const sum = (figure: keyof Stored) => stored[figure] + (more[figure] ?? 0);
      stored = { hours: sum('hours'), values: sum('values'), known: sum('known'), too_old: sum('too_old') };
      tell();
    },
    seen(count: number): void {
      done += count;
      tell();
    },
  };
}

/** Samples before `since` are never rolled up, so that their hours are stored. */
async function storeHours(
  { spool, store, now, keptMs, nextTurn, isCancelled }: StoreSpoolDeps,
  group: readonly SpooledSeries[],
  since: number,
  tally: Tally,
): Promise<void> {
  const earliest = localDay(now() - keptMs).to;
  const begin = Math.max(earliest, Math.min(...group.map(({ from }) => from)));
  const end = Math.min(since, Math.max(...group.map(({ to }) => to)) + STANDS_MS);
  for (const { series, from } of group) {
    const limit = Math.min(earliest, since);
    if (from < limit) tally.add({ too_old: (await spool.read(series, from, limit)).length });
  }
  const folds = new Map(
    group.map(({ series }) => [series, createSeriesRollUp(series, countingOf(series), undefined, STANDS_MS)] as const),
  );
  let waiting: FilledDay[] = [];
  let days = 0;
  const write = async () => {
    if (waiting.length > 0) {
      const { added, known } = await store.rollUps.fill(waiting, since, mergeRollUps);
      tally.add({ hours: added, known });
    }
    [waiting, days] = [[], 0];
    await nextTurn();
  };
  for (let day = localDay(begin); day.from < end && !isCancelled(); day = localDay(day.to)) {
    for (const { series, from, to } of group) {
      const fold = folds.get(series);
      if (fold === undefined || from >= day.to || to + STANDS_MS < day.from) continue;
      const hours = await hoursOf(spool, fold, series, day);
      if (hours.length > 0) waiting.push({ series, ...day, hours });
    }
    days += 1;
    if (days === DAYS_AT_ONCE) await write();
  }
  await write();
}

async function hoursOf(
  spool: HistorySpool,
  fold: SeriesRollUp,
  series: string,
  day: Period,
): Promise<readonly RollUp[]> {
  const samples = await spool.read(series, day.from, day.to);
  const hours: RollUp[] = [];
  let next = 0;
  for (let from = day.from; from < day.to; from += HOUR_MS) {
    const to = Math.min(day.to, from + HOUR_MS);
    const begin = next;
    while ((samples[next]?.at ?? to) < to) next += 1;
    const hour = fold.hour({ from, to }, samples.slice(begin, next));
    if (hour !== undefined) hours.push(hour);
  }
  return hours;
}

async function storeSamples(
  { spool, store, now, nextTurn, isCancelled }: StoreSpoolDeps,
  group: readonly SpooledSeries[],
  since: number,
  tally: Tally,
): Promise<void> {
  const late = group.filter(({ to }) => to >= since);
  if (late.length === 0) return;
  const names = late.map(({ series }) => series);
  const isOwn = await ownHours(store, names, since, now());
  for (const { series, to } of late) {
    for (let day = localDay(since); day.from <= to && !isCancelled(); day = localDay(day.to)) {
      const samples = await spool.read(series, Math.max(since, day.from), day.to);
      const news = samples.filter(({ at }) => !isOwn(series, at));
      tally.add({ known: samples.length - news.length });
      for (let start = 0; start < news.length; start += LOT) {
        const lot = news.slice(start, start + LOT);
        await store.append(lot);
        tally.add({ values: lot.length });
        await nextTurn();
      }
    }
  }
}
