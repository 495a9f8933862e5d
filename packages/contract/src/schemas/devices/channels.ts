import { z } from 'zod';
import { timestamp, wordOf } from '../common.js';

/** The keys or other momentary inputs of a channel, with their last event. */
export const eventGroupSummary = z
  .object({
    channel_address: z.string(),
    unique_id: z.string(),
    kind: wordOf(['keypress', 'impulse', 'device_error']),
    event_types: z.array(z.string()),
    parameters: z.array(z.string()),
    available: z.boolean(),
    last_triggered_event: z
      .object({ parameter: z.string(), value: z.unknown().optional(), triggered_at: timestamp.optional() })
      .optional(),
  })
  .meta({ id: 'EventGroupSummary' });

/** Flags of a channel: hidden from lists, and locked against writes. */
export const channelFlags = z.object({ hidden: z.boolean(), locked: z.boolean() }).meta({ id: 'ChannelFlags' });

/** Changes of the flags of a channel. */
export const channelFlagsUpdate = z
  .strictObject({ hidden: z.boolean().optional(), locked: z.boolean().optional() })
  .meta({ id: 'ChannelFlagsUpdate' });

const labels = {
  name: z.string().min(1).max(128).optional(),
  rooms: z.array(z.string().min(1).max(128)).max(64).optional().describe('Replaces the rooms.'),
  functions: z.array(z.string().min(1).max(128)).max(64).optional().describe('Replaces the functions.'),
} as const;

/** Changes of the name, rooms and functions of a channel. */
export const channelUpdate = z.strictObject(labels).meta({ id: 'ChannelUpdate' });

/** Changes of the name, rooms and functions of a device. */
export const deviceUpdate = z
  .strictObject({ ...labels, include_channels: z.boolean().default(false).describe('Also names the channels.') })
  .meta({ id: 'DeviceUpdate' });

/** Names that the CCU changed, because another device or channel has them. */
export const nameCorrections = z
  .object({
    corrections: z
      .array(z.object({ address: z.string(), requested: z.string(), applied: z.string() }))
      .optional()
      .describe('Names that the CCU changed: it puts a number behind a name that is taken.'),
  })
  .meta({ id: 'NameCorrections' });
