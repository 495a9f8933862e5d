import { createHmac } from 'node:crypto';
import type { Signed, WebhookFormat } from './format.js';

const PREFIX = 'whsec_';
/** Bytes of a key that can neither be guessed nor is longer than HMAC uses. */
const KEY_BYTES = { min: 24, max: 64 };

function readSecret(text: string): Uint8Array | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  const base64 = text.slice(PREFIX.length);
  const key = Buffer.from(base64, 'base64');
  // Node skips characters that are not base64; a secret that both sides read in two ways signs nothing.
  if (key.toString('base64').replace(/(?<!=)=+$/, '') !== base64.replace(/(?<!=)=+$/, '')) return undefined;
  return key.length >= KEY_BYTES.min && key.length <= KEY_BYTES.max ? key : undefined;
}

function headersOf({ id, timestamp, body }: Signed, key: Uint8Array): Readonly<Record<string, string>> {
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

/** Standard Webhooks with a shared secret, whose libraries verify deliveries. */
export const standardWebhooks: WebhookFormat = {
  prefix: PREFIX,
  secretForm: '"whsec_" and 24 to 64 bytes in base64, such as openssl rand -base64 32 makes',
  contentType: 'application/json',
  readSecret,
  bodyOf: ({ type, at, data }) => JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }),
  headersOf,
};
