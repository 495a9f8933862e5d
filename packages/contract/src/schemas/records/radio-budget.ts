import { z } from 'zod';
import { wordOf } from '../common.js';

const mode = wordOf(['free', 'spread', 'critical_only']).describe(
  '`free`: writes are sent as they come. `spread`: normal writes are spread over the hour, those of priority `low` pause. `critical_only`: others are refused.',
);
const load = {
  central: z.string(),
  interface_id: z.string(),
  interface: z.string(),
} as const;

/** Sending time of the radio modules, and the writes that wait for it. */
export const radioBudget = z
  .object({
    interfaces: z.array(
      z.object({
        ...load,
        used: z
          .number()
          .describe('Percent of the hour: own writes at once, everything else by the last reported duty cycle.'),
        forecast: z.number().describe('Percent of the hour with everything that waits; may be above 100.'),
        waiting: z.int().describe('Writes that wait.'),
        waiting_in_background: z.int().describe('Those of `waiting` with the priority `low`.'),
        mode,
      }),
    ),
  })
  .meta({ id: 'RadioBudget' });

/** Writes that a client intends. */
export const radioPlan = z
  .strictObject({
    writes: z
      .array(
        z.strictObject({
          central: z.string().min(1).max(256).optional().describe('Needed only where several CCUs have the address.'),
          device_address: z.string().min(1).max(64),
          paramset: wordOf(['VALUES', 'MASTER', 'LINK']).optional().describe('`VALUES` where it is left out.'),
          parameters: z.int().min(1).max(1_000).optional().describe('Parameters of one write; 1 where it is left out.'),
          count: z.int().min(1).max(1_000).optional().describe('Equal writes to the device; 1 where it is left out.'),
        }),
      )
      .min(1)
      .max(2_000),
  })
  .meta({ id: 'RadioPlan' });

/** Radio cost of intended writes. */
export const radioEstimate = z
  .object({
    interfaces: z.array(
      z.object({
        ...load,
        radio: z.boolean().describe('False where the writes use no sending time.'),
        messages: z.int().describe('Frames that the radio module sends.'),
        devices: z.int(),
        woken: z.int().describe('Devices that a long signal wakes first.'),
        asleep: z.int().describe('Devices that receive it when they wake by themselves.'),
        unreachable: z.int(),
        share: z.number().describe('Percent of what a radio module may send in an hour.'),
        used: z.number().optional().describe('Percent of the hour that is used already. Absent without radio.'),
        forecast: z
          .number()
          .optional()
          .describe('Percent of the hour with these writes and everything that waits. Absent without radio.'),
        mode: mode.describe('How these writes would be sent.'),
      }),
    ),
  })
  .meta({ id: 'RadioEstimate' });
