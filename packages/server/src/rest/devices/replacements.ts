import { centralQuery, deviceReplacement, replaceCandidate } from '@ccu-gateway/contract';
import {
  getReplacement,
  listReplaceCandidates,
  listReplacements,
  type Replacing,
  replaceDevice,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { begun, json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<Replacing>();

const tag = 'devices';
const scopeQuery = z.object({ central: centralQuery });
const address = z.string().min(1).max(64);
const params = z.object({ addr: address.describe('Address of the new device.') });
const old = address.describe('Address of the device that it takes the place of.');
const upstream = ['not_found', 'conflict', 'unsupported', 'upstream_unavailable', 'service_unready'] as const;

export const replacementOperations = [
  operation({
    method: 'GET',
    path: '/devices/{addr}/replace-candidates',
    operationId: 'listReplaceCandidates',
    access: useCases.replacements.candidates.role,
    tag,
    summary: 'List the devices that a new one may take the place of',
    description: 'As its CCU lists them: devices of a type that fits, on the same interface.',
    params,
    query: scopeQuery,
    responses: { 200: { description: 'The devices', schema: z.array(replaceCandidate) } },
    problems: upstream,
    handler: async ({ params, query }, ports) =>
      json([...(await listReplaceCandidates(ports, { ...query, address: params.addr }))]),
    ws: (twin) =>
      twin({
        name: 'device.replace_candidates',
        args: z.object({ ...centralArgs, address }),
        input: ({ address: addr, ...scope }) => ({ params: { addr }, query: scopeOf(scope) }),
      }),
  }),
  operation({
    method: 'POST',
    path: '/devices/{addr}/replace',
    operationId: 'replaceDevice',
    access: replaceDevice.role,
    tag,
    summary: 'Put a new device in the place of another one',
    description:
      'Everything that belongs to the old device is read and stored, then the CCU exchanges the devices, then the gateway passes on what the CCU has not: ' +
      'names, rooms, functions, configuration with schedules, direct links, hidden and locked channels, ids, history, Matter endpoints. ' +
      '`device.replacement_changed` events report the progress, and the report lists what was left. The same request goes on with one that failed. ' +
      '`dry_run` changes nothing, and answers what would be passed on.',
    params,
    query: scopeQuery,
    body: z.strictObject({ old_address: old, dry_run: z.boolean().default(false), central: centralQuery }),
    responses: {
      200: { description: 'The plan of a dry run', schema: deviceReplacement },
      202: { description: 'The CCU has exchanged the devices; the rest goes on', schema: deviceReplacement },
    },
    problems: [...upstream, 'locked'],
    handler: async ({ params, query, body: { old_address, dry_run, central = query.central }, caller }, ports) => {
      const at = { ...(central === undefined ? {} : { central }), address: params.addr };
      const report = await replaceDevice(ports, caller, at, { oldAddress: old_address, dryRun: dry_run });
      return dry_run ? json(report) : begun(`/device-replacements/${report.id}`, report);
    },
    ws: (twin) =>
      twin({
        name: 'device.replace',
        args: z.object({ ...centralArgs, address, old_address: old, dry_run: z.boolean().default(false) }),
        input: ({ address: addr, old_address, dry_run, ...scope }) => ({
          params: { addr },
          query: scopeOf(scope),
          body: { old_address, dry_run },
        }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/device-replacements',
    operationId: 'listDeviceReplacements',
    access: useCases.replacements.list.role,
    tag,
    summary: 'List replaced devices, newest first: what was taken over, and what not',
    query: scopeQuery,
    responses: { 200: { description: 'The replacements', schema: z.array(deviceReplacement) } },
    problems: ['not_found'],
    handler: ({ query }, ports) => json([...listReplacements(ports, query)]),
    ws: (twin) =>
      twin({
        name: 'device.replacements',
        args: z.object({ ...centralArgs }),
        input: (scope) => ({ query: scopeOf(scope) }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/device-replacements/{id}',
    operationId: 'getDeviceReplacement',
    access: useCases.replacements.get.role,
    tag,
    summary: 'Show a replaced device: what was taken over, and what not',
    params: z.object({ id: z.string().min(1).max(64) }),
    responses: { 200: { description: 'The replacement', schema: deviceReplacement } },
    problems: ['not_found'],
    handler: ({ params }, ports) => json(getReplacement(ports, params.id)),
  }),
];
