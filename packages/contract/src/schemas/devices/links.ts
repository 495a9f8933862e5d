import { z } from 'zod';
import { wordOf } from '../common.js';
import { linkSettings } from './link-profiles.js';

const text = z.string().optional();

/** A direct link between two channels. */
export const link = z
  .object({
    sender_address: z.string(),
    receiver_address: z.string(),
    peer_address: z.string(),
    direction: wordOf(['outgoing', 'incoming']),
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
    profile: z
      .object({
        id: z.int().describe('0 for a link that is set individually.'),
        name: z.string(),
        settings: z.array(
          z.object({
            id: z.string(),
            label: z.string(),
            value: z.number(),
            unit: text,
            option: text.describe('The value in words, for a choice.'),
          }),
        ),
      })
      .optional()
      .describe('Only where it was asked for, and where the receiver is known.'),
  })
  .meta({ id: 'Link' });

const channelAddress = z.string().min(3).max(64);

const describedLink = {
  sender_address: channelAddress,
  receiver_address: channelAddress,
  name: z.string().max(256).optional(),
  description: z.string().max(1024).optional(),
} as const;

/** A direct link to be renamed or removed. */
export const linkRequest = z.strictObject(describedLink).meta({ id: 'LinkRequest' });

/** A direct link to be made, with the factory setting or with a profile. */
export const newLinkRequest = z
  .strictObject({
    ...describedLink,
    profile_id: z.int().optional().describe('A profile of `GET /devices/{addr}/links/profiles`.'),
    settings: linkSettings.optional().describe('Settings of the profile; those left out have their defaults.'),
    confirm: z
      .boolean()
      .default(false)
      .describe('Needed for a profile with a reason to confirm, which the factory setting can be.'),
  })
  .meta({ id: 'NewLinkRequest' });

/** A link with a receiver that should react as if its sender had been pressed. */
export const linkTest = z
  .strictObject({
    sender_address: channelAddress,
    receiver_address: channelAddress,
    long_press: z.boolean().default(false),
  })
  .meta({ id: 'LinkTestRequest' });

/** A channel that another one can be linked with. */
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

/** Links of the keys of a device with the CCU. */
export const centralLinksStatus = z
  .object({
    supported: z.boolean(),
    reason: z
      .enum(['interface_unsupported', 'virtual_remote', 'no_keys'])
      .optional()
      .describe('Why the device has no such links.'),
    eligible_channels: z.int().optional(),
    channels: z
      .array(
        z
          .object({
            address: z.string(),
            number: z.int(),
            eligible: z.boolean(),
            active: z.boolean().optional().describe('Absent where the CCU does not tell.'),
          })
          .meta({ id: 'CentralLinksChannelStatus' }),
      )
      .optional(),
    active_state_known: z.boolean().optional().describe('Whether the CCU lists its links.'),
    active_channels: z.int().optional(),
  })
  .meta({ id: 'CentralLinksStatus' });
/** Result of linking the keys of a device with the CCU. */
export const centralLinksReport = z
  .object({
    touched: z.int().describe('Channels for which the CCU has taken it.'),
    skipped: z.int().describe('Channels without a key, and those that a program of the CCU needs.'),
    failed: z.int(),
  })
  .meta({ id: 'CentralLinksReport' });
