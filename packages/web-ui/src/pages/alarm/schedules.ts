import type { CallAnswer } from '@ccu-gateway/client';
import type { AlarmZone } from '@ccu-gateway/contract/types';

/** A time at which a zone should be armed. */
export type Schedule = AlarmZone['config']['schedules'][number];

/** Days of a week, as people list them. */
export const DAYS = [
  'mon',
  'tue',
  'wed',
  'thu',
  'fri',
  'sat',
  'sun',
] as const satisfies readonly Schedule['days'][number][];

/** Schedules that a zone may have. */
export const MOST_SCHEDULES = 20;

/** Schedules of a zone. */
export const schedulesOf = ({ config }: CallAnswer<'getAlarmZone'>): readonly Schedule[] =>
  (config?.schedules ?? []).map(({ auto_arm = false, ...schedule }) => ({ ...schedule, auto_arm }));

/** A schedule as it is added: it arms every evening. */
export const newSchedule = (mode: Schedule['mode']): Schedule => ({
  days: [...DAYS],
  time: '22:00',
  mode,
  auto_arm: true,
});

/** The same schedule with a day added or taken away. */
export function withDay(schedule: Schedule, day: Schedule['days'][number]): Schedule {
  const has = schedule.days.includes(day);
  return { ...schedule, days: DAYS.filter((each) => (each === day ? !has : schedule.days.includes(each))) };
}

/** The first fault of schedules, and the number of its schedule for people. */
export function faultOf(
  schedules: readonly Schedule[],
): { readonly text: 'noDay' | 'noTime' | 'sameTime'; readonly n: number } | undefined {
  const taken = new Set<string>();
  for (const [index, { days, time }] of schedules.entries()) {
    const n = index + 1;
    if (days.length === 0) return { text: 'noDay', n };
    if (!/^\d\d:\d\d$/.test(time)) return { text: 'noTime', n };
    const times = days.map((day) => `${day} ${time}`);
    if (times.some((each) => taken.has(each))) return { text: 'sameTime', n };
    for (const each of times) taken.add(each);
  }
  return undefined;
}
