import { centralQuery, radioTraffic } from '@ccu-gateway/contract';
import {
  RADIO_TRAFFIC_MAX_ROWS,
  type RadioTrafficReading,
  readRadioTraffic,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<RadioTrafficReading>();

const LIMIT = 'Rows of `writes`, and of `reports`; 50 where it is left out.';

export const radioTrafficOperations = [
  operation({
    method: 'GET',
    path: '/diagnostics/radio',
    operationId: 'readRadioTraffic',
    access: readRadioTraffic.role,
    tag: 'diagnostics',
    summary: 'List the causes of the radio traffic of the last 24 hours',
    description:
      'Counted over restarts, with several gateways by all of them, for devices that are reached over the air. Only administrators see the senders.',
    query: z.object({
      central: centralQuery,
      limit: z.coerce.number().int().min(1).max(RADIO_TRAFFIC_MAX_ROWS).optional().describe(LIMIT),
    }),
    responses: { 200: { description: 'Writes and reports, hour by hour', schema: radioTraffic } },
    problems: ['not_found', 'service_unready'],
    handler: async ({ query, caller }, ports) => json(await readRadioTraffic(ports, caller, query)),
    ws: (twin) =>
      twin({
        name: 'diagnostics.radio',
        args: z.object({
          ...centralArgs,
          limit: z.int().min(1).max(RADIO_TRAFFIC_MAX_ROWS).optional().describe(LIMIT),
        }),
        input: ({ limit, ...args }) => ({ query: { ...scopeOf(args), limit } }),
      }),
  }),
];
