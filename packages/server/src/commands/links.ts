import { linkableChannel, localeQuery } from '@ccu-gateway/contract';
import {
  applyLinkProfile,
  found,
  type LinkWriting,
  listLinkable,
  listLinkProfiles,
  type ParamsetWriting,
  paramsetPlaceOf,
  readLinkParamset,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<LinkWriting & ParamsetWriting>();
const category = 'links';
const address = z.string().min(1).max(64);
const values = z.record(z.string(), z.unknown());
const endsOf = (args: { readonly sender_channel_address: string; readonly receiver_channel_address: string }) => ({
  sender: args.sender_channel_address,
  receiver: args.receiver_channel_address,
});

export const linkCommands = [
  command({
    name: 'links.linkable_channels',
    category,
    alone: 'looks in both directions, for all channels of a device',
    description: 'List the channels that those of a device can be linked with, in both directions.',
    access: useCases.links.linkable.role,
    args: z.object({ ...centralArgs, device_address: address, locale: localeQuery }),
    result: z.array(linkableChannel),
    handler: (args, ports) => {
      const scope = { ...scopeOf(args), locale: args.locale };
      const channels = found(ports.house.channels(args.device_address, scope));
      const all = channels.flatMap(({ number }) =>
        (['sender', 'receiver'] as const).flatMap((role) =>
          listLinkable(ports, { ...scope, address: args.device_address, channel: number }, role),
        ),
      );
      return [...new Map(all.map((each) => [each.address, each])).values()];
    },
  }),
  command({
    name: 'links.get_profiles',
    category,
    alone: 'profiles are offered on the WebSocket only',
    description:
      'List the ready-made profiles for a link: those that follow from the description of the receiving device. The ones of a CCU’s own web interface cannot be read.',
    access: useCases.links.profiles.role,
    args: z.object({
      ...centralArgs,
      interface_id: z.string().optional(),
      sender_channel_address: address,
      receiver_channel_address: address,
      locale: localeQuery,
    }),
    result: z.object({
      interface_id: z.string(),
      active_profile_id: z.int().describe('0 when the link is set to none of them.'),
      profiles: z.array(z.object({ id: z.int(), name: z.string(), description: z.string(), values })),
    }),
    handler: (args, ports) => listLinkProfiles(ports, { ...scopeOf(args), ...endsOf(args), locale: args.locale }),
  }),
  command({
    name: 'links.apply_profile',
    category,
    alone: 'profiles are offered on the WebSocket only',
    description: 'Write a ready-made profile to a link; only differences are sent.',
    access: applyLinkProfile.role,
    args: z.object({
      ...centralArgs,
      interface_id: z.string().optional(),
      sender_channel_address: address,
      receiver_channel_address: address,
      profile_id: z.int(),
      edit_token: z.string().optional(),
    }),
    result: z.object({
      success: z.literal(true),
      profile_id: z.int(),
      written: z.int().describe('Parameters that were sent.'),
      interface_id: z.string(),
    }),
    handler: async (args, ports, caller) => {
      const { profile_id: profileId, edit_token: editToken } = args;
      const done = await applyLinkProfile(ports, caller, { ...scopeOf(args), ...endsOf(args), profileId, editToken });
      return { success: true, profile_id: profileId, ...done } as const;
    },
  }),
  command({
    name: 'links.get_form_schema',
    category,
    alone: 'shows descriptions and values as the CCU has them; REST has a form',
    description: 'Show the parameters of a link with their descriptions and values.',
    access: useCases.paramsets.readLink.role,
    args: z.object({
      ...centralArgs,
      interface_id: z.string().optional(),
      sender_channel_address: address,
      receiver_channel_address: address,
    }),
    result: z.object({ descriptions: values, values }),
    handler: async (args, ports) => {
      const receiver = { ...scopeOf(args), address: args.receiver_channel_address };
      return {
        descriptions: await ports.paramsets.describeParamset(paramsetPlaceOf(ports.house, receiver, 'LINK')),
        values: await readLinkParamset(ports, { ...receiver, peer: args.sender_channel_address }),
      };
    },
  }),
];
