import { z } from 'zod';
import { timestamp } from './common.js';

const anyRecord = z.record(z.string(), z.unknown());

const priority = z.enum(['critical', 'high', 'default', 'low']).optional();

export const customDataPoint = z
  .object({
    name: z.string(),
    unique_id: z.string(),
    category: z.string(),
    channel_no: z.int(),
    supported_operations: z.array(z.string()),
    kind: z.string().optional(),
    channels: z.array(z.int()).optional(),
    capabilities: z.record(z.string(), z.boolean()).optional(),
    config: anyRecord.optional(),
    state: anyRecord.optional(),
    translated_name: z.string().optional(),
    parameter_name: z.string().optional(),
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
    category: z.string().optional(),
    translated_name: z.string().optional(),
    modified_at: timestamp.optional(),
    unit: z.string().optional(),
    additional_information: anyRecord.optional(),
    depends_on: z.array(z.string()).optional(),
  })
  .meta({ id: 'CalculatedDPSummary' });
