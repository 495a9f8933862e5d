import { centralQuery } from '@ccu-gateway/contract';
import { useCases, type ValueMetricsReading, valueMetrics } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { operationsWith } from '../../operation/operation.js';
import type { NextTurn } from '../../turns/next-turn.js';
import { streamOf } from '../../turns/pieces.js';

const operation = operationsWith<ValueMetricsReading & { readonly nextTurn: NextTurn }>();

const MAX_LIST = 16_384;

/** The same twice: scrapers use the root. */
export const valueMetricsOperations = (['api', 'root'] as const).map((mount) =>
  operation({
    method: 'GET',
    path: '/metrics/values',
    mount,
    operationId: mount === 'api' ? 'getValueMetrics' : 'getRootValueMetrics',
    access: useCases.diagnostics.valueMetrics.role,
    tag: 'diagnostics',
    summary: 'Show present values of chosen data points for Prometheus',
    description: 'At most 2000 values. `ccu_gateway_values_left_out` counts those without room.',
    query: z.object({
      central: centralQuery,
      points: z
        .string()
        .max(MAX_LIST)
        .transform((text) => text.split(',').filter((part) => part !== ''))
        .optional()
        .describe(
          'Patterns, separated by commas: `PARAMETER` or `ADDRESS:CHANNEL:PARAMETER`; `*` stands for any text. The data points of ' +
            '`/metrics/values/chosen` where it is left out.',
        ),
    }),
    responses: { 200: { description: 'Values in the Prometheus text format', contentTypes: ['text/plain'] } },
    problems: ['validation', 'not_found'],
    handler: async ({ query }, { house, configControl, nextTurn }) => ({
      status: 200,
      raw: streamOf(await valueMetrics({ house, ...(configControl && { configControl }) }, query), nextTurn),
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
    }),
  }),
);
