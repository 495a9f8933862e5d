export { isEarlierEpoch, nextEpoch } from './log/epochs.js';
export { createMemoryLog, type MemoryLogOptions } from './log/memory.js';
export { firstNumberAt } from './log/numbering.js';
export {
  createSharedMemoryLog,
  createSharedMemoryStore,
  type SharedMemoryLogOptions,
  type SharedMemoryStore,
} from './log/shared-memory.js';
export { newestByScan, type RecordFilter, recordFilter } from './log/shared-reading.js';
export type {
  CommandCall,
  CommandFailure,
  Connection,
  ConnectionInfo,
  ConnectionOptions,
  ReauthAnswer,
  SubscribeRequest,
} from './model/connection.js';
export {
  EventsLostError,
  InvalidEventError,
  InvalidQueryError,
  StateTooOldError,
  StreamClosedError,
} from './model/errors.js';
export type { EventInput, EventKind, Loss, LossReason, StreamEvent } from './model/event.js';
export type {
  EventLog,
  LogBatch,
  LogGap,
  LogLife,
  LogPage,
  LogPageQuery,
  LogRecord,
  LogState,
} from './model/event-log.js';
export { closeCodes, limits } from './model/limits.js';
export type {
  AppendResult,
  FollowOptions,
  LogNotice,
  SharedDraft,
  SharedLog,
  SharedLogHealth,
  SharedLogState,
  SharedPage,
  SharedPageQuery,
  SharedRecord,
  SharedWriter,
} from './model/shared-log.js';
export type {
  SharedEventStream,
  SharedLoss,
  SharedPublisher,
  SharedPublisherOptions,
  SharedStreamMetrics,
  SharedStreamOptions,
} from './model/shared-stream.js';
export type { FrameBatch, FrameSink } from './model/sink.js';
export type {
  ChangeableDepths,
  ConnectionNotice,
  CursorOptions,
  EventStream,
  EventStreamOptions,
  LoggedStreamOptions,
  LogQuery,
  LogResult,
  ReadableEventStream,
  Repeat,
  StreamMetrics,
  SubscribeOptions,
  Subscription,
} from './model/stream.js';
export { type WrittenJson, writtenJson } from './model/written-json.js';
export { createServerSentEventsSink, type ServerSentEventsOptions } from './sse/sink.js';
export { createEventStream, openEventStream } from './stream/create-stream.js';
export { openSharedStream } from './stream/open-shared-stream.js';
