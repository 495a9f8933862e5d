import { centralLinksReport, centralLinksStatus, centralQuery } from '@ccu-gateway/contract';
import {
  type CentralLinkWriting,
  createCentralLinks,
  invalid,
  readCentralLinks,
  removeCentralLinks,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<CentralLinkWriting>();

const path = '/devices/{addr}/central-links';
const tag = 'links';
const address = z.string().min(1).max(64);
const params = z.object({ addr: address.describe('Address of the device.') });
const channel = z
  .string()
  .min(3)
  .max(64)
  .optional()
  .describe('Address of one channel. All keys of the device when absent.');
const query = z.object({ central: centralQuery, channel });
const problems = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;
const responses = {
  202: {
    description: 'The request to the CCU; battery devices follow when they wake or are in their configuration mode',
    schema: centralLinksReport,
  },
} as const;

const category = 'central';
const device = {
  ...centralArgs,
  device_address: address.optional().describe('Address of the device.'),
  address: address.optional().describe('The same.'),
} as const;
const keys = { ...device, channel } as const;

/** Both spellings mean the same device; one of them has to be there. */
function addressOf(args: {
  readonly device_address?: string | undefined;
  readonly address?: string | undefined;
}): string {
  const wanted = args.device_address ?? args.address;
  if (wanted === undefined) throw invalid([{ field: 'device_address', reason: 'is required' }]);
  return wanted;
}

function keysAsked({ channel: one, ...args }: z.output<z.ZodObject<typeof keys>>) {
  return { params: { addr: addressOf(args) }, query: { ...scopeOf(args), channel: one } };
}

export const centralLinkOperations = [
  operation({
    method: 'GET',
    path,
    operationId: 'getCentralLinksStatus',
    access: useCases.centralLinks.read.role,
    tag,
    summary: 'Say which keys of a device are linked with the CCU',
    description:
      'Keys of HmIP tell the CCU of presses only while they are linked with it, or a program uses them. Where the CCU does not tell which are, `active_state_known` is false.',
    params,
    query: z.object({ central: centralQuery }),
    responses: { 200: { description: 'The status', schema: centralLinksStatus } },
    problems,
    handler: async ({ params: { addr }, query: scope }, ports) => json(await readCentralLinks(ports, addr, scope)),
    ws: (twin) =>
      twin({
        name: 'central.links_status',
        category,
        description: 'List the keys of a device that are linked with the CCU, as far as the CCU reports them.',
        args: z.object(device),
        input: (args) => ({ params: { addr: addressOf(args) }, query: scopeOf(args) }),
      }),
  }),
  operation({
    method: 'POST',
    path,
    operationId: 'createCentralLinks',
    access: createCentralLinks.role,
    tag,
    summary: 'Link the keys of a device, or one of them, with the CCU',
    params,
    query,
    responses,
    problems,
    handler: async ({ params: { addr }, query: asked, caller }, ports) => ({
      status: 202,
      json: await createCentralLinks(ports, caller, { ...asked, address: addr }),
    }),
    ws: (twin) =>
      twin({
        name: 'central.create_links',
        category,
        description: 'Link the keys of a device, or one of them, with the CCU, so that it hears of their presses.',
        args: z.object(keys),
        input: keysAsked,
      }),
  }),
  operation({
    method: 'DELETE',
    path,
    operationId: 'removeCentralLinks',
    access: removeCentralLinks.role,
    tag,
    summary: 'End the links of the keys of a device, or of one of them, with the CCU',
    description: 'A key that a program of the CCU uses keeps its link and counts as skipped.',
    params,
    query,
    responses,
    problems,
    handler: async ({ params: { addr }, query: asked, caller }, ports) => ({
      status: 202,
      json: await removeCentralLinks(ports, caller, { ...asked, address: addr }),
    }),
    ws: (twin) =>
      twin({
        name: 'central.remove_links',
        category,
        description: 'End the links of the keys of a device, or of one of them, with the CCU.',
        args: z.object(keys),
        input: keysAsked,
      }),
  }),
];
