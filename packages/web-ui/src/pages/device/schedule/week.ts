import type { CallAnswer } from '@ccu-gateway/client';

export type Schedule = CallAnswer<'getChannelSchedule'>;
export type Profiles = NonNullable<Schedule['profiles']>;
export type Day = Profiles[string]['weekdays'][string];
export type Period = Day['periods'][number];
export type Entry = NonNullable<Schedule['simple_entries']>[number];

export const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const DAY_MINUTES = 1440;
const TIME = /^(\d{1,2}):(\d{2})$/;

/** Minutes of the day, 0 to 1440; `undefined` for a text that is no time. */
export function minutesOf(time: string): number | undefined {
  const [, hour = Number.NaN, minute = Number.NaN] = (TIME.exec(time) ?? []).map(Number);
  const minutes = hour * 60 + minute;
  return minute < 60 && minutes <= DAY_MINUTES ? minutes : undefined;
}

export function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** A stretch of a day at one temperature. */
export interface Block {
  readonly from: number;
  readonly to: number;
  readonly temperature: number;
  /** Index in `periods`; undefined where the base temperature holds. */
  readonly period?: number;
}

/** The whole day from midnight to midnight, without a gap. */
export function blocksOf({ base_temperature: base, periods }: Day): readonly Block[] {
  const sorted = periods
    .map(({ start_time, end_time, temperature }, period) => ({
      from: minutesOf(start_time) ?? 0,
      to: minutesOf(end_time) ?? 0,
      temperature,
      period,
    }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from);
  const blocks: Block[] = [];
  let at = 0;
  for (const block of sorted) {
    if (block.from > at) blocks.push({ from: at, to: block.from, temperature: base });
    blocks.push(block);
    at = Math.max(at, block.to);
  }
  if (at < DAY_MINUTES) blocks.push({ from: at, to: DAY_MINUTES, temperature: base });
  return blocks;
}

/** Fault of an edited day: the index of the period and the reason. */
export type DayFault = { readonly period: number; readonly reason: 'time' | 'order' | 'overlap' };

export function faultsOf({ periods }: Day): readonly DayFault[] {
  const read = periods.map(({ start_time, end_time }, period) => ({
    period,
    from: minutesOf(start_time),
    to: minutesOf(end_time),
  }));
  const faults = read.flatMap(({ period, from, to }): readonly DayFault[] => {
    if (from === undefined || to === undefined) return [{ period, reason: 'time' }];
    return to > from ? [] : [{ period, reason: 'order' }];
  });
  if (faults.length > 0) return faults;
  const sorted = [...read].sort((a, b) => a.from! - b.from!);
  return sorted.flatMap(({ period, from }, index): readonly DayFault[] =>
    index > 0 && from! < sorted[index - 1]!.to! ? [{ period, reason: 'overlap' }] : [],
  );
}

/** Edited days, by profile and weekday. The rest of the schedule stays as loaded. */
export type Edits = ReadonlyMap<string, Day>;

export const editKey = (profile: string, weekday: string): string => `${profile}/${weekday}`;

export function dayIn(schedule: Schedule, edits: Edits, profile: string, weekday: string): Day | undefined {
  return edits.get(editKey(profile, weekday)) ?? schedule.profiles?.[profile]?.weekdays[weekday];
}

/** Applies an edited day; a day with its loaded values does not count as changed. */
export function edited(schedule: Schedule, edits: Edits, at: { profile: string; weekday: string }, day: Day): Edits {
  const next = new Map(edits);
  const key = editKey(at.profile, at.weekday);
  if (sameDay(schedule.profiles?.[at.profile]?.weekdays[at.weekday], day)) next.delete(key);
  else next.set(key, day);
  return next;
}

/** A copy of one day on others. */
export function copied(
  schedule: Schedule,
  edits: Edits,
  from: { readonly profile: string; readonly weekday: string },
  weekdays: readonly string[],
): Edits {
  const day = dayIn(schedule, edits, from.profile, from.weekday);
  if (day === undefined) return edits;
  return weekdays.reduce(
    (all, weekday) => edited(schedule, all, { profile: from.profile, weekday }, structuredClone(day)),
    edits,
  );
}

function sameDay(a: Day | undefined, b: Day): boolean {
  return a !== undefined && a.base_temperature === b.base_temperature && periodsText(a) === periodsText(b);
}

const periodsText = ({ periods }: Day): string =>
  JSON.stringify(periods.map(({ start_time, end_time, temperature }) => [start_time, end_time, temperature]));

/** Request body: the changed days and nothing else, so that the device keeps the rest bit by bit. */
export function climateWrite({ channel, kind }: Schedule, edits: Edits): Schedule {
  const profiles: Record<string, { weekdays: Record<string, Day> }> = {};
  for (const [key, day] of edits) {
    const [profile = '', weekday = ''] = key.split('/');
    profiles[profile] ??= { weekdays: {} };
    profiles[profile].weekdays[weekday] = { ...day, periods: [...day.periods].sort(byStart) };
  }
  return { channel, kind, profiles };
}

const byStart = (a: Period, b: Period): number => (minutesOf(a.start_time) ?? 0) - (minutesOf(b.start_time) ?? 0);
