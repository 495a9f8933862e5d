import { isIP } from 'node:net';
import { isSealed } from '@ccu-gateway/auth-core/secrets';
import { webhookSecretFault } from '@ccu-gateway/webhook-bridge/formats';
import { z } from 'zod';
import { durationMs } from '../values/duration.js';
import * as f from '../values/fields.js';

/** A receiver may want a query, and often its path is known to it alone; user and password are for headers. */
const receiverUrl = z
  .string()
  .max(2048)
  .refine(
    (text) => {
      if (!URL.canParse(text)) return false;
      const { protocol, username, password, hash } = new URL(text);
      return ['http:', 'https:'].includes(protocol) && username === '' && password === '' && hash === '';
    },
    { error: 'expected an http:// or https:// URL without user, password and fragment' },
  );

/** The content of a sealed secret is checked when it is opened. */
const signingSecret = f.secret.superRefine((secret, context) => {
  const fault = isSealed(secret.reveal()) ? undefined : webhookSecretFault(secret.reveal());
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

const network = f.cidr.refine(
  (text) => {
    const [address = '', prefix] = text.split('/');
    const version = isIP(address);
    return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128);
  },
  { error: 'expected a network such as 127.0.0.1/32 or ::1/128' },
);

const between = (min: string, max: string) =>
  f.duration.refine((text) => durationMs(text) >= durationMs(min) && durationMs(text) <= durationMs(max), {
    error: `expected ${min} to ${max}`,
  });

/** Receiver of events. */
const endpoint = z.strictObject({
  enabled: z.boolean().default(true),
  url: receiverUrl,
  secret: signingSecret,
  topics: z
    .array(z.string().min(1).max(256))
    .min(1)
    .max(64)
    .meta({ description: 'patterns of the event stream such as "*", "device.*" or "hub.+.sysvars.*"' })
    .default(['*']),
  timeout: between('1s', '1m').default('10s'),
  max_age: between('1m', '24h').default('1h'),
  ca_file: f.path.optional(),
  allow_networks: z.array(network).max(16).default([]),
});

/** Part of a path of the API and of the path that a secret is sealed for. */
const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
  .meta({ description: 'up to 64 letters, digits, "_" and "-"' });

/** Webhooks by the names that people give them. */
export const webhooks = z.strictObject({ endpoints: z.record(name, endpoint).default({}) });
