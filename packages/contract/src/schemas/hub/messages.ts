import { z } from 'zod';
import { alwaysSent, timestamp } from '../common.js';

/** Id of an alarm or service message. */
export const messageId = z.string().min(1).max(64).describe('Id of the message.');

const common = {
  id: z.string(),
  name: z.string(),
  counter: z.int().min(0).describe('How often it was raised.'),
  central: alwaysSent(z.string()),
  address: z.string().optional(),
  device_name: z.string().optional(),
  description: z.string().optional(),
  timestamp: timestamp.describe('When it was raised first.'),
  last_timestamp: timestamp.optional(),
  display_name: z.string().optional(),
  rooms: z.array(z.string()).optional(),
} as const;

/** An alarm of a CCU that was not acknowledged. */
export const alarmMessage = z
  .object({ ...common, state_value: z.string().optional(), last_trigger: z.string().optional() })
  .meta({ id: 'AlarmMessage' });

/** Something a CCU wants to have seen to, such as an empty battery. */
export const serviceMessage = z
  .object({
    ...common,
    quittable: z.boolean().describe('False for messages that go by themselves when their cause is gone.'),
    type: z.string().optional(),
    priority: z.int().optional(),
    functions: z.array(z.string()).optional(),
  })
  .meta({ id: 'ServiceMessage' });

/** Number of acknowledged messages. */
export const ackAllResult = z.object({ acknowledged: z.int().min(0) }).meta({ id: 'AckAllResult' });

/** A kind of service message that a CCU suppresses for a channel. */
export const suppressedServiceMessage = z
  .object({
    channel: z.string(),
    central: z.string().optional(),
    interface: z.string().optional(),
    parameter: z.string().optional(),
    device_name: z.string().optional(),
    name: z.string().optional(),
  })
  .meta({ id: 'SuppressedServiceMessage' });

/** A kind of service message to be raised again. */
export const unsuppressRequest = z.strictObject({
  channel: z.string().min(1).max(64).describe('Address of the channel.'),
  interface: z.string().max(64).optional(),
  parameter: z.string().max(128).optional().describe('Without it, all service parameters of the channel.'),
});
