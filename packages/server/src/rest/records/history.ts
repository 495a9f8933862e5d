import { centralQuery, type historyBuckets, timestamp, valueHistory } from '@ccu-gateway/contract';
import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  HISTORY_MAX_POINTS,
  HISTORY_MAX_SERIES,
  type HistoryReading,
  readHistory,
  readHistoryBuckets,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../../operation/central-arg.js';
import { json, operationsWith } from '../../operation/operation.js';

const operation = operationsWith<HistoryReading>();

/** A hundred addresses of the longest kind. */
const MAX_LIST = 16_384;
const list = z
  .string()
  .max(MAX_LIST)
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .optional();
const names = z.array(z.string().max(256)).max(HISTORY_MAX_SERIES).optional();
const time = timestamp.transform((text) => Date.parse(text)).optional();

export const historyOperations = [
  operation({
    method: 'GET',
    path: '/history',
    operationId: 'readHistory',
    heavy: true,
    access: useCases.history.read.role,
    tag: 'history',
    summary: 'Read recorded values of data points and radio modules',
    description:
      'Each value stands until the next one. A series with more values than `max_points` is split into as many parts, each with its lowest, highest and last value. ' +
      'With `channel` and `parameter` instead of `points` the answer is a list of parts of one data point, those without a value left out.',
    query: z.object({
      central: centralQuery,
      points: list.describe('Data points as `ADDRESS:CHANNEL:PARAMETER`, separated by commas.'),
      interfaces: list.describe('Ids of interfaces, separated by commas: their duty cycle and carrier sense.'),
      from: time.describe('Inclusive. A day before `to` where it is left out.'),
      to: time.describe('Exclusive. Now where it is left out.'),
      max_points: z.coerce
        .number()
        .int()
        .min(1)
        .max(HISTORY_MAX_POINTS)
        .optional()
        .describe('Of each series; 300 where it is left out.'),
      interface_id: z.string().max(256).optional().describe('With `channel`: the interface it has to belong to.'),
      channel: z.string().max(256).optional().describe('One channel as `ADDRESS:CHANNEL`, with `parameter`.'),
      parameter: z.string().max(256).optional().describe('Of `channel`.'),
      buckets: z.coerce
        .number()
        .int()
        .optional()
        .describe(
          'With `channel`: into how many parts the range is divided, at most 2000; 200 where it is left out or not above 0.',
        ),
    }),
    responses: {
      200: {
        description:
          'The series, in the order of the request. With `channel`: a list of `{ts, avg, min, max, count}`, which clients that ask that way expect',
        schema: valueHistory,
      },
    },
    problems: ['validation', 'not_found', 'service_unready'],
    handler: async ({ query, caller }, ports) => {
      const { max_points: maxPoints, interface_id: interfaceId, channel, parameter, buckets, ...request } = query;
      if (channel !== undefined || parameter !== undefined || buckets !== undefined || interfaceId !== undefined) {
        if (channel === undefined || parameter === undefined) throw incomplete(channel === undefined);
        if (request.points !== undefined || request.interfaces !== undefined || maxPoints !== undefined) throw mixed();
        const { central, from, to } = request;
        const asked = { central, interfaceId, channel, parameter, from, to, buckets };
        const parts: z.input<typeof historyBuckets> = [...(await readHistoryBuckets(ports, asked, caller.signal))];
        return { status: 200, pieces: listPieces(parts), contentType: 'application/json' };
      }
      return json(await readHistory(ports, { ...request, maxPoints }, caller.signal));
    },
    ws: (twin) => [
      twin({
        name: 'history.read',
        args: z.object({
          ...centralArgs,
          points: names.describe('Data points as `ADDRESS:CHANNEL:PARAMETER`.'),
          interfaces: names.describe('Ids of interfaces: their duty cycle and carrier sense.'),
          from: time.describe('Inclusive. A day before `to` where it is left out.'),
          to: time.describe('Exclusive. Now where it is left out.'),
          max_points: z
            .int()
            .min(1)
            .max(HISTORY_MAX_POINTS)
            .optional()
            .describe('Of each series; 300 where it is left out.'),
        }),
        input: ({ points, interfaces, from, to, max_points, ...args }) => ({
          query: { ...scopeOf(args), points, interfaces, from, to, max_points },
        }),
      }),
    ],
  }),
];

function incomplete(lacksChannel: boolean): GatewayError {
  const field = lacksChannel ? 'channel' : 'parameter';
  return refused(field, 'is needed: `channel` and `parameter` name one data point');
}

function mixed(): GatewayError {
  return refused(
    'channel',
    'takes no `points`, `interfaces` or `max_points` beside it; its own are `parameter` and `buckets`',
  );
}

function refused(field: string, reason: string): GatewayError {
  return new GatewayError('validation', 'The question is not acceptable', {
    reason: 'validation_failed',
    errors: [{ field, reason }],
  });
}

function* listPieces(entries: readonly unknown[]): Generator<string, void, void> {
  yield '[';
  for (const [index, entry] of entries.entries()) yield `${index > 0 ? ',' : ''}${JSON.stringify(entry)}`;
  yield ']';
}
