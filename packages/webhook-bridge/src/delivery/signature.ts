import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
/** Bytes of a key that can neither be guessed nor is longer than HMAC uses. */
const KEY_BYTES = { min: 24, max: 64 };

/**
 * The key that a secret in the form of Standard Webhooks stands for, `whsec_` and 24 to 64 bytes in base64; undefined
 * where it has another form.
 *
 * @example
 * readSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')?.length; // 24
 */
export function readSecret(text: string): Uint8Array | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  const base64 = text.slice(PREFIX.length);
  const key = Buffer.from(base64, 'base64');
  // Node skips characters that are not base64; a secret that both sides read in two ways signs nothing.
  if (key.toString('base64').replace(/(?<!=)=+$/, '') !== base64.replace(/(?<!=)=+$/, '')) return undefined;
  return key.length >= KEY_BYTES.min && key.length <= KEY_BYTES.max ? key : undefined;
}

/** Signed parts of a delivery. */
export interface Signed {
  readonly id: string;
  /** Seconds since the Unix epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** The headers by which a receiver verifies the sender and time of a delivery, and recognises a repetition. */
export function signatureHeaders({ id, timestamp, body }: Signed, key: Uint8Array): Readonly<Record<string, string>> {
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
