import { z } from 'zod';
import { timestamp, wordOf } from '../common.js';

const when = wordOf(['now', 'night']).describe('When updates begin.');
const minute = z.int().min(0).max(1_439).describe('Minutes after midnight, local time of the gateway.');
const maxDutyCycle = z
  .int()
  .min(1)
  .max(100)
  .describe('Percent of the duty cycle from which on no update begins; 30 at first.');

const plannedUpdate = z.object({
  id: z.string(),
  central: z.string(),
  interface: z.string(),
  device_address: z.string(),
  name: z.string().optional().describe('Absent where the device is gone.'),
  by: z.string().describe('Subject that planned it.'),
  from: z.string().describe('Installed version.'),
  to: z.string().describe('New version.'),
  state: wordOf(['queued', 'ordered', 'asleep', 'done', 'failed', 'aborted']).describe(
    '`ordered`: the CCU has the order. `asleep`: the device did not take it and is tried again after its next report.',
  ),
  tries: z.int().describe('Failed tries.'),
  added_at: timestamp,
  ordered_at: timestamp.optional(),
  ended_at: timestamp.optional(),
  reason: z.string().optional().describe('Stable word for the cause of the last failed try.'),
  waits_for: wordOf(['paused', 'night', 'not_connected', 'duty_cycle', 'turn', 'wakeup', 'retry'])
    .optional()
    .describe('Cause for which it does not begin now.'),
  behind: z.string().optional().describe('Address of the device that is updated before it.'),
});

/** The plan of firmware updates. */
export const firmwarePlan = z
  .object({
    when,
    night_from: minute,
    night_to: minute,
    max_duty_cycle: maxDutyCycle,
    paused: z.boolean(),
    updates: z.array(plannedUpdate).describe('Active updates in their order.'),
    history: z.array(plannedUpdate).describe('Ended updates, newest first.'),
    estimated_end: timestamp.optional().describe('Without pauses and nights; absent without active updates.'),
  })
  .meta({ id: 'FirmwarePlanBody' });

/** Devices whose update is planned. */
export const newFirmwareUpdates = z
  .strictObject({
    devices: z
      .array(
        z.strictObject({
          central: z.string().min(1).max(256).optional().describe('Needed only where several CCUs have the address.'),
          address: z.string().min(1).max(64),
        }),
      )
      .min(1)
      .max(500),
  })
  .meta({ id: 'NewFirmwareUpdates' });

/** Changes of the plan. */
export const firmwarePlanChange = z
  .strictObject({
    when: when.optional(),
    night_from: minute.optional(),
    night_to: minute.optional(),
    max_duty_cycle: maxDutyCycle.optional(),
    paused: z.boolean().optional(),
    order: z
      .array(z.string().min(1).max(64))
      .min(1)
      .max(500)
      .optional()
      .describe('Ids of active updates; they come first, in this order.'),
  })
  .meta({ id: 'FirmwarePlanChange' });
