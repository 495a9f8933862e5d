import { centralLinksReport, centralLinksStatus } from '@ccu-gateway/contract';
import {
  type CentralLinksRequest,
  type CentralLinkWriting,
  createCentralLinks,
  invalid,
  readCentralLinks,
  removeCentralLinks,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<CentralLinkWriting>();
const category = 'central';
const address = z.string().min(1).max(64).optional();
const device = {
  ...centralArgs,
  device_address: address.describe('Address of the device.'),
  address: address.describe('The same.'),
} as const;
const keys = {
  ...device,
  channel: z.string().min(3).max(64).optional().describe('Address of one channel. All keys of the device when absent.'),
} as const;

export const centralLinkCommands = [
  command({
    name: 'central.links_status',
    category,
    description: 'Say which keys of a device are linked with the CCU, as far as the CCU tells.',
    access: 'viewer',
    args: z.object(device),
    result: centralLinksStatus,
    handler: (args, needs) => {
      const { address: wanted, ...scope } = requestOf(args);
      return readCentralLinks(needs, wanted, scope);
    },
  }),
  command({
    name: 'central.create_links',
    category,
    description: 'Link the keys of a device, or one of them, with the CCU, so that it hears of their presses.',
    access: createCentralLinks.role,
    args: z.object(keys),
    result: centralLinksReport,
    handler: (args, needs, caller) => createCentralLinks(needs, caller, { ...requestOf(args), channel: args.channel }),
  }),
  command({
    name: 'central.remove_links',
    category,
    description: 'End the links of the keys of a device, or of one of them, with the CCU.',
    access: removeCentralLinks.role,
    args: z.object(keys),
    result: centralLinksReport,
    handler: (args, needs, caller) => removeCentralLinks(needs, caller, { ...requestOf(args), channel: args.channel }),
  }),
];

/** Both spellings mean the same device; one of them has to be there. */
function requestOf(args: {
  readonly device_address?: string | undefined;
  readonly address?: string | undefined;
  readonly central_name?: string | undefined;
  readonly central?: string | undefined;
}): CentralLinksRequest {
  const wanted = args.device_address ?? args.address;
  if (wanted === undefined) throw invalid([{ field: 'device_address', reason: 'is required' }]);
  return { ...scopeOf(args), address: wanted };
}
