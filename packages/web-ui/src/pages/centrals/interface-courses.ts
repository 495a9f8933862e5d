import type { CallAnswer } from '@ccu-gateway/client';
import { type Course, courseIn } from '../../history/course.js';
import type { ValueHistory } from '../../history/series.js';
import type { Interruptions } from './interruptions.js';

/** How an interface went in the last day, as far as that was recorded and counted. */
export interface InterfaceCourse {
  readonly dutyCycle?: Course;
  readonly carrierSense?: Course;
  /** Reports of its devices, hour by hour; the last hour still runs. Only where devices are reached over the air. */
  readonly reports?: readonly number[];
  readonly reportsPerMinute?: number;
  readonly interruptions?: Interruptions;
}

const HOUR_MS = 3_600_000;
const METRICS = { duty_cycle: 'dutyCycle', carrier_sense: 'carrierSense' } as const;

/** By id of the interface. */
export function interfaceCourses(
  history: Pick<ValueHistory, 'from' | 'to' | 'gaps' | 'retention' | 'series'> | undefined,
  traffic: Pick<CallAnswer<'readRadioTraffic'>, 'since' | 'interfaces'> | undefined,
  now: number,
): ReadonlyMap<string, InterfaceCourse> {
  const courses = new Map<string, InterfaceCourse>();
  const add = (id: string, course: InterfaceCourse) => courses.set(id, { ...courses.get(id), ...course });
  for (const series of history?.series ?? []) {
    const metric = METRICS[series.parameter as keyof typeof METRICS];
    const course = history && courseIn(history, series);
    if (metric !== undefined && course !== undefined) add(series.interface_id ?? '', { [metric]: course });
  }
  for (const { interface_id: id, reports } of traffic?.interfaces ?? []) {
    add(id, { reports, reportsPerMinute: perMinute(reports, Date.parse(traffic!.since), now) });
  }
  return courses;
}

/** Of the hour that runs and the one before it, as far as the gateway was there to count. */
function perMinute(hours: readonly number[], since: number, now: number): number {
  const begin = Math.max(since, Math.floor(now / HOUR_MS) * HOUR_MS - HOUR_MS);
  const minutes = Math.max(1, (now - begin) / 60_000);
  return hours.slice(-2).reduce((all, count) => all + count, 0) / minutes;
}
