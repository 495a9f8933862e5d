import {
  centralQuery,
  linkProfileApplied,
  linkProfilePreview,
  linkProfileRequest,
  linkProfiles,
  localeQuery,
} from '@ccu-gateway/contract';
import {
  applyLinkProfile,
  listLinkProfiles,
  type ProfileWriting,
  previewLinkProfile,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, operationsWith } from '../../operation/operation.js';
import { checkPath, ends } from './links.js';

const operation = operationsWith<ProfileWriting>();

const tag = 'links';
const scopeQuery = z.object({ central: centralQuery });
const localisedQuery = z.object({ central: centralQuery, locale: localeQuery });
const address = z.string().min(1).max(64);
const deviceParams = z.object({ addr: address.describe('Address of the device.') });
const end = z.string().min(3).max(64);
const problems = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;

const profileEnds = {
  ...centralArgs,
  interface_id: z.string().optional(),
  sender_channel_address: address,
  receiver_channel_address: address,
} as const;
const profileArgs = {
  ...profileEnds,
  profile_id: z.int(),
  settings: linkProfileRequest.shape.settings,
} as const;

function profileAsked({
  sender_channel_address: sender,
  receiver_channel_address: receiver,
  profile_id,
  settings,
  ...scope
}: z.output<z.ZodObject<typeof profileArgs>>) {
  const body = { sender_address: sender, receiver_address: receiver, profile_id, settings };
  return { params: { addr: receiver }, query: scopeOf(scope), body };
}

export const linkProfileOperations = [
  operation({
    method: 'GET',
    path: '/devices/{addr}/links/profiles',
    operationId: 'listLinkProfiles',
    access: useCases.links.profiles.role,
    tag,
    summary: 'List the profiles that the link of two channels can have, and the one that it has',
    params: deviceParams,
    query: localisedQuery.extend({ sender: end, receiver: end }),
    responses: { 200: { description: 'The profiles', schema: linkProfiles } },
    problems,
    checkPath,
    handler: async ({ query }, ports) => json(await listLinkProfiles(ports, query)),
    ws: (twin) =>
      twin({
        name: 'links.get_profiles',
        args: z.object({ ...profileEnds, locale: localeQuery }),
        input: ({ sender_channel_address: sender, receiver_channel_address: receiver, locale, ...scope }) => ({
          params: { addr: receiver },
          query: { ...scopeOf(scope), sender, receiver, locale },
        }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/links/profiles',
    operationId: 'applyLinkProfile',
    access: applyLinkProfile.role,
    tag,
    summary: 'Write a profile to a link; only differences are sent',
    params: deviceParams,
    query: scopeQuery,
    body: linkProfileRequest,
    responses: {
      200: { description: 'The CCU has taken it; ends in `waits` follow later', schema: linkProfileApplied },
    },
    problems,
    checkPath,
    handler: async ({ query, body, caller }, ports) => {
      const { profile_id: profileId, settings, confirm } = body;
      return json(await applyLinkProfile(ports, caller, { ...query, ...ends(body), profileId, settings, confirm }));
    },
    ws: (twin) =>
      twin({
        name: 'links.apply_profile',
        args: z.object({
          ...profileArgs,
          confirm: linkProfileRequest.shape.confirm,
          edit_token: z.string().optional(),
        }),
        input: ({ edit_token: editToken, confirm, ...args }) => {
          const { body, ...asked } = profileAsked(args);
          return { ...asked, body: { ...body, confirm }, editToken };
        },
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/links/profiles/preview',
    operationId: 'previewLinkProfile',
    access: useCases.links.previewProfile.role,
    tag,
    summary: 'Show the parameters that a profile would change; nothing is written',
    params: deviceParams,
    query: localisedQuery,
    body: linkProfileRequest,
    responses: { 200: { description: 'The changes', schema: linkProfilePreview } },
    problems,
    checkPath,
    handler: async ({ query, body }, ports) => {
      const { profile_id: profileId, settings } = body;
      return json(await previewLinkProfile(ports, { ...query, ...ends(body), profileId, settings }));
    },
    ws: (twin) =>
      twin({
        name: 'links.preview_profile',
        args: z.object({ ...profileArgs, locale: localeQuery }),
        input: ({ locale, ...args }) => {
          const { query, body, ...asked } = profileAsked(args);
          return { ...asked, query: { ...query, locale }, body: { ...body, confirm: false } };
        },
      }),
  }),
];
