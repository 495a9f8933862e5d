export { type AddressRules, createAddressRules, readNetwork } from './address/networks.js';
export type { FaultKind } from './delivery/fault.js';
export type { Lookup } from './delivery/resolve.js';
export type { ReceiverSettings, SenderEnvironment } from './delivery/sender.js';
export { readSecret } from './delivery/signature.js';
export type { DeadLetter } from './feed/dead-letters.js';
export type { Position, PositionStore } from './feed/position.js';
export {
  openWebhook,
  type TestOutcome,
  type Webhook,
  type WebhookEnvironment,
  type WebhookOptions,
  type WebhookSettings,
  type WebhookStatus,
  type WebhookTrouble,
} from './webhook.js';
