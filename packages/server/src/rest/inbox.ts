import { acceptRequest, centralQuery, inboxDevice, nameCorrections } from '@ccu-gateway/contract';
import { acceptDevice, type DeviceLabels, type InboxWriting, listInbox } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { NOT_READ_HEADER, notReadHeader } from '../http/not-read.js';
import { json, operationsWith } from '../operation/operation.js';
import { named } from './named.js';

const operation = operationsWith<InboxWriting>();

const tag = 'inbox';
const scopeQuery = z.object({ central: centralQuery });

export const inboxOperations = [
  operation({
    method: 'GET',
    path: '/inbox',
    operationId: 'listInbox',
    access: 'viewer',
    tag,
    summary: 'List the paired devices that wait to be accepted',
    query: scopeQuery,
    responses: { 200: { description: 'The devices', schema: z.array(inboxDevice), headers: NOT_READ_HEADER } },
    problems: ['not_found', 'unsupported', 'service_unready'],
    handler: ({ query }, needs) => json(listInbox(needs, query), notReadHeader(needs, 'inbox', query)),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/accept',
    operationId: 'acceptDevice',
    access: acceptDevice.role,
    tag,
    summary: 'Accept a device from the inbox and, if wanted, name and sort it',
    description: 'A 502 with reason `accepted_not_configured` says that the device is in and only the rest is missing.',
    params: z.object({ addr: z.string().min(1).max(64) }),
    query: scopeQuery,
    body: acceptRequest,
    bodyOptional: true,
    responses: { 202: { description: 'Accepted', schema: nameCorrections } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, query, body, caller }, needs) =>
      named(await acceptDevice(needs, caller, { ...query, address: params.addr, labels: labelsOf(body) })),
  }),
];

/** Undefined when there is nothing to do after accepting. */
export function labelsOf(body: z.output<typeof acceptRequest> | undefined): DeviceLabels | undefined {
  if (body === undefined) return undefined;
  const { name, rooms, functions } = body;
  if (name === undefined && rooms === undefined && functions === undefined) return undefined;
  return { includeChannels: body.include_channels, name, rooms, functions };
}
