import { link, linkableChannel, localeQuery } from '@ccu-gateway/contract';
import {
  addLink,
  applyLinkProfile,
  changeLink,
  found,
  type LinkWriting,
  listAllLinks,
  listDeviceLinks,
  listLinkable,
  listLinkProfiles,
  type ParamsetWriting,
  paramsetPlaceOf,
  readLinkParamset,
  removeLink,
  testLink,
  writeLinkParamset,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<LinkWriting & ParamsetWriting>();
const category = 'links';
const address = z.string().min(1).max(64);
const text = z.string().max(1024).optional();
const ends = { ...centralArgs, sender: address, receiver: address } as const;
const asSent = z.object({ sender: z.string(), receiver: z.string() });
const values = z.record(z.string(), z.unknown());
const endsOf = (args: { readonly sender_channel_address: string; readonly receiver_channel_address: string }) => ({
  sender: args.sender_channel_address,
  receiver: args.receiver_channel_address,
});

export const linkCommands = [
  command({
    name: 'links.list',
    category,
    description: 'List the direct links of a device.',
    access: 'viewer',
    args: z.object({ ...centralArgs, device_address: address, locale: localeQuery }),
    result: z.array(link),
    handler: (args, needs) => listDeviceLinks(needs, args.device_address, { ...scopeOf(args), locale: args.locale }),
  }),
  command({
    name: 'links.list_all',
    category,
    description: 'List the direct links of all CCUs or of one.',
    access: 'viewer',
    args: z.object({ central: z.string().optional(), locale: localeQuery }),
    result: z.object({ links: z.array(link) }),
    handler: async (args, needs) => ({ links: await listAllLinks(needs, args) }),
  }),
  command({
    name: 'links.linkable_channels',
    category,
    description: 'List the channels that those of a device can be linked with, in both directions.',
    access: 'viewer',
    args: z.object({ ...centralArgs, device_address: address, locale: localeQuery }),
    result: z.array(linkableChannel),
    handler: (args, needs) => {
      const scope = { ...scopeOf(args), locale: args.locale };
      const channels = found(needs.house.channels(args.device_address, scope));
      const all = channels.flatMap(({ number }) =>
        (['sender', 'receiver'] as const).flatMap((role) =>
          listLinkable(needs, { ...scope, address: args.device_address, channel: number }, role),
        ),
      );
      return [...new Map(all.map((each) => [each.address, each])).values()];
    },
  }),
  command({
    name: 'links.add',
    category,
    description: 'Link two channels directly.',
    access: addLink.role,
    args: z.object({ ...ends, name: text, description: text }),
    result: asSent,
    handler: async (args, needs, caller) => {
      const { sender, receiver, name, description } = args;
      await addLink(needs, caller, { ...scopeOf(args), sender, receiver, name, description });
      return { sender, receiver };
    },
  }),
  command({
    name: 'links.set_info',
    category,
    description: 'Change name and description of a link.',
    access: changeLink.role,
    args: z.object({ ...ends, name: text, description: text }),
    result: asSent,
    handler: async (args, needs, caller) => {
      const { sender, receiver, name, description } = args;
      await changeLink(needs, caller, { ...scopeOf(args), sender, receiver, name, description });
      return { sender, receiver };
    },
  }),
  command({
    name: 'links.remove',
    category,
    description: 'End a direct link.',
    access: removeLink.role,
    args: z.object(ends),
    result: asSent,
    handler: async (args, needs, caller) => {
      const { sender, receiver } = args;
      await removeLink(needs, caller, { ...scopeOf(args), sender, receiver });
      return { sender, receiver };
    },
  }),
  command({
    name: 'links.activate_paramset',
    category,
    description: 'Make the receiver act as if the sender had been pressed.',
    access: testLink.role,
    args: z.object({
      ...centralArgs,
      receiver_channel_address: address,
      sender_channel_address: address,
      long_press: z.boolean().default(false),
    }),
    result: asSent,
    handler: async (args, needs, caller) => {
      const both = endsOf(args);
      await testLink(needs, caller, { ...scopeOf(args), ...both, longPress: args.long_press });
      return both;
    },
  }),
  command({
    name: 'links.get_paramset',
    category,
    description: 'Read the LINK paramset of a channel towards another.',
    access: 'viewer',
    args: z.object({ ...centralArgs, address, peer_address: address }),
    result: values,
    handler: (args, needs) =>
      readLinkParamset(needs, { ...scopeOf(args), address: args.address, peer: args.peer_address }),
  }),
  command({
    name: 'links.put_paramset',
    category,
    description: 'Write parameters of the LINK paramset of a channel towards another.',
    access: writeLinkParamset.role,
    args: z.object({
      ...centralArgs,
      address,
      peer_address: address,
      parameters: z.record(z.string(), z.json()),
      edit_token: z.string().optional(),
    }),
    result: z.object({ written: z.int() }),
    handler: async (args, needs, caller) => ({
      written: await writeLinkParamset(needs, caller, {
        ...scopeOf(args),
        address: args.address,
        peer: args.peer_address,
        values: args.parameters,
        editToken: args.edit_token,
      }),
    }),
  }),
  command({
    name: 'links.get_profiles',
    category,
    description:
      'List the ready-made profiles for a link: those that follow from what the receiving device says of itself. The ones of a CCU’s own web interface cannot be read.',
    access: 'viewer',
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
    handler: (args, needs) => listLinkProfiles(needs, { ...scopeOf(args), ...endsOf(args), locale: args.locale }),
  }),
  command({
    name: 'links.apply_profile',
    category,
    description: 'Write a ready-made profile to a link; only what differs is sent.',
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
    handler: async (args, needs, caller) => {
      const { profile_id: profileId, edit_token: editToken } = args;
      const done = await applyLinkProfile(needs, caller, { ...scopeOf(args), ...endsOf(args), profileId, editToken });
      return { success: true, profile_id: profileId, ...done } as const;
    },
  }),
  command({
    name: 'links.get_form_schema',
    category,
    description: 'Show the parameters of a link with their descriptions and values.',
    access: 'viewer',
    args: z.object({
      ...centralArgs,
      interface_id: z.string().optional(),
      sender_channel_address: address,
      receiver_channel_address: address,
    }),
    result: z.object({ descriptions: values, values }),
    handler: async (args, needs) => {
      const receiver = { ...scopeOf(args), address: args.receiver_channel_address };
      return {
        descriptions: await needs.paramsets.describeParamset(paramsetPlaceOf(needs.house, receiver, 'LINK')),
        values: await readLinkParamset(needs, { ...receiver, peer: args.sender_channel_address }),
      };
    },
  }),
];
