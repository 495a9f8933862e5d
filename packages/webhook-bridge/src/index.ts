export type { FaultKind } from './delivery/fault.js';
export type { Lookup } from './delivery/resolve.js';
export type { ReceiverSettings, SenderEnvironment } from './delivery/sender.js';
export type { DeadLetter } from './feed/dead-letters.js';
export type { Position, PositionStore } from './feed/position.js';
export {
  openWebhook,
  type TestOutcome,
  testReceiver,
  type Webhook,
  type WebhookEnvironment,
  type WebhookOptions,
  type WebhookSettings,
  type WebhookStatus,
  type WebhookTrouble,
} from './webhook.js';
