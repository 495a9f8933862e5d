import { z } from 'zod';
import { timestamp } from './common.js';
import { dataPointSummary } from './devices.js';

const anyRecord = z.record(z.string(), z.unknown());

export const eventGroupSummary = z
  .object({
    channel_address: z.string(),
    unique_id: z.string(),
    kind: z.string(),
    event_types: z.array(z.string()),
    parameters: z.array(z.string()),
    available: z.boolean(),
    last_triggered_event: z
      .object({ parameter: z.string(), value: z.unknown().optional(), triggered_at: timestamp.optional() })
      .optional(),
  })
  .meta({ id: 'EventGroupSummary' });

export const channelFlags = z.object({ hidden: z.boolean(), locked: z.boolean() }).meta({ id: 'ChannelFlags' });
export const channelFlagsUpdate = z
  .strictObject({ hidden: z.boolean().optional(), locked: z.boolean().optional() })
  .meta({ id: 'ChannelFlagsUpdate' });

const priority = z.enum(['critical', 'high', 'default', 'low']).optional();

export const customDataPoint = z
  .object({
    name: z.string(),
    unique_id: z.string(),
    category: z.string(),
    channel_no: z.int(),
    supported_operations: z.array(z.string()),
    kind: z.string().optional(),
    channels: z.array(z.int()).optional(),
    capabilities: z.record(z.string(), z.boolean()).optional(),
    config: anyRecord.optional(),
    state: anyRecord.optional(),
    translated_name: z.string().optional(),
    parameter_name: z.string().optional(),
  })
  .meta({ id: 'CustomDPSummary' });

export const invokeRequest = z
  .strictObject({ params: anyRecord.optional().describe('Parameters of the operation by name.'), priority })
  .meta({ id: 'CustomDPInvokeRequest' });

export const calculatedDataPoint = z
  .object({
    name: z.string(),
    unique_id: z.string(),
    value: z.union([z.number(), z.boolean(), z.null()]),
    observed: z.boolean(),
    available: z.boolean(),
    category: z.string().optional(),
    translated_name: z.string().optional(),
    modified_at: timestamp.optional(),
    unit: z.string().optional(),
    additional_information: anyRecord.optional(),
    depends_on: z.array(z.string()).optional(),
  })
  .meta({ id: 'CalculatedDPSummary' });

export const batchRequest = z
  .strictObject({
    queries: z.array(
      z.strictObject({
        address: z.string().min(1).max(64),
        channel: z.int().min(0),
        parameter: z.string().min(1).max(128),
      }),
    ),
  })
  .meta({ id: 'ValuesBatchRequest' });

export const batchResponse = z
  .object({
    results: z.array(
      z.object({
        address: z.string(),
        channel: z.int(),
        parameter: z.string(),
        summary: dataPointSummary.optional(),
        error: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'ValuesBatchResponse' });

export const paramsetValues = z.record(z.string().min(1).max(128), z.json()).meta({ id: 'ParamsetValues' });

export const exportedConfiguration = z
  .object({
    version: z.literal('1.0'),
    exported_at: timestamp,
    central_name: z.string().optional(),
    device_address: z.string(),
    model: z.string(),
    channel_address: z.string(),
    channel_type: z.string(),
    paramset_key: z.enum(['VALUES', 'MASTER']),
    values: anyRecord,
  })
  .meta({ id: 'ExportedConfiguration' });

const labels = {
  name: z.string().min(1).max(128).optional(),
  rooms: z.array(z.string().min(1).max(128)).max(64).optional().describe('Replaces the rooms.'),
  functions: z.array(z.string().min(1).max(128)).max(64).optional().describe('Replaces the functions.'),
} as const;
export const channelUpdate = z.strictObject(labels).meta({ id: 'ChannelUpdate' });
export const deviceUpdate = z
  .strictObject({ ...labels, include_channels: z.boolean().default(false).describe('Also names the channels.') })
  .meta({ id: 'DeviceUpdate' });

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
export const scheduleListItem = z
  .object({
    central: z.string(),
    address: z.string(),
    name: z.string(),
    model: z.string().optional(),
    channel: channelRef,
    kind: z.enum(['week_profile', 'climate']),
  })
  .meta({ id: 'ScheduleListItem' });
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
export const profileCopy = z
  .strictObject({
    source_profile: profileNumber,
    target_channel_address: z.string().min(1).max(64),
    target_profile: profileNumber,
  })
  .meta({ id: 'CopyProfileRequest' });
export const scheduleCopy = z
  .strictObject({ target_device_address: z.string().min(1).max(64) })
  .meta({ id: 'CopyScheduleRequest' });
export const activeProfile = z
  .strictObject({ profile: z.string().regex(/^P[1-6]$/) })
  .meta({ id: 'ActiveProfileRequest' });
export const channelLock = z.strictObject({ enabled: z.boolean() }).meta({ id: 'ChannelLockRequest' });

const text = z.string().optional();
export const link = z
  .object({
    sender_address: z.string(),
    receiver_address: z.string(),
    peer_address: z.string(),
    direction: z.string(),
    name: text,
    description: text,
    flags: z.int().optional(),
    sender_device_name: text,
    sender_device_model: text,
    sender_channel_type: text,
    sender_channel_type_label: text,
    sender_channel_name: text,
    receiver_device_name: text,
    receiver_device_model: text,
    receiver_channel_type: text,
    receiver_channel_type_label: text,
    receiver_channel_name: text,
    peer_device_name: text,
    peer_device_model: text,
    central_name: text,
    interface_id: text,
  })
  .meta({ id: 'Link' });
const channelAddress = z.string().min(3).max(64);
export const linkRequest = z
  .strictObject({
    sender_address: channelAddress,
    receiver_address: channelAddress,
    name: z.string().max(256).optional(),
    description: z.string().max(1024).optional(),
  })
  .meta({ id: 'LinkRequest' });
export const linkTest = z
  .strictObject({
    sender_address: channelAddress,
    receiver_address: channelAddress,
    long_press: z.boolean().default(false),
  })
  .meta({ id: 'LinkTestRequest' });
export const linkableChannel = z
  .object({
    address: z.string(),
    device_address: z.string(),
    channel_type: text,
    channel_type_label: text,
    channel_name: text,
    device_name: text,
    device_model: text,
  })
  .meta({ id: 'LinkableChannel' });
