import type { z } from 'zod';
import type { corrections, schedule, scheduleListItem, weekProfile } from '../schedules.js';
import type { DeepReadonly } from './deep-readonly.js';

export interface Schedule extends DeepReadonly<z.output<typeof schedule>> {}

export interface ScheduleListItem extends DeepReadonly<z.output<typeof scheduleListItem>> {}

export interface WeekProfileResponse extends DeepReadonly<z.output<typeof weekProfile>> {}

export type ScheduleChannelRef = Schedule['channel'];
/** A profile of a thermostat: what it does on each day of the week. */
export type ClimateProfile = NonNullable<Schedule['profiles']>[string];
export type ClimateWeekday = ClimateProfile['weekdays'][string];
export type SimpleScheduleEntry = NonNullable<Schedule['simple_entries']>[number];
/** A time that could not be stored as asked for. */
export type ScheduleCorrection = NonNullable<DeepReadonly<z.output<typeof corrections>>['corrections']>[number];
export type TargetChannelSummary = NonNullable<WeekProfileResponse['available_target_channels']>[string];
