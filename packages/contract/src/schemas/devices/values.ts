import { z } from 'zod';
import { dataPointSummary } from './devices.js';

/** Several values to be read at once. */
export const batchRequest = z
  .strictObject({
    queries: z.array(
      z.strictObject({
        address: z.string().min(1).max(64),
        channel: z.int().min(0),
        parameter: z.string().min(1).max(128),
      }),
    ),
  })
  .meta({ id: 'ValuesBatchRequest' });

/** Several values, each with the result of its request. */
export const batchResponse = z
  .object({
    results: z.array(
      z.object({
        address: z.string(),
        channel: z.int(),
        parameter: z.string(),
        summary: dataPointSummary.optional(),
        error: z
          .string()
          .optional()
          .describe(
            '`device not found`, `channel not found`, `parameter not found`, `parameter hidden`, or which CCU to name.',
          ),
      }),
    ),
  })
  .meta({ id: 'ValuesBatchResponse' });
