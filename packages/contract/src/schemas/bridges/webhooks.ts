import { z } from 'zod';
import { timestamp } from '../common.js';

/** Reason of a failed delivery. */
const fault = z.object({
  kind: z.enum(['name', 'forbidden', 'unreachable', 'timeout', 'tls', 'closed', 'redirect', 'refused', 'internal']),
  message: z.string(),
});

/** Events that were given up. */
const deadLetter = z.object({
  at: timestamp,
  first_seq: z.int(),
  last_seq: z.int(),
  events: z.int(),
  attempts: z.int().describe('0: they were too old when it was their turn.'),
  reason: z.string(),
});

/** A receiver of events. */
const webhook = z.object({
  name: z.string(),
  state: z.enum(['idle', 'delivering', 'waiting', 'closed']).describe('`waiting`: before the next attempt.'),
  next_attempt_at: timestamp.optional(),
  last_delivery_at: timestamp.optional(),
  fault: fault.optional().describe('Why the last attempt failed; absent when it did not.'),
  deliveries: z.int().describe('Those that were taken.'),
  events: z.int().describe('Events in these.'),
  failed_attempts: z.int(),
  dead_letters: z.int().describe('Events that were given up.'),
  gaps: z.int().describe('Times that events had left the stream before they could be read.'),
  recent_dead_letters: z.array(deadLetter).describe('The newest twenty, newest first.'),
});

/** State of the webhooks. Counted since the start of the gateway or the last change of the settings of a webhook. */
export const webhooksStatus = z.object({ webhooks: z.array(webhook) }).meta({ id: 'WebhooksStatus' });

/** Result of a requested delivery. */
export const webhookTest = z
  .object({
    delivered: z.boolean(),
    status: z.int().optional().describe('Of the answer; absent where there was none.'),
    fault: fault.optional(),
  })
  .meta({ id: 'WebhookTest' });
