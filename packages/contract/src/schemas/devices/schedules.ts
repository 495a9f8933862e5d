import { z } from 'zod';
import { alwaysSent } from '../common.js';

const channelRef = z.object({ address: z.string(), number: z.int(), device_address: z.string() });

const climateProfile = z.object({
  weekdays: z.record(
    z.string(),
    z.object({
      base_temperature: z.number(),
      periods: z.array(z.object({ start_time: z.string(), end_time: z.string(), temperature: z.number() })),
    }),
  ),
});

const scheduleEntry = z.object({
  slot_no: z.int(),
  weekdays: z.array(z.string()),
  time: z.string(),
  level: z.number(),
  condition: z.string().optional(),
  astro_type: z.string().optional(),
  astro_offset_minutes: z.int().optional(),
  target_channels: z.array(z.string()).optional(),
  level_2: z.number().optional(),
  duration: z.string().optional(),
  ramp_time: z.string().optional(),
  lock_mode: z.string().optional(),
  lock_action: z.string().optional(),
  permission: z.string().optional(),
  color_type: z.int().optional(),
  color_value: z.int().optional(),
  output_behaviour: z.int().optional(),
});

/** The weekly programme of a channel. */
export const schedule = z
  .object({
    channel: channelRef,
    kind: z.enum(['climate', 'simple']),
    domain: z.string().optional(),
    active_profile: z.string().optional(),
    active_profile_index: z.int().optional(),
    profiles: z.record(z.string(), climateProfile).optional(),
    simple_entries: z.array(scheduleEntry).optional(),
    color_capable: z.boolean().optional(),
  })
  .meta({ id: 'Schedule' });

/** A channel that has a weekly programme. */
export const scheduleListItem = z
  .object({
    central: z.string(),
    address: z.string(),
    name: z.string(),
    model: alwaysSent(z.string()),
    channel: channelRef,
    kind: z.enum(['week_profile', 'climate']),
  })
  .meta({ id: 'ScheduleListItem' });

/** Values that could not be stored as requested. */
export const corrections = z
  .object({
    corrections: z
      .array(
        z.object({
          profile: z.string(),
          weekday: z.string(),
          period: z.int(),
          field: z.enum(['start_time', 'end_time']),
          requested: z.string(),
          applied: z.string(),
        }),
      )
      .optional()
      .describe('Times that could not be stored as asked for.'),
  })
  .meta({ id: 'ScheduleCorrections' });

/** Capabilities of a weekly programme, and the channels that follow it. */
export const weekProfile = z
  .object({
    address: z.string(),
    unique_id: z.string(),
    schedule_type: z.enum(['default', 'climate']),
    min_temp: z.number(),
    max_temp: z.number(),
    profile_count: z.int(),
    has_climate_schedule: z.boolean(),
    current_profile: z.string().optional(),
    available_profiles: z.array(z.string()).optional(),
    schedule_enabled: z.record(z.string(), z.boolean()).optional(),
    available_target_channels: z
      .record(
        z.string(),
        z.object({
          channel_no: z.int(),
          channel_address: z.string(),
          name: z.string(),
          channel_type: z.enum(['primary', 'secondary']),
          unique_id: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'WeekProfileResponse' });

const profileNumber = z.int().min(1).max(6);

/** A profile of a thermostat to be copied. */
export const profileCopy = z
  .strictObject({
    source_profile: profileNumber,
    target_channel_address: z.string().min(1).max(64),
    target_profile: profileNumber,
  })
  .meta({ id: 'CopyProfileRequest' });

/** A weekly programme to be copied to another device. */
export const scheduleCopy = z
  .strictObject({ target_device_address: z.string().min(1).max(64) })
  .meta({ id: 'CopyScheduleRequest' });

/** The profile that a thermostat is to follow. */
export const activeProfile = z
  .strictObject({ profile: z.string().regex(/^P[1-6]$/) })
  .meta({ id: 'ActiveProfileRequest' });

/** Connection of a channel to the weekly programme. */
export const channelLock = z.strictObject({ enabled: z.boolean() }).meta({ id: 'ChannelLockRequest' });
