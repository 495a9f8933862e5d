import { linkableChannel, localeQuery } from '@ccu-gateway/contract';
import {
  found,
  type LinkWriting,
  listLinkable,
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
