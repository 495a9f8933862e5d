import type { z } from 'zod';
import type { webhooksStatus, webhookTest } from '../schemas/webhooks.js';
import type { DeepReadonly } from './deep-readonly.js';

/** State of the webhooks. */
export interface WebhooksStatus extends DeepReadonly<z.output<typeof webhooksStatus>> {}

/** Result of a requested delivery. */
export interface WebhookTest extends DeepReadonly<z.output<typeof webhookTest>> {}
