import { z } from 'zod';
import { alwaysSent, timestamp } from './common.js';

const anyRecord = z.record(z.string(), z.unknown());

const priority = z.enum(['critical', 'high', 'default', 'low']).optional();

export const customDataPoint = z
  .object({
    name: z.string(),
    unique_id: z.string(),
    category: z.string(),
    channel_no: z.int(),
    supported_operations: z.array(z.string()),
    kind: alwaysSent(z.string()),
    channels: alwaysSent(z.array(z.int())),
    capabilities: alwaysSent(z.record(z.string(), z.boolean())),
    config: alwaysSent(anyRecord),
    state: alwaysSent(anyRecord),
    translated_name: alwaysSent(z.string()),
    parameter_name: alwaysSent(z.string()),
  })
  .meta({ id: 'CustomDPSummary' });

export const invokeRequest = z
  .strictObject({ params: anyRecord.optional().describe('Parameters of the operation by name.'), priority })
  .meta({ id: 'CustomDPInvokeRequest' });

export const calculatedDataPoint = z
  .object({
    name: z.string(),
    unique_id: z.string(),
    value: z.union([z.number(), z.boolean(), z.null()]),
    observed: z.boolean(),
    available: z.boolean(),
    category: alwaysSent(z.string()),
    translated_name: alwaysSent(z.string()),
    modified_at: timestamp.optional(),
    unit: z.string().optional(),
    additional_information: anyRecord.optional(),
    depends_on: z.array(z.string()).optional(),
  })
  .meta({ id: 'CalculatedDPSummary' });
