import { acceptRequest, inboxDevice, nameCorrections } from '@ccu-gateway/contract';
import { acceptDevice, type InboxWriting, listInbox, refuseUnread } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';
import { labelsOf } from '../rest/inbox.js';

const command = commandsWith<InboxWriting>();
const category = 'inbox';

export const inboxCommands = [
  command({
    name: 'inbox.list',
    category,
    description: 'List the paired devices that wait to be accepted.',
    access: 'viewer',
    args: z.object(centralArgs),
    result: z.array(inboxDevice),
    handler: (args, needs) => {
      refuseUnread(needs, 'inbox', scopeOf(args), { whole: true });
      return listInbox(needs, scopeOf(args));
    },
  }),
  command({
    name: 'inbox.accept',
    category,
    description: 'Accept a device from the inbox and, if wanted, name and sort it.',
    access: acceptDevice.role,
    args: z.object({ ...centralArgs, device_address: z.string().min(1).max(64), ...acceptRequest.shape }),
    result: z.object({ device_address: z.string(), accepted: z.literal(true), ...nameCorrections.shape }),
    handler: async (args, needs, caller) => {
      const { device_address: address } = args;
      const corrections = await acceptDevice(needs, caller, { ...scopeOf(args), address, labels: labelsOf(args) });
      return { device_address: address, accepted: true as const, ...(corrections.length === 0 ? {} : { corrections }) };
    },
  }),
];
