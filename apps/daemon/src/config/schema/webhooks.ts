import { isSealed } from '@ccu-gateway/auth-core/secrets';
import { webhookSecretFault } from '@ccu-gateway/webhook-bridge/formats';
import { z } from 'zod';
import * as f from '../values/fields.js';
import { between, receiver, receiverName } from './receivers.js';

/** The content of a sealed secret is checked when it is opened. */
const signingSecret = f.secret.superRefine((secret, context) => {
  const fault = isSealed(secret.reveal()) ? undefined : webhookSecretFault(secret.reveal());
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

const { enabled, url, ...more } = receiver;

/** Receiver of events. */
const endpoint = z.strictObject({
  enabled,
  url,
  secret: signingSecret,
  topics: z
    .array(z.string().min(1).max(256))
    .min(1)
    .max(64)
    .meta({ description: 'patterns of the event stream such as "*", "device.*" or "hub.+.sysvars.*"' })
    .default(['*']),
  max_age: between('1m', '24h').default('1h'),
  ...more,
});

/** Webhooks by the names that people give them. */
export const webhooks = z.strictObject({ endpoints: z.record(receiverName, endpoint).default({}) });
