export type { Message, Signed, WebhookFormat } from './format.js';
export { webhookFormats, webhookSecretFault } from './formats.js';
