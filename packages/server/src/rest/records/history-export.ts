import { centralQuery, timestamp } from '@ccu-gateway/contract';
import {
  EXPORT_FORMATS,
  EXPORT_RESOLUTIONS,
  exportHistory,
  type HistoryExporting,
  useCases,
} from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { operationsWith } from '../../operation/operation.js';
import { streamOfChunks } from '../../turns/chunks.js';
import type { NextTurn } from '../../turns/next-turn.js';

const operation = operationsWith<HistoryExporting & { readonly nextTurn: NextTurn }>();

/** A hundred addresses of the longest kind. */
const MAX_LIST = 16_384;
const time = timestamp.transform((text) => Date.parse(text)).optional();

export const historyExportOperations = [
  operation({
    method: 'GET',
    path: '/history/export',
    operationId: 'exportHistory',
    access: useCases.history.export.role,
    tag: 'history',
    summary: 'Download recorded values as a file',
    description:
      'Values, or hours or days, of chosen data points or of everything. CSV has ISO times with the offset of the gateway, and milliseconds; ' +
      'line protocol has nanoseconds. The file is made while it is read, and an interrupted one is not complete. Four are made at a time.',
    query: z.object({
      central: centralQuery,
      points: z
        .string()
        .max(MAX_LIST)
        .transform((text) => text.split(',').filter((part) => part !== ''))
        .optional()
        .describe('Data points as `ADDRESS:CHANNEL:PARAMETER`, separated by commas. Everything where it is left out.'),
      from: time.describe('Inclusive. The beginning where it is left out.'),
      to: time.describe('Exclusive. Now where it is left out.'),
      format: z.enum(EXPORT_FORMATS).default('csv').describe('CSV, line protocol of InfluxDB, or Parquet.'),
      resolution: z.enum(EXPORT_RESOLUTIONS).default('values').describe('Each recorded value, or hours, or days.'),
    }),
    responses: {
      200: {
        description: 'The file',
        contentTypes: ['text/csv', 'text/plain', 'application/vnd.apache.parquet'],
      },
    },
    problems: ['validation', 'not_found', 'rate_limited', 'service_unready'],
    handler: async ({ query, caller }, ports) => {
      const { filename, contentType, content } = await exportHistory(ports, query, caller.signal);
      return {
        status: 200,
        raw: streamOfChunks(content, ports.nextTurn),
        contentType,
        headers: { 'content-disposition': `attachment; filename="${filename}"` },
      };
    },
  }),
];
