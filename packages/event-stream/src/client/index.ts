export { EventsLostError, SubscriptionRefusedError } from '../model/errors.js';
export { memoryCursor, storageCursor } from './cursors.js';
export { openStream } from './open-stream.js';
export { topicMatcher } from './topic-matcher.js';
export type {
  AnyEvents,
  Cursor,
  CursorStore,
  OpenedStream,
  OpenStreamOptions,
  StreamLoss,
  StreamStatus,
  TypedEvent,
  WebSocketConstructor,
  WebSocketLike,
} from './types.js';
