import {
  applySettingsRequest,
  applySettingsResult,
  applyTarget,
  centralQuery,
  channelNumber,
  determineRequest,
  exportedConfiguration,
  paramsetValues,
} from '@ccu-gateway/contract';
import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  applySettings,
  determineParameter,
  exportConfiguration,
  importConfiguration,
  listApplyTargets,
  type ParamsetWriting,
  readLinkParamset,
  readParamset,
  useCases,
  writeLinkParamset,
  writeParamset,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { ACCEPTED, json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<ParamsetWriting>();

const tag = 'paramsets';
const scopeQuery = z.object({ central: centralQuery });
const address = z.string().min(1).max(64);
const addr = address.describe('Address of the device or channel.');
const paramsetKey = z.enum(['VALUES', 'MASTER', 'LINK']);
const masterParams = z.object({ addr: address.describe('Address of the channel.'), key: z.literal('MASTER') });
const keyParams = z.object({ addr, key: paramsetKey });
const peerParams = z.object({ addr, peer: z.string().min(1).max(64).describe('The channel at the other end.') });
const channelParams = z.object({ addr, no: channelNumber });
const editToken = { 'X-Edit-Token': 'Token of an edit session, needed while a caller holds the lock.' } as const;
const readProblems = ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'] as const;
const writeProblems = [...readProblems, 'locked', 'unsupported'] as const;

/** A LINK paramset belongs to two channels, so one address cannot name it. */
function ownKey(key: z.output<typeof paramsetKey>): 'VALUES' | 'MASTER' {
  if (key !== 'LINK') return key;
  throw new GatewayError('bad_request', 'A LINK paramset is read and written at /link-ps/{peer}', {
    reason: 'peer_required',
  });
}

const values = z.record(z.string(), z.unknown());
const twinAt = {
  ...centralArgs,
  channel_address: address.describe('`DEVICE:n`, or the device for its own configuration.'),
  paramset_key: z.enum(['VALUES', 'MASTER']),
} as const;
const twinPeers = { ...centralArgs, address, peer_address: address } as const;

function paramsetAsked({ channel_address: addr, paramset_key: key, ...scope }: z.output<z.ZodObject<typeof twinAt>>) {
  return { params: { addr, key }, query: scopeOf(scope) };
}

function peersAsked({ address: addr, peer_address: peer, ...scope }: z.output<z.ZodObject<typeof twinPeers>>) {
  return { params: { addr, peer }, query: scopeOf(scope) };
}

export const paramsetOperations = [
  operation({
    method: 'GET',
    path: '/devices/{addr}/paramsets/{key}',
    operationId: 'getParamset',
    access: useCases.paramsets.read.role,
    tag,
    summary: 'Read a paramset from the CCU',
    params: keyParams,
    query: scopeQuery,
    responses: { 200: { description: 'Values by parameter', schema: paramsetValues } },
    problems: readProblems,
    handler: async ({ params, query }, ports) =>
      json(await readParamset(ports, { ...query, address: params.addr, key: ownKey(params.key) })),
    ws: (twin) =>
      twin({
        name: 'paramset.get',
        args: z.object(twinAt),
        input: paramsetAsked,
        result: values,
        answer: (read) => read,
      }),
  }),
  operation({
    method: 'PUT',
    path: '/devices/{addr}/paramsets/{key}',
    operationId: 'putParamset',
    access: writeParamset.role,
    tag,
    summary: 'Write parameters of a paramset; nothing is sent unless all of them are valid',
    description: 'Refused with 423 only while another caller holds the edit lock of this paramset.',
    params: keyParams,
    query: scopeQuery,
    body: paramsetValues,
    requestHeaders: editToken,
    idempotent: true,
    responses: { 202: { description: 'The CCU has taken them' } },
    problems: writeProblems,
    handler: async ({ params, query, body, caller }, ports) => {
      const request = { ...query, address: params.addr, key: ownKey(params.key), values: body };
      return { ...ACCEPTED, outcome: { written: await writeParamset(ports, caller, request) } };
    },
    ws: (twin) =>
      twin({
        name: 'paramset.put',
        args: z.object({ ...twinAt, values: z.record(z.string(), z.json()), edit_token: z.string().optional() }),
        input: ({ values: body, edit_token: editToken, ...at }) => ({ ...paramsetAsked(at), body, editToken }),
        result: z.object({ written: z.int() }),
        answer: (outcome) => outcome,
      }),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/link-ps/{peer}',
    operationId: 'getLinkParamset',
    access: useCases.paramsets.readLink.role,
    tag,
    summary: 'Read the LINK paramset of a channel towards another',
    params: peerParams,
    query: scopeQuery,
    responses: { 200: { description: 'Values by parameter', schema: paramsetValues } },
    problems: readProblems,
    handler: async ({ params, query }, ports) =>
      json(await readLinkParamset(ports, { ...query, address: params.addr, peer: params.peer })),
    ws: (twin) =>
      twin({
        name: 'links.get_paramset',
        category: 'links',
        args: z.object(twinPeers),
        input: peersAsked,
        result: values,
        answer: (read) => read,
      }),
  }),
  operation({
    method: 'PUT',
    path: '/devices/{addr}/link-ps/{peer}',
    operationId: 'putLinkParamset',
    access: writeLinkParamset.role,
    tag,
    summary: 'Write parameters of the LINK paramset of a channel towards another',
    params: peerParams,
    query: scopeQuery,
    body: paramsetValues,
    requestHeaders: editToken,
    responses: { 202: { description: 'The CCU has taken them' } },
    problems: writeProblems,
    handler: async ({ params, query, body, caller }, ports) => {
      const request = { ...query, address: params.addr, peer: params.peer, values: body };
      return { ...ACCEPTED, outcome: { written: await writeLinkParamset(ports, caller, request) } };
    },
    ws: (twin) =>
      twin({
        name: 'links.put_paramset',
        category: 'links',
        args: z.object({
          ...twinPeers,
          parameters: z.record(z.string(), z.json()),
          edit_token: z.string().optional(),
        }),
        input: ({ parameters: body, edit_token: editToken, ...at }) => ({ ...peersAsked(at), body, editToken }),
        result: z.object({ written: z.int() }),
        answer: (outcome) => outcome,
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/channels/{no}/paramsets/{key}/determine',
    operationId: 'determineParameter',
    access: useCases.paramsets.determine.role,
    tag,
    summary: 'Have the device measure a parameter',
    params: z.object({ addr, no: channelNumber, key: z.enum(['VALUES', 'MASTER']) }),
    query: scopeQuery,
    body: determineRequest,
    responses: { 200: { description: 'The value', schema: z.object({ value: z.unknown() }) } },
    problems: [...readProblems, 'unsupported'],
    handler: async ({ params, query, body }, ports) => {
      const at = { ...query, address: `${params.addr}:${params.no}`, key: params.key, parameter: body.parameter };
      return json({ value: await determineParameter(ports, at) });
    },
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/config/export',
    operationId: 'exportConfiguration',
    access: useCases.paramsets.exportConfiguration.role,
    tag,
    summary: 'Take the configuration of a channel along',
    params: channelParams,
    query: z.object({ central: centralQuery, paramset: z.enum(['MASTER', 'VALUES']).default('MASTER') }),
    responses: { 200: { description: 'The configuration', schema: exportedConfiguration } },
    problems: readProblems,
    handler: async ({ params, query: { paramset, ...scope } }, ports) =>
      json(await exportConfiguration(ports, { ...scope, device: params.addr, channel: params.no, key: paramset })),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/channels/{no}/config/import',
    operationId: 'importConfiguration',
    access: importConfiguration.role,
    tag,
    summary: 'Write a configuration that was exported from a channel of the same model and type',
    params: channelParams,
    query: scopeQuery,
    body: exportedConfiguration,
    bodyLimit: 1_048_576,
    requestHeaders: editToken,
    responses: { 200: { description: 'How many parameters were sent', schema: z.object({ written: z.int() }) } },
    problems: writeProblems,
    handler: async ({ params, query, body, caller }, ports) => {
      const at = { ...query, device: params.addr, channel: params.no };
      return json({ written: await importConfiguration(ports, caller, at, body) });
    },
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/paramsets/{key}/apply-targets',
    operationId: 'listApplyTargets',
    access: useCases.settings.targets.role,
    tag,
    summary: 'List the channels that can have the settings of this one',
    params: masterParams,
    query: scopeQuery,
    responses: { 200: { description: 'The channels', schema: z.object({ targets: z.array(applyTarget) }) } },
    problems: ['not_found', 'conflict', 'unsupported'],
    handler: async ({ params, query }, ports) =>
      json({ targets: listApplyTargets(ports, { ...query, address: params.addr }) }),
    ws: (twin) =>
      twin({
        name: 'paramset.apply_targets',
        args: z.object({ ...centralArgs, channel_address: address }),
        input: ({ channel_address: addr, ...scope }) => ({
          params: { addr, key: 'MASTER' as const },
          query: scopeOf(scope),
        }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/paramsets/{key}/apply-to',
    operationId: 'applySettings',
    access: applySettings.role,
    tag,
    summary: 'Give the settings of a channel to others, where they differ',
    description:
      'Goes on where one fails: each has its outcome. Nothing is written in a dry run, or where a target is wrong.',
    params: masterParams,
    query: scopeQuery,
    body: applySettingsRequest,
    responses: { 200: { description: 'Differences and outcomes', schema: applySettingsResult } },
    problems: [...writeProblems, 'validation'],
    handler: async ({ params, query, body, caller }, ports) => {
      const { dry_run: dryRun, ...request } = body;
      return json(await applySettings(ports, caller, { ...query, ...request, dryRun, address: params.addr }));
    },
    ws: (twin) =>
      twin({
        name: 'paramset.apply_to',
        args: z.object({ ...centralArgs, channel_address: address, ...applySettingsRequest.shape }),
        input: ({ channel_address: addr, central_name, central, ...body }) => ({
          params: { addr, key: 'MASTER' as const },
          query: scopeOf({ central_name, central }),
          body,
        }),
      }),
  }),
];
