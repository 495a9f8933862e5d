import { z } from 'zod';
import { alwaysSent, timestamp } from '../common.js';

/** Values by parameter. */
export const paramsetValues = z.record(z.string().min(1).max(128), z.json()).meta({ id: 'ParamsetValues' });

/** The configuration of a channel as a file, to be imported elsewhere. */
export const exportedConfiguration = z
  .object({
    version: z.literal('1.0'),
    exported_at: timestamp,
    central_name: alwaysSent(z.string()),
    device_address: z.string(),
    model: z.string(),
    channel_address: z.string(),
    channel_type: z.string(),
    paramset_key: z.enum(['VALUES', 'MASTER']),
    values: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ExportedConfiguration' });

/** The parameter that a device is to measure. */
export const determineRequest = z
  .strictObject({ parameter: z.string().min(1).max(128) })
  .meta({ id: 'DetermineRequest' });
