import type { z } from 'zod';
import type { corrections, schedule, scheduleListItem, weekProfile } from '../schemas/schedules.js';
import type { DeepReadonly } from './deep-readonly.js';

/** The weekly programme of a channel. */
export interface Schedule extends DeepReadonly<z.output<typeof schedule>> {}

/** A channel that has a weekly programme. */
export interface ScheduleListItem extends DeepReadonly<z.output<typeof scheduleListItem>> {}

/** Capabilities of a weekly programme, and the channels that follow it. */
export interface WeekProfileResponse extends DeepReadonly<z.output<typeof weekProfile>> {}

/** The channel that a weekly programme belongs to. */
export type ScheduleChannelRef = Schedule['channel'];
/** A profile of a thermostat: its temperatures on each day of the week. */
export type ClimateProfile = NonNullable<Schedule['profiles']>[string];
/** Temperatures of a thermostat on one day of the week. */
export type ClimateWeekday = ClimateProfile['weekdays'][string];
/** One switching time. */
export type SimpleScheduleEntry = NonNullable<Schedule['simple_entries']>[number];
/** A time that could not be stored as asked for. */
export type ScheduleCorrection = NonNullable<DeepReadonly<z.output<typeof corrections>>['corrections']>[number];
/** A channel that can follow a weekly programme. */
export type TargetChannelSummary = NonNullable<WeekProfileResponse['available_target_channels']>[string];
