export type {
  EventCatalogue,
  EventType,
  FieldError,
  Problem,
  ProblemCode,
  Snapshot,
} from '@ccu-gateway/contract/types';
export {
  type Cursor,
  type CursorStore,
  EventsLostError,
  memoryCursor,
  type OpenedStream,
  type StreamLoss,
  type StreamStatus,
  SubscriptionRefusedError,
  storageCursor,
  topicMatcher,
  type WebSocketConstructor,
} from '@ccu-gateway/event-stream/client';
export type { CredentialOptions } from './access/credential.js';
export { type ClientOptions, createClient, type Gateway } from './create-client.js';
export { ProblemError } from './errors/problem-error.js';
export { SubscriptionError } from './errors/subscription-error.js';
export { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
export { UnreachableError } from './errors/unreachable-error.js';
export type { EventOptions, GatewayEvent } from './events/events.js';
export type { FollowedHouse, FollowOptions } from './events/follow.js';
export type { AddressOrder } from './rest/addresses.js';
export { reasonToAsk } from './rest/confirmation.js';
export type {
  CallAnswer,
  CallArguments,
  CallableId,
  CallInput,
  CallOptions,
  CallSettings,
  OperationId,
} from './rest/operations.js';
