import type { HouseRecords } from '../model/state.js';
import type { PlannedSchedule } from '../requests/families.js';
import { invalid } from '../requests/result.js';
import { layoutOf, readProfiles, type Values } from './climate.js';
import { describeSchedule, planSchedule } from './schedule.js';
import type { ScheduleSource } from './source.js';

export interface ScheduleWithValues {
  readonly source: ScheduleSource;
  readonly values: Values;
}

/** The whole week of one device onto another. An entry that the other cannot hold is refused, not left out. */
export function planCopy(house: HouseRecords, from: ScheduleWithValues, to: ScheduleWithValues): PlannedSchedule {
  if (from.source.kind !== to.source.kind) {
    return {
      ok: false,
      code: 'unsupported',
      message: `a ${from.source.kind} schedule does not fit a ${to.source.kind} one`,
    };
  }
  const schedule = describeSchedule(from.source, from.values);
  return planSchedule(house, to.source, to.values, {
    kind: schedule.kind,
    ...(schedule.profiles === undefined ? {} : { profiles: schedule.profiles }),
    ...(schedule.simple_entries === undefined ? {} : { simple_entries: schedule.simple_entries }),
  });
}

/** One profile (from 1) of a thermostat onto a profile of the same or another one. */
export function planProfileCopy(
  house: HouseRecords,
  from: ScheduleWithValues & { readonly profile: number },
  to: ScheduleWithValues & { readonly profile: number },
): PlannedSchedule {
  if (from.source.kind !== 'climate' || to.source.kind !== 'climate') {
    return { ok: false, code: 'unsupported', message: 'only thermostats have profiles' };
  }
  const profile = readProfiles(layoutOf(from.source.description), from.values)[`P${from.profile}`];
  if (profile === undefined) {
    return invalid('there is no such profile', [{ field: 'source_profile', reason: 'is not a profile of the source' }]);
  }
  const planned = planSchedule(house, to.source, to.values, { profiles: { [`P${to.profile}`]: profile } });
  if (planned.ok || planned.code !== 'validation') return planned;
  return { ...planned, errors: planned.errors.map((error) => ({ ...error, field: 'target_profile' })) };
}
