import { acceptRequest, centralQuery, inboxDevice, nameCorrections } from '@ccu-gateway/contract';
import {
  acceptDevice,
  type DeviceLabels,
  type InboxWriting,
  listInbox,
  refuseUnread,
  releaseDevice,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { NOT_READ_HEADER, notReadHeader } from '../../http/answers/not-read.js';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, NO_CONTENT, operationsWith } from '../../operation/operation.js';
import { named } from './named.js';

const operation = operationsWith<InboxWriting>();

const tag = 'inbox';
const address = z.string().min(1).max(64);
const scopeQuery = z.object({ central: centralQuery });

export const inboxOperations = [
  operation({
    method: 'GET',
    path: '/inbox',
    operationId: 'listInbox',
    access: useCases.inbox.list.role,
    tag,
    summary: 'List the paired devices that wait to be accepted or released',
    query: scopeQuery,
    responses: { 200: { description: 'The devices', schema: z.array(inboxDevice), headers: NOT_READ_HEADER } },
    problems: ['not_found', 'unsupported', 'service_unready'],
    handler: ({ query }, ports) => json(listInbox(ports, query), notReadHeader(ports, 'inbox', query)),
    ws: (twin) =>
      twin({
        name: 'inbox.list',
        check: ({ query }, ports) => refuseUnread(ports, 'inbox', query, { whole: true }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/accept',
    operationId: 'acceptDevice',
    access: acceptDevice.role,
    tag,
    summary: 'Accept a device from the inbox and, if wanted, name and sort it',
    description:
      'Also releases it where the gateway held it back. ' +
      'A 502 with reason `accepted_not_configured` means that the device is in and only the rest is missing.',
    params: z.object({ addr: address }),
    query: scopeQuery,
    body: acceptRequest,
    bodyOptional: true,
    responses: { 202: { description: 'Accepted', schema: nameCorrections } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, query, body, caller }, ports) =>
      named(await acceptDevice(ports, caller, { ...query, address: params.addr, labels: labelsOf(body) })),
    ws: (twin) =>
      twin({
        name: 'inbox.accept',
        args: z.object({ ...centralArgs, device_address: address, ...acceptRequest.shape }),
        input: ({ device_address: addr, central_name, central, ...body }) => ({
          params: { addr },
          query: scopeOf({ central_name, central }),
          body,
        }),
        result: z.object({ device_address: z.string(), accepted: z.literal(true), ...nameCorrections.shape }),
        answer: (corrections, { device_address }) => ({ device_address, accepted: true as const, ...corrections }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/release',
    operationId: 'releaseDevice',
    access: releaseDevice.role,
    tag,
    summary: 'Release a new device that the gateway held back',
    description: 'With `delay_new_device_creation`, new devices are in the inbox alone until they are released.',
    params: z.object({ addr: address }),
    query: scopeQuery,
    responses: { 204: { description: 'Released' } },
    problems: ['not_found', 'conflict', 'service_unready'],
    handler: async ({ params, query, caller }, ports) => {
      await releaseDevice(ports, caller, { ...query, address: params.addr });
      return NO_CONTENT;
    },
    ws: (twin) =>
      twin({
        name: 'inbox.release',
        args: z.object({ ...centralArgs, device_address: address }),
        input: ({ device_address: addr, central_name, central }) => ({
          params: { addr },
          query: scopeOf({ central_name, central }),
        }),
        result: z.object({ device_address: z.string(), released: z.literal(true) }),
        answer: (_, { device_address }) => ({ device_address, released: true as const }),
      }),
  }),
];

/** Undefined when there is nothing to do after accepting. */
function labelsOf(body: z.output<typeof acceptRequest> | undefined): DeviceLabels | undefined {
  if (body === undefined) return undefined;
  const { name, rooms, functions } = body;
  if (name === undefined && rooms === undefined && functions === undefined) return undefined;
  return { includeChannels: body.include_channels, name, rooms, functions };
}
