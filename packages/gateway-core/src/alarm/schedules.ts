import { type AlarmState, type Plan, type ScheduleConfig, WEEKDAYS } from '@ccu-gateway/alarm';
import type { Time } from '../ports/time.js';
import type { AlarmEvent } from './alarm.js';

/** Ports of the schedules of the alarm system. */
export interface ScheduleDeps {
  readonly time: Time;
  /** Date and time on the clock of the wall, as `2026-11-29 22:00`, for milliseconds since the Unix epoch. */
  readonly localTime: (at: number) => string;
  /** False while the clock of the machine cannot be right. */
  readonly clockIsRight: () => boolean;
}

/** Finds the schedules whose time has come. */
export interface Schedules {
  /** Begins with the minute of this time. */
  resumeAt(at: number): void;
  /**
   * Inputs for the occurrences since the minute of the last call, oldest first. Called before a change of schedules, so that
   * a new one has not elapsed in the present minute.
   */
  elapsed(now: { readonly plan: Plan; readonly state: AlarmState }): readonly AlarmEvent[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** An occurrence that passed while the process was away is made up for within this time. */
const MAKE_UP_MS = 15 * MINUTE_MS;
const DAYS_OF_WEEK = 7;

type Scheduled = Extract<AlarmEvent, { kind: 'scheduled' }>;

/**
 * Compares times as the wall shows them, and not their distances. A time that the change to summer time leaves out comes
 * with the next minute that exists. One that comes twice has the same name both times, which the engine takes once.
 */
export function createSchedules({ time, localTime, clockIsRight }: ScheduleDeps): Schedules {
  /** First minute that was not searched yet. */
  let next = 0;
  const minuteOf = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS;

  return {
    resumeAt(at) {
      next = minuteOf(at);
    },
    elapsed({ plan, state }) {
      const present = minuteOf(time.now());
      if (!clockIsRight() || present + MINUTE_MS === next) return [];
      // A clock that has jumped back goes on from there.
      const from = Math.min(next, present);
      next = present + MINUTE_MS;
      // Each begins after the minute before it: the wall may skip times between two minutes.
      const after = localTime(from - MINUTE_MS);
      const madeUpAfter = localTime(Math.max(from, present - MAKE_UP_MS) - MINUTE_MS);
      const until = localTime(present);
      return plan.config.zones
        .flatMap(({ id: zone, schedules = [] }) =>
          schedules.flatMap((schedule) => {
            const occurrence = lastOf(schedule, until);
            if (occurrence === undefined || occurrence <= after) return [];
            if (state.zones[zone]?.occurrences?.includes(occurrence)) return [];
            return [inputOf(zone, schedule, { occurrence, isMissed: occurrence <= madeUpAfter })];
          }),
        )
        .sort((a, b) => (a.occurrence < b.occurrence ? -1 : 1));
    },
  };
}

function inputOf(
  zone: string,
  { mode, arms }: ScheduleConfig,
  found: Pick<Scheduled, 'occurrence' | 'isMissed'>,
): Scheduled {
  return { kind: 'scheduled', zone, mode, arms, ...found };
}

/** The newest occurrence of a schedule up to a local time; undefined where a week has none. */
function lastOf({ days, time }: ScheduleConfig, until: string): string | undefined {
  const today = Date.parse(until.slice(0, 10));
  for (let back = 0; back <= DAYS_OF_WEEK; back += 1) {
    const date = new Date(today - back * DAY_MS);
    const occurrence = `${date.toISOString().slice(0, 10)} ${time}`;
    const day = WEEKDAYS[date.getUTCDay()];
    if (occurrence <= until && day !== undefined && days.includes(day)) return occurrence;
  }
  return undefined;
}
