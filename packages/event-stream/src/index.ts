export { createEventStream, openEventStream } from './create-stream.js';
export type { FrameBatch, FrameSink } from './delivery/sink.js';
export { EventsLostError, InvalidEventError, InvalidQueryError, StreamClosedError } from './errors.js';
export type { EventInput, EventKind, Loss, LossReason, StreamEvent } from './event.js';
export { createMemoryLog, type MemoryLogOptions } from './log/memory.js';
export type {
  EventLog,
  LogBatch,
  LogGap,
  LogLife,
  LogPage,
  LogPageQuery,
  LogRecord,
  LogState,
} from './log/port.js';
export type {
  CommandCall,
  CommandFailure,
  Connection,
  ConnectionInfo,
  ConnectionOptions,
  ReauthAnswer,
  SubscribeRequest,
} from './session/connection.js';
export { closeCodes, limits } from './session/limits.js';
export { createServerSentEventsSink, type ServerSentEventsOptions } from './sse/sink.js';
export type {
  ChangeableDepths,
  ConnectionNotice,
  CursorOptions,
  EventStream,
  EventStreamOptions,
  LoggedStreamOptions,
  LogQuery,
  LogResult,
  Repeat,
  StreamMetrics,
  SubscribeOptions,
  Subscription,
} from './stream.js';
