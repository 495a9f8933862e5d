import {
  centralQuery,
  channelNumber,
  link,
  linkableChannel,
  linkRequest,
  linkTest,
  localeQuery,
} from '@ccu-gateway/contract';
import {
  addLink,
  changeLink,
  GatewayError,
  type LinkWriting,
  listAllLinks,
  listDeviceLinks,
  listLinkable,
  placeOf,
  removeLink,
  testLink,
} from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { ACCEPTED, json, operationsWith } from '../operation/operation.js';

const operation = operationsWith<LinkWriting>();

const tag = 'links';
const scopeQuery = z.object({ central: centralQuery });
const localisedQuery = z.object({ central: centralQuery, locale: localeQuery });
const addr = z.string().min(1).max(64).describe('Address of the device.');
const deviceParams = z.object({ addr });
const end = z.string().min(3).max(64);
const problems = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;
const scheduled = { 202: { description: 'The CCU has taken it; battery devices follow when they wake' } } as const;

export const linkOperations = [
  operation({
    method: 'GET',
    path: '/links',
    operationId: 'listAllLinks',
    access: 'viewer',
    tag,
    summary: 'List the direct links of all CCUs or of one',
    query: localisedQuery,
    responses: { 200: { description: 'The links', schema: z.object({ links: z.array(link) }) } },
    problems: ['not_found', 'upstream_unavailable', 'service_unready'],
    handler: async ({ query }, needs) => json({ links: await listAllLinks(needs, query) }),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/links',
    operationId: 'listLinks',
    access: 'viewer',
    tag,
    summary: 'List the direct links of a device',
    params: deviceParams,
    query: localisedQuery,
    responses: { 200: { description: 'The links', schema: z.array(link) } },
    problems,
    handler: async ({ params, query }, needs) => json(await listDeviceLinks(needs, params.addr, query)),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/links',
    operationId: 'addLink',
    access: addLink.role,
    tag,
    summary: 'Link two channels directly',
    params: deviceParams,
    query: scopeQuery,
    body: linkRequest,
    responses: scheduled,
    problems,
    handler: async ({ params, query, body, caller }, needs) => {
      checkDevice(needs, params.addr, query);
      await addLink(needs, caller, { ...query, ...ends(body), name: body.name, description: body.description });
      return ACCEPTED;
    },
  }),
  operation({
    method: 'PATCH',
    path: '/devices/{addr}/links',
    operationId: 'updateLink',
    access: changeLink.role,
    tag,
    summary: 'Change name and description of a link',
    params: deviceParams,
    query: scopeQuery,
    body: linkRequest,
    responses: scheduled,
    problems,
    handler: async ({ params, query, body, caller }, needs) => {
      checkDevice(needs, params.addr, query);
      await changeLink(needs, caller, { ...query, ...ends(body), name: body.name, description: body.description });
      return ACCEPTED;
    },
  }),
  operation({
    method: 'DELETE',
    path: '/devices/{addr}/links',
    operationId: 'removeLink',
    access: removeLink.role,
    tag,
    summary: 'End a direct link',
    params: deviceParams,
    query: z.object({ central: centralQuery, sender: end, receiver: end }),
    responses: scheduled,
    problems,
    handler: async ({ params, query, caller }, needs) => {
      checkDevice(needs, params.addr, query);
      await removeLink(needs, caller, query);
      return ACCEPTED;
    },
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/links/test',
    operationId: 'testLink',
    access: testLink.role,
    tag,
    summary: 'Make the receiver act as if the sender had been pressed',
    params: deviceParams,
    query: scopeQuery,
    body: linkTest,
    responses: scheduled,
    problems,
    handler: async ({ params, query, body, caller }, needs) => {
      checkDevice(needs, params.addr, query);
      await testLink(needs, caller, { ...query, ...ends(body), longPress: body.long_press });
      return ACCEPTED;
    },
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/linkable-channels',
    operationId: 'linkableChannels',
    access: 'viewer',
    tag,
    summary: 'List the channels that this one can be linked with',
    params: z.object({ addr, no: channelNumber }),
    query: z.object({
      central: centralQuery,
      locale: localeQuery,
      role: z.enum(['sender', 'receiver']).describe('What this channel is to be.'),
      interface: z.string().min(1).max(64).describe('Interface of the device; links never leave it.'),
    }),
    responses: { 200: { description: 'The channels', schema: z.array(linkableChannel) } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query: { role, interface: named, ...scope } }, needs) => {
      checkInterface(needs, params.addr, named, scope);
      return json(listLinkable(needs, { ...scope, address: params.addr, channel: params.no }, role));
    },
  }),
];

/** Named alone or with its CCU, as interfaces are named everywhere. */
function checkInterface(
  { house }: Pick<LinkWriting, 'house'>,
  address: string,
  named: string,
  { central: asked }: { readonly central?: string },
): void {
  const { central, interfaceName } = placeOf(house, { address, ...(asked === undefined ? {} : { central: asked }) });
  if (named === interfaceName || named === `${central}-${interfaceName}`) return;
  throw new GatewayError('validation', `${address} is not on the interface ${named}`, {
    reason: 'validation_failed',
    errors: [{ field: 'query.interface', reason: `must be ${interfaceName}` }],
  });
}

/** The ends say it all, but nothing is done under the address of a device that is not there. */
function checkDevice({ house }: LinkWriting, address: string, { central }: { readonly central?: string }): void {
  placeOf(house, { address, ...(central === undefined ? {} : { central }) });
}

function ends(body: { readonly sender_address: string; readonly receiver_address: string }) {
  return { sender: body.sender_address, receiver: body.receiver_address };
}
