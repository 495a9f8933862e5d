import { z } from 'zod';
import { alwaysSent, timestamp, wordOf } from '../common.js';
import { confirmReason } from './devices.js';

const anyRecord = z.record(z.string(), z.unknown());

const priority = z.enum(['critical', 'high', 'default', 'low']).optional();

/** The bridges to Home Assistant and Matter and the web UI have an entry for each: CONTRIBUTING.md has the recipe. */
const category = wordOf(['climate', 'cover', 'light', 'lock', 'siren', 'switch', 'text_display', 'valve']);

/** A light, cover, thermostat or the like, made of several parameters. */
export const customDataPoint = z
  .object({
    name: z.string(),
    unique_id: z.string(),
    category,
    channel_no: z.int(),
    supported_operations: z.array(z.string()),
    confirm: alwaysSent(z.record(z.string(), confirmReason)).describe(
      'By operation, why people are asked before it is carried out. Operations that are not in it ask nothing.',
    ),
    kind: alwaysSent(z.string()),
    channels: alwaysSent(z.array(z.int())),
    capabilities: alwaysSent(z.record(z.string(), z.boolean())),
    config: alwaysSent(anyRecord),
    state: alwaysSent(anyRecord),
    translated_name: alwaysSent(z.string()),
    parameter_name: alwaysSent(z.string()),
  })
  .meta({ id: 'CustomDPSummary' });

/** The parameters of an operation of a custom data point. */
export const invokeRequest = z
  .strictObject({ params: anyRecord.optional().describe('Parameters of the operation by name.'), priority })
  .meta({ id: 'CustomDPInvokeRequest' });

/** A value that is calculated from others, such as the dew point. */
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
