export type { ReceiverSettings } from './delivery/sender.js';
export type { DeadLetter } from './feed/dead-letters.js';
export type { Position, PositionStore } from './feed/position.js';
export type { FaultKind } from './requests/fault.js';
export type { SenderEnvironment } from './requests/requests.js';
export type { Lookup } from './requests/resolve.js';
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
