import {
  centralQuery,
  channelNumber,
  flag,
  link,
  linkableChannel,
  linkRequest,
  linkTest,
  localeQuery,
  newLinkRequest,
} from '@ccu-gateway/contract';
import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  addLink,
  addLinkWithProfile,
  changeLink,
  type LinkWriting,
  listAllLinks,
  listDeviceLinks,
  listLinkable,
  listLinksWithProfiles,
  type ProfileWriting,
  placeOf,
  removeLink,
  testLink,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { ACCEPTED, json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<ProfileWriting>();

const tag = 'links';
const scopeQuery = z.object({ central: centralQuery });
const localisedQuery = z.object({ central: centralQuery, locale: localeQuery });
const address = z.string().min(1).max(64);
const addr = address.describe('Address of the device.');
const deviceParams = z.object({ addr });
const end = z.string().min(3).max(64);
const problems = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;
const scheduled = { 202: { description: 'The CCU has taken it; battery devices follow when they wake' } } as const;

const text = z.string().max(1024).optional();
const bothEnds = { ...centralArgs, sender: address, receiver: address } as const;
const described = { ...bothEnds, name: text, description: text } as const;
/** A profile for a new link. */
const chosen = {
  profile_id: newLinkRequest.shape.profile_id,
  settings: newLinkRequest.shape.settings,
  confirm: newLinkRequest.shape.confirm,
} as const;
const asSent = z.object({ sender: z.string(), receiver: z.string() });

const sent = (_: unknown, { sender, receiver }: z.output<typeof asSent>) => ({ sender, receiver });

function describedAsked({ sender, receiver, name, description, ...scope }: z.output<z.ZodObject<typeof described>>) {
  const body = { sender_address: sender, receiver_address: receiver, name, description };
  return { params: { addr: sender }, query: scopeOf(scope), body };
}

export const linkOperations = [
  operation({
    method: 'GET',
    path: '/links',
    operationId: 'listAllLinks',
    heavy: true,
    access: useCases.links.list.role,
    tag,
    summary: 'List the direct links of all CCUs or of one',
    query: localisedQuery,
    responses: { 200: { description: 'The links', schema: z.object({ links: z.array(link) }) } },
    problems: ['not_found', 'upstream_unavailable', 'service_unready'],
    handler: async ({ query }, ports) => json({ links: await listAllLinks(ports, query) }),
    ws: (twin) =>
      twin({
        name: 'links.list_all',
        args: z.object({ central: z.string().optional(), locale: localeQuery }),
        input: (query) => ({ query }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/links',
    operationId: 'listLinks',
    access: useCases.links.ofDevice.role,
    tag,
    summary: 'List the direct links of a device',
    params: deviceParams,
    query: localisedQuery.extend({
      with_profiles: flag.optional().describe('Also the profile of each link, which the CCU is asked for.'),
    }),
    responses: { 200: { description: 'The links', schema: z.array(link) } },
    problems,
    handler: async ({ params, query: { with_profiles: withProfiles, ...scope } }, ports) =>
      json(await (withProfiles ? listLinksWithProfiles : listDeviceLinks)(ports, params.addr, scope)),
    ws: (twin) =>
      twin({
        name: 'links.list',
        args: z.object({
          ...centralArgs,
          device_address: address,
          locale: localeQuery,
          with_profiles: z.boolean().optional(),
        }),
        input: ({ device_address: addr, locale, with_profiles, ...scope }) => ({
          params: { addr },
          query: { ...scopeOf(scope), locale, with_profiles },
        }),
      }),
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
    body: newLinkRequest,
    responses: scheduled,
    problems,
    checkPath,
    handler: async ({ query, body, caller }, ports) => {
      const { name, description, profile_id: profileId, settings, confirm } = body;
      const request = { ...query, ...ends(body), name, description };
      if (profileId === undefined) await addLink(ports, caller, { ...request, confirm });
      else await addLinkWithProfile(ports, caller, { ...request, profileId, settings, confirm });
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'links.add',
        args: z.object({ ...described, ...chosen }),
        input: ({ profile_id, settings, confirm, ...link }) => {
          const { body, ...asked } = describedAsked(link);
          return { ...asked, body: { ...body, profile_id, settings, confirm } };
        },
        result: asSent,
        answer: sent,
      }),
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
    checkPath,
    handler: async ({ query, body, caller }, ports) => {
      await changeLink(ports, caller, { ...query, ...ends(body), name: body.name, description: body.description });
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({ name: 'links.set_info', args: z.object(described), input: describedAsked, result: asSent, answer: sent }),
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
    checkPath,
    handler: async ({ query, caller }, ports) => {
      await removeLink(ports, caller, query);
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'links.remove',
        args: z.object(bothEnds),
        input: ({ sender, receiver, ...scope }) => ({
          params: { addr: sender },
          query: { ...scopeOf(scope), sender, receiver },
        }),
        result: asSent,
        answer: sent,
      }),
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
    checkPath,
    handler: async ({ query, body, caller }, ports) => {
      await testLink(ports, caller, { ...query, ...ends(body), longPress: body.long_press });
      return ACCEPTED;
    },
    ws: (twin) =>
      twin({
        name: 'links.activate_paramset',
        args: z.object({
          ...centralArgs,
          receiver_channel_address: address,
          sender_channel_address: address,
          long_press: linkTest.shape.long_press,
        }),
        input: ({ sender_channel_address: sender, receiver_channel_address: receiver, long_press, ...scope }) => ({
          params: { addr: sender },
          query: scopeOf(scope),
          body: { sender_address: sender, receiver_address: receiver, long_press },
        }),
        result: asSent,
        answer: (_, args) => ({ sender: args.sender_channel_address, receiver: args.receiver_channel_address }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/linkable-channels',
    operationId: 'linkableChannels',
    access: useCases.links.linkable.role,
    tag,
    summary: 'List the channels that this one can be linked with',
    params: z.object({ addr, no: channelNumber }),
    query: z.object({
      central: centralQuery,
      locale: localeQuery,
      role: z.enum(['sender', 'receiver']).describe('The role of this channel.'),
      interface: z.string().min(1).max(64).describe('Interface of the device; links never leave it.'),
    }),
    responses: { 200: { description: 'The channels', schema: z.array(linkableChannel) } },
    problems: ['not_found', 'conflict'],
    handler: ({ params, query: { role, interface: named, ...scope } }, ports) => {
      checkInterface(ports, params.addr, named, scope);
      return json(listLinkable(ports, { ...scope, address: params.addr, channel: params.no }, role));
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
export function checkPath(
  {
    params,
    query,
  }: { readonly params: z.output<typeof deviceParams>; readonly query: { readonly central?: string | undefined } },
  { house }: LinkWriting,
): void {
  const { central } = query;
  placeOf(house, { address: params.addr, ...(central === undefined ? {} : { central }) });
}

export function ends(body: { readonly sender_address: string; readonly receiver_address: string }) {
  return { sender: body.sender_address, receiver: body.receiver_address };
}
