import { z } from 'zod';
import { timestamp, wordOf } from '../common.js';

const channel = z.int().min(0).max(9999);

/** Longest time after which an act ends by itself. */
const MAX_SECONDS = 31 * 86_400;

const newActWrite = z.strictObject({
  central: z.string().min(1).max(256).optional().describe('Needed only where several CCUs have the address.'),
  device_address: z.string().min(1).max(64),
  channel,
  parameter: z.string().min(1).max(128),
  value: z.json().describe('Typed as the parameter demands. An ENUM takes its ordinal or its name.'),
});

/** Several writes that are made together and can be taken back together. */
export const newAct = z
  .strictObject({
    name: z.string().trim().min(1).max(120).describe('For people, such as `Heating 17°`.'),
    writes: z.array(newActWrite).min(1).max(500),
    duration_seconds: z
      .int()
      .min(1)
      .max(MAX_SECONDS)
      .optional()
      .describe(
        'Time until the values before are restored, from the start on. Left out: the values stay, and the act can be taken back for an hour.',
      ),
  })
  .meta({ id: 'NewAct' });

const actWrite = z.object({
  central: z.string(),
  device_address: z.string(),
  channel: z.int(),
  parameter: z.string(),
  value: z.union([z.boolean(), z.number(), z.string()]),
  before: z.union([z.boolean(), z.number(), z.string()]).optional().describe('The value to go back to, where known.'),
  state: wordOf(['waiting', 'set', 'refused', 'taken_over', 'restored', 'kept']).describe(
    '`waiting` to be sent, `set` by the act, `refused` by the CCU, `taken_over` by another write or value, `restored` to the value before, `kept` because that was not possible.',
  ),
  confirmed: z.boolean().optional().describe('Whether the CCU has reported the value.'),
  reason: z.string().optional().describe('Stable word for the cause of `refused` and `kept`.'),
});

/** An act: in force, or ended. */
export const act = z
  .object({
    id: z.string(),
    name: z.string(),
    by: z.string().describe('Subject that started it.'),
    state: wordOf(['sending', 'active', 'ending', 'ended']),
    started_at: timestamp,
    ends_at: timestamp.optional().describe('Time at which the values before are restored.'),
    undo_until: timestamp.optional().describe('Only without `ends_at`: until then the act can be taken back.'),
    ended_at: timestamp.optional(),
    writes: z.array(actWrite),
  })
  .meta({ id: 'Act' });

/** The acts in force, and the last ended ones. */
export const actList = z.object({ acts: z.array(act) }).meta({ id: 'ActList' });
