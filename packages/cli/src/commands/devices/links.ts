import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../../context/context.js';
import { channelNamed, deviceNamed } from '../../gateway/device-named.js';
import type { Rest } from '../../gateway/rest.js';
import { centralArg } from '../../terminal/address.js';
import { confirm } from '../../terminal/ask.js';
import { CliError, EXIT } from '../../terminal/exit.js';
import { QUESTIONS } from './devices.js';

type Link = CallAnswer<'listLinks'>[number];

const ends = {
  sender: { type: 'positional', required: true, description: 'the channel that sends, by address or name' },
  receiver: { type: 'positional', required: true, description: 'the channel that obeys, by address or name' },
} as const;

const list = command({
  name: 'ccu-gateway links list',
  description: 'List the direct links of a device, or all.',
  args: { device: { type: 'positional', required: false, description: 'DEVICE, by address or name' }, ...centralArg },
  fields: {
    sender_address: true,
    receiver_address: true,
    peer_address: true,
    direction: true,
    name: true,
    description: true,
    flags: true,
    sender_device_name: true,
    sender_device_model: true,
    sender_channel_type: true,
    sender_channel_type_label: true,
    sender_channel_name: true,
    receiver_device_name: true,
    receiver_device_model: true,
    receiver_channel_type: true,
    receiver_channel_type_label: true,
    receiver_channel_name: true,
    peer_device_name: true,
    peer_device_model: true,
    central_name: true,
    interface_id: true,
    profile: true,
  } as const satisfies Readonly<Record<keyof Link, true>>,
  run: async (context, { device, central }) => {
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const links =
      device === undefined
        ? (await rest.call('listAllLinks', { query: { central } })).links
        : await linksOf(rest, device, central);
    return {
      data: links,
      table: {
        header: ['SENDER', 'FROM', 'RECEIVER', 'TO', 'PROFILE', 'NAME', 'CENTRAL'],
        rows: links.map((link) => [
          link.sender_address,
          link.sender_device_name ?? '-',
          link.receiver_address,
          link.receiver_device_name ?? '-',
          link.profile?.name ?? '-',
          link.name ?? '-',
          link.central_name ?? '-',
        ]),
        spare: ['NAME'],
      },
    };
  },
});

const add = command({
  name: 'ccu-gateway links add',
  description: 'Link two channels directly; a battery device follows when it wakes.',
  args: {
    ...ends,
    name: { type: 'string', valueHint: 'TEXT', description: 'of the link' },
    description: { type: 'string', valueHint: 'TEXT', description: 'of the link' },
    ...centralArg,
  },
  run: async (context, { name, description, ...given }) => {
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const { addr, sender, receiver, central } = await endsOf(rest, given);
    const { profiles } = await rest.call('listLinkProfiles', { path: { addr }, query: { central, sender, receiver } });
    const reason = profiles.find(({ kind }) => kind === 'factory')?.confirm;
    if (
      reason !== undefined &&
      !(await confirm(context.io, `${QUESTIONS[reason]}: ${sender} operates ${receiver}?`, context.yes))
    ) {
      throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
    }
    const body = { sender_address: sender, receiver_address: receiver, name, description, confirm: true };
    await rest.call('addLink', { path: { addr }, query: { central }, body });
    return { data: { sender, receiver, added: true }, lines: [`linked ${sender} with ${receiver}`] };
  },
});

const remove = command({
  name: 'ccu-gateway links remove',
  description: 'End the direct link of two channels.',
  args: { ...ends, ...centralArg },
  run: async (context, given) => {
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const { addr, sender, receiver, central } = await endsOf(rest, given);
    if (!(await confirm(context.io, `End the link of ${sender} with ${receiver}, at ${rest.url}?`, context.yes))) {
      throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
    }
    await rest.call('removeLink', { path: { addr }, query: { central, sender, receiver } });
    return { data: { sender, receiver, removed: true }, lines: [`ended the link of ${sender} with ${receiver}`] };
  },
});

export const linkCommands = group('ccu-gateway links', 'Direct links between devices.', { list, add, remove });

async function linksOf(rest: Rest, text: string, central: string | undefined) {
  const place = await deviceNamed(rest, text, central);
  const query = { central: place.central ?? central, with_profiles: true };
  return rest.call('listLinks', { path: { addr: place.device }, query });
}

/** The addresses of both ends. @throws CliError for an address without a channel */
async function endsOf(
  rest: Rest,
  given: { readonly sender: string; readonly receiver: string; readonly central?: string | undefined },
) {
  const from = await channelNamed(rest, given.sender, given.central);
  const to = await channelNamed(rest, given.receiver, given.central);
  return {
    addr: from.device,
    sender: `${from.device}:${from.channel}`,
    receiver: `${to.device}:${to.channel}`,
    central: given.central ?? from.central,
  };
}
