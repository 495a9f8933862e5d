import { centralQuery, channelNumber, flag, formSchema, localeQuery } from '@ccu-gateway/contract';
import { type FormReading, readFormSchema } from '@ccu-gateway/gateway-core';
import { z } from 'zod';
import { json, operationsWith } from '../operation/operation.js';

const operation = operationsWith<FormReading>();

export const uiSchemaOperations = [
  operation({
    method: 'GET',
    path: '/devices/{addr}/channels/{no}/ui-schema',
    operationId: 'getUiSchema',
    access: 'viewer',
    tag: 'paramsets',
    summary: 'Describe a paramset the way a form needs it, with its values',
    params: z.object({ addr: z.string().min(1).max(64).describe('Address of the device.'), no: channelNumber }),
    query: z.object({
      central: centralQuery,
      paramset: z.enum(['VALUES', 'MASTER', 'LINK']).default('VALUES'),
      peer: z.string().min(1).max(64).optional().describe('The channel at the other end, for LINK.'),
      locale: localeQuery,
      expert: flag.optional().describe('Also what devices keep for themselves.'),
    }),
    responses: { 200: { description: 'The form', schema: formSchema } },
    problems: ['not_found', 'conflict', 'upstream_unavailable', 'service_unready'],
    handler: async ({ params, query: { paramset, ...rest } }, needs) =>
      json(await readFormSchema(needs, { ...rest, device: params.addr, channel: params.no, key: paramset })),
  }),
];
