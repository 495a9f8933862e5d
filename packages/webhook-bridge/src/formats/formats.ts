import type { WebhookFormat } from './format.js';
import { standardWebhooks } from './standard-webhooks.js';

/** Every format of deliveries. Configuration, sender and documents follow from it. */
export const webhookFormats: readonly WebhookFormat[] = [standardWebhooks];

const startingLike = (text: string): WebhookFormat | undefined =>
  webhookFormats.find(({ prefix }) => text.startsWith(prefix));

/** The format of a secret, with its key; undefined where no format has secrets of this form. */
export function formatOfSecret(text: string): { readonly format: WebhookFormat; readonly key: Uint8Array } | undefined {
  const format = startingLike(text);
  const key = format?.readSecret(text);
  return format === undefined || key === undefined ? undefined : { format, key };
}

/**
 * The fault of a text as secret of a webhook, in words; undefined for a secret of one of the formats.
 *
 * @example
 * webhookSecretFault('secret'); // 'expected "whsec_" and 24 to 64 bytes in base64, …'
 */
export function webhookSecretFault(text: string): string | undefined {
  if (formatOfSecret(text) !== undefined) return undefined;
  const meant = startingLike(text);
  const forms = (meant === undefined ? webhookFormats : [meant]).map(({ secretForm }) => secretForm);
  return `expected ${forms.join(', or ')}`;
}
