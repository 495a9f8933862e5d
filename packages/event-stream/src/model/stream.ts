import type { Connection, ConnectionInfo, ConnectionOptions } from './connection.js';
import type { EventInput, Loss, StreamEvent } from './event.js';
import type { EventLog, LogGap } from './event-log.js';

/** One repeating timer; returns its stop. */
export type Repeat = (everyMs: number, tick: () => void) => () => void;

/** Options of a stream; all have defaults. Depths are numbers of frames and bytes, times are milliseconds. */
export interface EventStreamOptions {
  /** Wall clock in Unix milliseconds, fractions welcome. */
  readonly clock?: () => number;
  /** Never goes back; milliseconds. Round trips and time-outs are measured with it. */
  readonly monotonic?: () => number;
  /** Runs the flush once after the current turn. Default `setImmediate`, where there is none a macrotask or microtask. */
  readonly schedule?: (flush: () => void) => void;
  readonly repeat?: Repeat;
  /** In [0, 1). Jitter, ping tokens, epoch. */
  readonly random?: () => number;
  /** Names this numbering; default random. */
  readonly epoch?: string;
  /** Events that a `since` can reach back. Default 1024; 0 switches replay off. */
  readonly replayCapacity?: number;
  /** Depth of the delivery ring. Defaults 16 384 frames, 16 MiB. Never below the replay capacity. */
  readonly ringFrames?: number;
  readonly ringBytes?: number;
  /** Distance that a connection may fall behind before it receives a report. Defaults 8 192 frames, 4 MiB. */
  readonly lagFrames?: number;
  readonly lagBytes?: number;
  /** Number of keys with a remembered newest event for `mode:"latest"`. Default 250 000. */
  readonly latestKeys?: number;
  /** A listener threw, or the log failed. */
  readonly onError?: (error: unknown) => void;
  /** Something about a connection that a log line should say. */
  readonly onNotice?: (notice: ConnectionNotice) => void;
}

/** Depths that may change while the stream runs. */
export type ChangeableDepths = Pick<
  EventStreamOptions,
  'replayCapacity' | 'ringFrames' | 'ringBytes' | 'lagFrames' | 'lagBytes'
>;

/** Something about a connection that an operator may want to know. */
export interface ConnectionNotice {
  readonly code: 'overflow' | 'lagged' | 'stalled' | 'idle' | 'flood' | 'protocol';
  readonly message: string;
  readonly connection: ConnectionInfo;
}

/** Options of a subscription inside the process. */
export interface SubscribeOptions {
  /** Replay buffered events above this number first. */
  readonly since?: number;
  /** Only events of these types. The text of others is not parsed, which costs most of a subscription. Default: all. */
  readonly types?: readonly string[];
  /** Events are missing here; those above `loss.seq` follow. Required, because a loss must not be silent. */
  readonly onLost: (loss: Loss) => void;
}

/** Options of a cursor. */
export interface CursorOptions {
  /** Begin above this number: from the log if there is one, otherwise from the ring. */
  readonly since?: number;
  /** Events are missing here; those above `loss.seq` follow. Without it `next` rejects with `EventsLostError`. */
  readonly onLost?: (loss: Loss) => void;
  readonly signal?: AbortSignal;
}

/** A subscription inside the process. `close` may be called more than once. */
export interface Subscription {
  close(): void;
}

/** Selection of a page of the log. */
export interface LogQuery {
  /** Exclusive; default 0, from the beginning. */
  readonly since?: number;
  /** Default everything. */
  readonly topics?: readonly string[];
  /** 1 to 1 000, default 100. */
  readonly limit?: number;
}

/** A page of the log, oldest event first. */
export interface LogResult {
  readonly events: readonly StreamEvent[];
  readonly gaps: readonly LogGap[];
  /** Oldest event of the log; newest + 1 when it is empty. */
  readonly oldestSeq: number;
  readonly seq: number;
  readonly epoch: string;
  /** Pass as `since` for the next page. */
  readonly nextSince: number;
  readonly more: boolean;
}

/**
 * Counters since the start, and sizes of the moment (`connections`, `blocked`, `patterns`, `ringFrames`, `ringBytes`,
 * `logPending`).
 */
export interface StreamMetrics {
  readonly published: number;
  readonly delivered: number;
  readonly deliveredBytes: number;
  readonly writes: number;
  readonly flushes: number;
  readonly connections: number;
  readonly blocked: number;
  readonly patterns: number;
  readonly ringFrames: number;
  readonly ringBytes: number;
  readonly replaysDone: number;
  readonly replaysLost: number;
  readonly overflows: number;
  readonly lagged: number;
  readonly conflated: number;
  readonly dropped: number;
  readonly stalled: number;
  readonly rateLimited: number;
  readonly logAppended: number;
  readonly logDropped: number;
  readonly logFailures: number;
  readonly logPending: number;
}

/** A stream of numbered events: publish, subscribe by topic, resume from a number. */
export interface EventStream {
  /**
   * Numbers the event, keeps it, and delivers it at the end of the turn: to a few sockets earlier where many events
   * come in one. Throws `StreamClosedError` after `close`.
   */
  publish(event: EventInput): number;
  /** Newest number; one below the first before the first event. */
  readonly seq: number;
  /** Oldest event in the replay buffer; `seq + 1` when it is empty. */
  readonly oldestSeq: number;
  /** Stays while the numbering has no gap, also across clean restarts with a log. */
  readonly epoch: string;
  /**
   * In-process: called for each matching event in order, at the end of the turn. All listeners share the event, which is
   * frozen. Their errors and rejections go to `onError`. Throws `InvalidQueryError` for patterns that a client could not
   * use, and without `onLost`.
   */
  subscribe(
    patterns: readonly string[],
    listener: (event: StreamEvent) => void,
    options: SubscribeOptions,
  ): Subscription;
  /**
   * In-process with back-pressure: pulls at its own pace, from the ring, and from the log where there is one and the
   * ring does not reach back far enough. Ends with the stream or by `return`/`signal`.
   */
  cursor(patterns: readonly string[], options?: CursorOptions): AsyncIterableIterator<StreamEvent>;
  openConnection(options: ConnectionOptions): Connection;
  /** Pages through the log; without one, through the delivery ring. Throws `InvalidQueryError`. */
  page(query?: LogQuery): Promise<LogResult>;
  connections(): readonly ConnectionInfo[];
  metrics(): StreamMetrics;
  /** Delivers pending frames now instead of at the end of the turn. */
  flush(): void;
  /** Other depths from now on; one that is left out goes back to its default. Throws `RangeError` and changes nothing. */
  reconfigure(depths: ChangeableDepths): void;
  /** Closes connections with 1001, appends pending events, marks the log as cleanly closed. */
  close(): Promise<void>;
}

/** Common interface of all streams, with any source of the numbers: everything but publishing. */
export type ReadableEventStream = Omit<EventStream, 'publish'>;

/** Options of a stream with events that outlive the process. */
export interface LoggedStreamOptions extends EventStreamOptions {
  readonly log: EventLog;
  /**
   * Milliseconds for which events are gathered before the log gets them; default 100. A crash may take the events of
   * that time from the log. The first event after a quiet time does not wait for it.
   */
  readonly gatherMs?: number | undefined;
}
