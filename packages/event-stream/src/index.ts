export type { FrameBatch, FrameSink } from './delivery/sink.js';
export type { EventInput, EventKind, Loss, LossReason, StreamEvent } from './event.js';
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
export type {
  ConnectionNotice,
  ConsumerOptions,
  EventStream,
  EventStreamOptions,
  LoggedStreamOptions,
  LogQuery,
  LogResult,
  Repeat,
  StreamMetrics,
  Subscription,
} from './stream.js';
