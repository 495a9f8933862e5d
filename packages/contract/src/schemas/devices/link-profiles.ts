import { z } from 'zod';
import { alwaysSent } from '../common.js';
import { confirmReason } from './devices.js';

const channelAddress = z.string().min(3).max(64);

/** Values of people for the parameters of a profile, by their names. */
export const linkSettings = z.record(z.string().max(64), z.number());

/** A parameter of a profile that people set. */
export const linkSetting = z
  .object({
    id: z.string(),
    label: z.string(),
    unit: z.string().optional(),
    min: z.number(),
    max: z.number(),
    default: z.number(),
    options: z
      .array(z.object({ value: z.int(), label: z.string() }))
      .optional()
      .describe('The value is one of these.'),
    parameters: z.array(z.string()).describe('Parameters of the device that it sets.'),
  })
  .meta({ id: 'LinkSetting' });

/** A meaning that a link can have, with the parameters of the device that make it so. */
export const linkProfile = z
  .object({
    id: z.int(),
    kind: alwaysSent(z.string()).describe('Stable name.'),
    name: z.string(),
    description: z.string().describe('One sentence: the event, and the reaction of the receiver.'),
    confirm: confirmReason.optional().describe('People confirm this profile before it is written.'),
    settings: alwaysSent(z.array(linkSetting)),
    values: z.record(z.string(), z.unknown()).describe('Parameters of the device, with the defaults of the settings.'),
  })
  .meta({ id: 'LinkProfile' });

/** An end of a link that does not receive a change at once. */
export const linkWait = z
  .object({
    address: z.string(),
    device_name: z.string(),
    until: z
      .enum(['next_report', 'key_press'])
      .describe('It receives at its next report, or after a press of one of its keys.'),
  })
  .meta({ id: 'LinkWait' });

/** Profiles that a pair of channels can have, and the one that their link has. */
export const linkProfiles = z
  .object({
    interface_id: z.string(),
    exists: alwaysSent(z.boolean()).describe('Whether the channels are linked.'),
    active_profile_id: z.int().describe('0 when the link is set individually, or does not exist.'),
    active_settings: linkSettings.optional(),
    waits: alwaysSent(z.array(linkWait)).describe('Ends that sleep.'),
    profiles: z.array(linkProfile),
  })
  .meta({ id: 'LinkProfiles' });

/** A profile for a link, with the settings of people. */
export const linkProfileRequest = z
  .strictObject({
    sender_address: channelAddress,
    receiver_address: channelAddress,
    profile_id: z.int(),
    settings: linkSettings.optional().describe('Settings left out have their defaults.'),
    confirm: z.boolean().default(false).describe('Needed for profiles with a reason to confirm.'),
  })
  .meta({ id: 'LinkProfileRequest' });

/** The exact effect of a profile. */
export const linkProfilePreview = z
  .object({
    profile_id: z.int(),
    settings: linkSettings.describe('The nearest values that the device can store.'),
    effect: alwaysSent(z.string()).describe('The event and the reaction of the receiver in words, with the settings.'),
    confirm: confirmReason.optional(),
    changes: z.array(
      z.object({
        parameter: z.string(),
        label: z.string(),
        from: z.union([z.number(), z.boolean(), z.string()]).optional().describe('Absent before the link exists.'),
        to: z.union([z.number(), z.boolean(), z.string()]),
      }),
    ),
    waits: z.array(linkWait),
  })
  .meta({ id: 'LinkProfilePreview' });

/** A profile that was written. */
export const linkProfileApplied = z
  .object({
    success: z.literal(true),
    profile_id: z.int(),
    written: z.int().describe('Parameters that were sent.'),
    interface_id: z.string(),
    waits: alwaysSent(z.array(linkWait)),
  })
  .meta({ id: 'LinkProfileApplied' });
