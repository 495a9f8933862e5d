import { z } from 'zod';
import { alwaysSent, timestamp } from '../common.js';

/** Id of a program on its CCU. */
export const programId = z
  .string()
  .min(1)
  .max(20)
  .regex(/^\d+$/, 'must be a program id')
  .describe('Id of the program.');

/** A program of a CCU. */
export const programSummary = z
  .object({
    id: z.string(),
    unique_id: z.string(),
    name: z.string(),
    central: alwaysSent(z.string()),
    description: z.string().optional(),
    active: z.boolean().optional().describe('Absent while it is not known.'),
    execute_available: z.boolean().optional(),
    last_executed: timestamp.optional(),
    condition_summary: z.string().optional(),
    activity_summary: z.string().optional(),
    is_internal: z.boolean().optional().describe('Made by the CCU itself.'),
    enabled_default: z.boolean().optional(),
    channel: z.string().optional(),
    device_address: z.string().optional(),
  })
  .meta({ id: 'ProgramSummary' });

/** Options for a run of a program. */
export const programExecuteRequest = z
  .strictObject({
    check_conditions: z
      .boolean()
      .default(false)
      .describe('Run it only while it is active, instead of in any case. A CCU does not check its conditions then.'),
  })
  .meta({ id: 'ProgramExecuteRequest' });

/** Effect of switching a program on or off. */
export const programActivateResponse = z
  .object({
    active: z.boolean().describe('As sent to the CCU.'),
    executed: z
      .boolean()
      .nullable()
      .describe('Whether it ran because of that; null when the CCU could not be asked afterwards.'),
  })
  .meta({ id: 'ProgramActivateResponse' });

/** Result of a program run. */
export const programExecuteResponse = z
  .object({ executed: z.boolean().describe('False when it is not active, and only active programs were to run.') })
  .meta({ id: 'ProgramExecuteResponse' });
