import type { CallAnswer } from '@ccu-gateway/client';
import { command, group } from '../context/context.js';
import { centralArg, parseAddress } from '../terminal/address.js';
import { confirm } from '../terminal/ask.js';
import { CliError, EXIT, usageError } from '../terminal/exit.js';

type Link = CallAnswer<'listLinks'>[number];

const ends = {
  sender: { type: 'positional', required: true, valueHint: 'DEVICE:CHANNEL', description: 'the channel that sends' },
  receiver: { type: 'positional', required: true, valueHint: 'DEVICE:CHANNEL', description: 'the channel that obeys' },
} as const;

const list = command({
  name: 'ccu-gateway links list',
  description: 'List the direct links of a device, or all.',
  args: { device: { type: 'positional', required: false, description: 'DEVICE' }, ...centralArg },
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
  } as const satisfies Readonly<Record<keyof Link, true>>,
  run: async (context, { device, central }) => {
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const links =
      device === undefined
        ? (await rest.call('listAllLinks', { query: { central } })).links
        : await rest.call('listLinks', { path: { addr: parseAddress(device).device }, query: { central } });
    return {
      data: links,
      table: {
        header: ['SENDER', 'FROM', 'RECEIVER', 'TO', 'NAME', 'CENTRAL'],
        rows: links.map((link) => [
          link.sender_address,
          link.sender_device_name ?? '-',
          link.receiver_address,
          link.receiver_device_name ?? '-',
          link.name ?? '-',
          link.central_name ?? '-',
        ]),
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
  run: async (context, { sender, receiver, name, description, central }) => {
    const addr = deviceOf(sender, 'SENDER');
    deviceOf(receiver, 'RECEIVER');
    const rest = await context.rest({ token: 'required', seconds: 60 });
    const body = { sender_address: sender, receiver_address: receiver, name, description };
    await rest.call('addLink', { path: { addr }, query: { central }, body });
    return { data: { sender, receiver, added: true }, lines: [`linked ${sender} with ${receiver}`] };
  },
});

const remove = command({
  name: 'ccu-gateway links remove',
  description: 'End the direct link of two channels.',
  args: { ...ends, ...centralArg },
  run: async (context, { sender, receiver, central }) => {
    const addr = deviceOf(sender, 'SENDER');
    deviceOf(receiver, 'RECEIVER');
    const rest = await context.rest({ token: 'required', seconds: 60 });
    if (!(await confirm(context.io, `End the link of ${sender} with ${receiver}, at ${rest.url}?`, context.yes))) {
      throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
    }
    await rest.call('removeLink', { path: { addr }, query: { central, sender, receiver } });
    return { data: { sender, receiver, removed: true }, lines: [`ended the link of ${sender} with ${receiver}`] };
  },
});

export const linkCommands = group('ccu-gateway links', 'Direct links between devices.', { list, add, remove });

/** @throws CliError for what is no channel */
function deviceOf(text: string, which: string): string {
  const { device, channel } = parseAddress(text);
  if (channel === undefined) throw usageError(`${which} is DEVICE:CHANNEL`, 'for example ABC0001234:4');
  return device;
}
