import { z } from 'zod';
import { timestamp } from '../common.js';

/** Reason of a message that was not taken. */
const fault = z.object({
  kind: z.enum(['name', 'forbidden', 'unreachable', 'timeout', 'tls', 'closed', 'redirect', 'refused', 'internal']),
  message: z.string(),
});

/** A message that was given up. */
const lostMessage = z.object({ at: timestamp, title: z.string(), reason: z.string() });

/** A channel for messages to people. */
const channel = z.object({
  name: z.string(),
  kind: z.string().describe('Service that takes the messages, such as `ntfy`.'),
  state: z.enum(['idle', 'delivering', 'waiting']).describe('`waiting`: before the next attempt.'),
  next_attempt_at: timestamp.optional(),
  last_delivery_at: timestamp.optional(),
  fault: fault.optional().describe('Why the last attempt failed; absent when it did not.'),
  delivered: z.int().describe('Messages that were taken.'),
  failed_attempts: z.int(),
  waiting: z.int().describe('Messages that wait.'),
  lost: z.int().describe('Messages that were given up.'),
  recent_lost: z.array(lostMessage).describe('The newest twenty, newest first.'),
});

/** State of the messages to people. Counted since the start of the gateway or the last change of the section `notify`. */
export const notifyStatus = z
  .object({
    channels: z.array(channel),
    rules: z.array(z.string()).describe('Names of the rules in force; those of the defaults without configured ones.'),
    matters: z.int().describe('Matters that last now, of all rules.'),
  })
  .meta({ id: 'NotifyStatus' });

/** Result of a requested test message. */
export const notifyTest = z
  .object({
    delivered: z.boolean(),
    status: z.int().optional().describe('Of the answer; absent where there was none.'),
    fault: fault.optional(),
  })
  .meta({ id: 'NotifyTest' });

/** Matters that a message can be about, the worst first. */
export const notifySubject = z.enum([
  ...(['smoke', 'water', 'co', 'alarm', 'duress', 'tamper', 'sabotage', 'reminder'] as const),
  ...(['ccu', 'unreachable', 'battery', 'fault', 'radio', 'firmware', 'device_firmware', 'value', 'key'] as const),
]);

/** A message whose text is wanted. */
export const notifyPreviewRequest = z
  .strictObject({
    subject: notifySubject,
    name: z.string().min(1).max(256).default('Example').describe('Of the device, CCU, zone or part.'),
    language: z.enum(['en', 'de']).optional().describe('Default: the language of the section `notify`.'),
    phase: z.enum(['began', 'ended']).default('began'),
    body: z.string().max(4096).optional().describe('Template of a channel of kind `url`.'),
    format: z.enum(['json', 'text']).default('json'),
  })
  .meta({ id: 'NotifyPreviewRequest' });

/** Text of a message. */
export const notifyPreview = z
  .object({
    title: z.string(),
    text: z.string(),
    level: z.enum(['danger', 'attention', 'info']),
    body: z.string().describe('Body of the request of a channel of kind `url`.'),
  })
  .meta({ id: 'NotifyPreview' });
