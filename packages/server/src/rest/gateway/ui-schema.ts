import { centralQuery, channelNumber, deviceFormSchema, flag, formSchema, localeQuery } from '@ccu-gateway/contract';
import { type FormReading, readDeviceFormSchema, readFormSchema, useCases } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<FormReading>();

const address = z.string().min(1).max(64);
const peer = address.optional().describe('The channel at the other end, for LINK.');
const expert = flag.optional().describe('Also internal parameters.');
const paramset = z.enum(['VALUES', 'MASTER', 'LINK']);

export const uiSchemaOperations = [
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/ui-schema',
    operationId: 'getUiSchema',
    access: useCases.paramsets.form.role,
    tag: 'paramsets',
    summary: 'Describe a paramset the way a form needs it, with its values',
    params: z.object({ addr: address.describe('Address of the device.'), no: channelNumber }),
    query: z.object({
      central: centralQuery,
      paramset: paramset.default('VALUES'),
      peer,
      locale: localeQuery,
      expert,
    }),
    responses: { 200: { description: 'The form', schema: formSchema } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, query: { paramset, ...rest } }, ports) =>
      json(await readFormSchema(ports, { ...rest, device: params.addr, channel: params.no, key: paramset })),
    ws: (twin) =>
      twin({
        name: 'paramset.form_schema',
        args: z.object({
          ...centralArgs,
          address: address.describe('Address of the device.'),
          channel_no: z.int().min(0).max(9999),
          paramset: paramset.default('MASTER'),
          peer,
          locale: localeQuery,
          expert: z.boolean().optional(),
        }),
        input: ({ address: addr, channel_no: no, paramset, peer, locale, expert, ...scope }) => ({
          params: { addr, no },
          query: { ...scopeOf(scope), paramset, peer, locale, expert },
        }),
      }),
  }),
  operation({
    method: 'GET',
    path: '/devices/{addr}/ui-schema',
    operationId: 'getDeviceUiSchema',
    access: useCases.paramsets.deviceForm.role,
    tag: 'paramsets',
    summary: 'Describe the MASTER paramset at the address of a device the way a form needs it, with its values',
    description: 'Devices of BidCos keep settings there that belong to none of their channels.',
    params: z.object({ addr: address.describe('Address of the device.') }),
    query: z.object({ central: centralQuery, locale: localeQuery, expert }),
    responses: { 200: { description: 'The form', schema: deviceFormSchema } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, query }, ports) =>
      json(await readDeviceFormSchema(ports, { ...query, device: params.addr })),
  }),
];
