import type { z } from 'zod';
import type { webhooksStatus, webhookTest } from '../schemas/webhooks.js';
import type { DeepReadonly } from './deep-readonly.js';

/** How the webhooks are doing. */
export interface WebhooksStatus extends DeepReadonly<z.output<typeof webhooksStatus>> {}

/** What became of a delivery that was asked for. */
export interface WebhookTest extends DeepReadonly<z.output<typeof webhookTest>> {}
